import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { shortenText } from '#shared/cut-text.ts'
import type { Mistake } from './question-import.contract.ts'

export type SourcePosition = Pick<Mistake, 'file' | 'line'>

export type ParsedQuestion = {
  at: SourcePosition
  question: string
  options: { text: string; at: SourcePosition }[]
  answer: number
  rationale: string
}

export type ParsedFile = { questions: ParsedQuestion[]; mistakes: Mistake[] }

export const TOO_MANY_QUESTIONS = `This file has more than ${MAX_QUESTIONS_PER_EXAM} questions, the most an exam can have. Remove some and try again.`

export const NO_POSITION: SourcePosition = { file: null, line: null }

export function toSingleMistake(message: string, at: SourcePosition = NO_POSITION): ParsedFile {
  return { questions: [], mistakes: [{ ...at, message }] }
}

export function truncate(text: string): string {
  return shortenText(text.replaceAll(/\s+/g, ' ').trim(), 40)
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
