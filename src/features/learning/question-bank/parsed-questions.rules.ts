import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { shortenText } from '#shared/cut-text.ts'
import type { Mistake } from './question-import.contract.ts'

export type SourcePosition = Omit<Mistake, 'message'>

export type ParsedQuestion = {
  at: SourcePosition
  question: string
  options: { text: string; at: SourcePosition }[]
  answer: number
  rationale: string
}

export type ParsedFile = { questions: ParsedQuestion[]; mistakes: Mistake[] }

export const TOO_MANY_QUESTIONS = `This file has more than ${MAX_QUESTIONS_PER_EXAM} questions, the most an exam can have. Remove some and try again.`

const ONLY_ONE_RIGHT = 'Only questions with one right answer can be used.'
export const SEVERAL_RIGHT = `This question has several right answers. ${ONLY_ONE_RIGHT}`
export const NONE_RIGHT = 'No answer of this question is marked as right.'
export const PARTIAL_CREDIT = 'This question gives partial credit. One option must be right, and the others wrong.'

/** `kind` continues “This question is”. */
export function otherKindError(kind: string): string {
  return `This question is ${kind}. Only multiple-choice and true/false questions can be used.`
}

/** `content`: what the exam can't show, such as a picture. */
export function shownContentError(content: string, where = 'This question'): string {
  return `${where} has ${content}. Only text can be used.`
}

export const NO_POSITION: SourcePosition = { file: null, line: null, number: null, excerpt: null }

export function toSingleMistake(message: string, at: Partial<SourcePosition> = {}): ParsedFile {
  return { questions: [], mistakes: [{ ...NO_POSITION, ...at, message }] }
}

export function mergeParsedFiles(files: readonly ParsedFile[]): ParsedFile {
  return {
    questions: files.flatMap(({ questions }) => questions),
    mistakes: files.flatMap(({ mistakes }) => mistakes),
  }
}

export function truncate(text: string): string {
  return shortenText(text.replaceAll(/\s+/g, ' ').trim(), 40)
}

/** The beginning of a question, by which its author recognizes it. */
export function toExcerpt(text: string): string | null {
  const shown = shortenText(text.replaceAll(/\s+/g, ' ').trim(), 60)
  return shown === '' ? null : shown
}

type Feedback = { general: string; options: readonly { text: string; feedback: string; isRight: boolean }[] }

/** The feedback on the question and on the right option, then that on each wrong option, named by its text. */
export function composeRationale({ general, options }: Feedback): string {
  const right = options.filter(({ isRight }) => isRight).map(({ feedback }) => feedback)
  const wrong = options
    .filter(({ isRight, feedback }) => !isRight && feedback !== '')
    .map(({ text, feedback }) => `“${text}”: ${feedback}`)
  return joinSentences([general, ...right, ...wrong])
}

/** Joins different texts. */
export function joinSentences(texts: readonly string[]): string {
  return [...new Set(texts.map(endSentence))].filter(Boolean).join(' ')
}

/** Adds a period, so that the next sentence does not run into it. */
function endSentence(text: string): string {
  return text === '' || /[.!?…]["”’)]?$/.test(text) ? text : `${text}.`
}

export function createLineCounter(text: string): (place: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (place) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < place) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}
