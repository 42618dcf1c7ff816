import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import {
  NO_POSITION,
  NONE_RIGHT,
  type ParsedFile,
  type ParsedQuestion,
  SEVERAL_RIGHT,
  shownContentError,
  type SourcePosition,
  toExcerpt,
  toSingleMistake,
  TOO_MANY_QUESTIONS,
  truncate,
} from './parsed-questions.rules.ts'
import { toSingleLine } from './xml-text.rules.ts'

export type LineKind = 'question' | 'option'

/** `kind`: of a list that numbers the line. `formats`: of the whole line, such as bold. `shows`: what isn't text. */
export type DocumentLine = {
  text: string
  line: number | null
  kind: LineKind | null
  formats: readonly string[]
  shows?: string
}

const OPTION = /^([*✓✔√]?)\s*\(?([a-t])\s*[.):]\s*(.*)$/i
const QUESTION = /^(?:(?:q|question)\s*#?\s*(\d{1,3})(?:\s*[.):-]|$)|#?\(?(\d{1,3})\s*[.):](?!\d))\s*(.*)$/i
const ANSWER = /^(?:the )?(?:(?:correct|right) )?(?:answers?|ans|key)(?: is)?\s*[:=-]\s*(.+)$/i
const RATIONALE = /^(?:rationale|explanation|feedback|reason(?:ing)?)\s*[:=-]\s*(.*)$/i
const ANSWER_KEY = /^(?:answer key|answers|key)\s*:?$/i
const IN_KEY = /(\d{1,3})\s*[.):-]?\s*([a-t]|true|false)\b/gi
/** Short, and not a sentence. */
const HEADING = /^.{0,59}[^.!?”"]$/
const RIGHT_AFTER = /\s*(?:[*✓✔√]|\((?:correct|right)(?: answer)?\))$/i

type Option = { label: string; text: string; isStarred: boolean; formats: readonly string[] }
type Draft = {
  number: number
  at: SourcePosition
  stem: string[]
  options: Option[]
  answers: string[]
  rationale: string[] | undefined
  shows: string | undefined
}

/** Whether a text has questions as people type them, or as Aiken: with lettered options. */
export function isQuestionText(text: string): boolean {
  const isGift = [...text.matchAll(/\{([^{}]*)\}/g)].some(([, inside = '']) => /[=~]/.test(inside))
  if (isGift) return false
  const labels = text.split('\n').flatMap((line) => OPTION.exec(line.trim())?.[2]?.toLowerCase() ?? [])
  const isTable = /^[^\n]*\bquestion\b[^\n]*[,;\t]/i.test(text)
  return (labels.includes('a') && labels.includes('b')) || (/^\s*1[.)]\s/m.test(text) && !isTable)
}

export function toLines(text: string): DocumentLine[] {
  return text.split('\n').map((line, index) => ({ text: line, line: index + 1, kind: null, formats: [] }))
}

/**
 * Reads numbered questions with lettered options. The right one has an asterisk or a format of its own, or is named below
 * the question or in a key at the end. Aiken is the same without numbers.
 */
export function readTextQuestions(lines: readonly DocumentLine[]): ParsedFile {
  const { drafts, key, unused } = splitQuestions(lines)
  if (drafts.length === 0)
    return toSingleMistake(
      'No questions were found. Number the questions, put a letter before each option, and * before the right one.',
    )
  if (drafts.length > MAX_QUESTIONS_PER_EXAM) return toSingleMistake(TOO_MANY_QUESTIONS)
  const read: ParsedFile = { questions: [], mistakes: unused }
  for (const draft of drafts) {
    const question = finishQuestion(draft, key.get(draft.number))
    if ('question' in question) read.questions.push(question)
    else read.mistakes.push({ ...draft.at, excerpt: toExcerpt(draft.stem.join(' ')), message: question.wrong })
  }
  return read
}

function splitQuestions(lines: readonly DocumentLine[]) {
  const isNumbered = lines.some(({ text, kind }) => kind === 'question' || QUESTION.test(text.trim()))
  const drafts: Draft[] = []
  const key = new Map<number, string>()
  const unused: ParsedFile['mistakes'] = []
  let isInKey = false
  let isAfterBlank = true
  for (const { text: typed, line, kind, formats, shows } of lines) {
    const text = toSingleLine(typed)
    const draft = drafts.at(-1)
    if (text === '' && shows === undefined) {
      isAfterBlank = true
      continue
    }
    const start = (stem: string, number = drafts.length + 1) =>
      drafts.push({
        number,
        at: { ...NO_POSITION, line, number: drafts.length + 1, excerpt: toExcerpt(stem) },
        stem: [stem],
        options: [],
        answers: [],
        rationale: undefined,
        shows: undefined,
      })
    const skip = () => unused.push({ ...NO_POSITION, line, excerpt: toExcerpt(text), message: 'This text isn’t used.' })
    const option = OPTION.exec(text)
    const question = QUESTION.exec(text)
    const answer = ANSWER.exec(text)?.[1]
    const rationale = RATIONALE.exec(text)?.[1]
    if (ANSWER_KEY.test(text)) isInKey = true
    else if (isInKey) readKey(text, kind, key)
    else if (kind === 'question' || (kind === null && question))
      start(question?.[3] ?? text, Number(question?.[1] ?? question?.[2] ?? drafts.length + 1))
    else if (draft && answer !== undefined) draft.answers.push(answer)
    else if (draft && rationale !== undefined) draft.rationale = [rationale]
    else if (draft && (kind === 'option' || (option && isNextLabel(draft, option[2] ?? ''))))
      draft.options.push(toOption(option, text, formats))
    else if (!isNumbered && (!draft || draft.answers.length > 0 || (draft.options.length > 0 && isAfterBlank)))
      start(text)
    else if (!draft) skip()
    else if (draft.rationale && !(isAfterBlank && draft.rationale[0] && HEADING.test(text))) draft.rationale.push(text)
    else if (draft.options.length === 0 && draft.answers.length === 0) draft.stem.push(text)
    else if (isAfterBlank || draft.answers.length > 0) skip()
    else appendToOption(draft, text)
    const current = drafts.at(-1)
    if (current && shows !== undefined) current.shows ??= shows
    // Paragraphs of a document need no blank line between them.
    isAfterBlank = line === null
  }
  return { drafts, key, unused }
}

/** “A. Smith testified” can be a line of a question. */
function isNextLabel({ options }: Draft, label: string): boolean {
  return label.toLowerCase() === String.fromCodePoint(97 + options.length)
}

function toOption(lettered: RegExpExecArray | null, text: string, formats: readonly string[]): Option {
  const [, star = '', label = '', rest = text] = lettered ?? []
  const [, inner = '', plain = rest] = /^([*✓✔√])\s*(.*)$/.exec(rest) ?? []
  return {
    label: label.toLowerCase(),
    text: plain.replace(RIGHT_AFTER, ''),
    isStarred: star !== '' || inner !== '' || RIGHT_AFTER.test(plain),
    formats,
  }
}

function appendToOption({ options }: Draft, text: string): void {
  const last = options.at(-1)
  if (last) last.text += ` ${text}`
}

function readKey(text: string, kind: LineKind | null, key: Map<number, string>): void {
  if (kind !== null) key.set(key.size + 1, text)
  else for (const [, number, answer = ''] of text.matchAll(IN_KEY)) key.set(Number(number), answer)
}

function finishQuestion(draft: Draft, inKey: string | undefined): ParsedQuestion | { wrong: string } {
  const { at, answers, rationale = [] } = draft
  const question = draft.stem.join(' ').trim()
  if (draft.shows !== undefined) return { wrong: shownContentError(draft.shows) }
  const named = [...answers, ...(inKey === undefined ? [] : [inKey])]
  const isTrueFalse = draft.options.length === 0 && named.some((answer) => /^(?:true|false|t|f)[.]?$/i.test(answer))
  const options = isTrueFalse
    ? ['True', 'False'].map((text) => ({ label: text.charAt(0).toLowerCase(), text, isStarred: false, formats: [] }))
    : draft.options
  if (options.length === 0)
    return { wrong: 'This question has no options. Put each option on a line of its own, with a letter before it.' }
  const chosen = named.map((answer) => findNamed(answer, options))
  const unclear = named.find((_, index) => chosen[index] === undefined)
  if (unclear !== undefined)
    return /^\(?[a-t]\)?(?:\s*[,;/&+]\s*|\s+and\s+)\(?[a-t]\b/i.test(unclear)
      ? { wrong: SEVERAL_RIGHT }
      : { wrong: `The answer “${truncate(unclear)}” doesn’t match any option. Write the letter of the right option.` }
  const starred = options.flatMap(({ isStarred }, index) => (isStarred ? [index] : []))
  const right = new Set([...chosen, ...starred])
  const [answer = findEmphasized(options)] = right
  if (right.size > 1) return { wrong: SEVERAL_RIGHT }
  if (answer === undefined)
    return { wrong: `${NONE_RIGHT} Put * before the right option, or add a line such as “Answer: B.”` }
  return {
    at,
    question,
    options: options.map(({ text }) => ({ text, at })),
    answer,
    rationale: rationale.join(' ').trim(),
  }
}

/** The option that an answer such as “B,” “B. MAR,” or “MAR” names. */
function findNamed(answer: string, options: readonly Option[]): number | undefined {
  const clean = (text: string) => text.toLowerCase().replace(/[.]$/, '').trim()
  const byText = options.findIndex(({ text }) => clean(text) === clean(answer))
  if (byText !== -1) return byText
  const [, label = '', rest = ''] = /^\(?([a-t])\)?(?:\s*[.):-]\s*(.*))?$/i.exec(answer) ?? []
  const byLabel = options.findIndex(
    (option, index) => (option.label || String.fromCodePoint(97 + index)) === label.toLowerCase(),
  )
  const isSame = rest === '' || clean(options[byLabel]?.text ?? '') === clean(rest)
  return byLabel !== -1 && isSame ? byLabel : undefined
}

/** The only option in a format, such as bold, that no other option has. */
function findEmphasized(options: readonly Option[]): number | undefined {
  const found = ['highlight', 'b', 'u', 'color'].flatMap((format) => {
    const formatted = options.flatMap(({ formats }, index) => (formats.includes(format) ? [index] : []))
    return formatted.length === 1 ? formatted : []
  })
  return new Set(found).size === 1 ? found[0] : undefined
}
