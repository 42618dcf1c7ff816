import { MAX_QUESTIONS_PER_EXAM } from '#features/catalog/courses/examination.contract.ts'
import { type ParsedTable, parseTable, type TableRow as Row } from '#shared/delimited-table.ts'
import type { Mistake } from './question-import.contract.ts'
import { toSingleLine } from './xml-text.rules.ts'
import {
  NO_POSITION,
  type ParsedFile,
  type ParsedQuestion,
  SEVERAL_RIGHT,
  type SourcePosition,
  toExcerpt,
  toSingleMistake,
  TOO_MANY_QUESTIONS,
  truncate,
} from './parsed-questions.rules.ts'

/** Long enough for the longest question with twenty options. */
const MAX_ROW_LENGTH = 20_000
const MAX_OPTIONS = 20
const ALPHABET = 'abcdefghijklmnopqrst'

type Column = 'question' | 'answer' | 'rationale' | number

const NAMES: Readonly<Record<'question' | 'answer' | 'rationale', RegExp>> = {
  question: /^(?:questions?(?: text| stem)?|prompt|stem)$/,
  answer: /^(?:(?:correct|right) (?:answers?|options?|choices?|responses?|letter)|answers?|answer key|correct|key)$/,
  rationale: /^(?:(?:answer |correct )?(?:rationales?|explanations?|feedback)|reason)$/,
}

const OPTION = /^(?:(?:answer )?(?:option|choice)|answer)? ?(?:(\d{1,2})|([a-t]))(?: text)?$/

/** Spreadsheets often begin with a title above the names of the columns. */
const MAX_LINES_ABOVE = 20
const MAX_NAME_LENGTH = 200

const EXAMPLE =
  'The first line must name the columns: question, option 1, option 2, …, answer, and optionally rationale, in any order.'

/** Reads one question per line, with columns named in the first line. */
export function readCsv(text: string): ParsedFile {
  // Leaves room for empty lines.
  return readTable(parseTable(text, { maxRows: 2 * MAX_QUESTIONS_PER_EXAM, longestRow: MAX_ROW_LENGTH }))
}

/** Reads one question per row, with columns named in the first row. Other columns are ignored and listed. */
export function readTable(table: ParsedTable): ParsedFile {
  if ('wrong' in table) return toSingleMistake(table.wrong, { line: table.line })
  const start = findHeader(table.rows)
  const [header, ...lines] = table.rows.slice(start)
  if (!header) return toSingleMistake(`This file is empty. ${EXAMPLE}`)
  const columns = parseHeader(header)
  if ('mistake' in columns) return columns.mistake
  if (lines.length === 0)
    return toSingleMistake('There are no questions below the first line. Add one question per line.', {
      line: header.line,
    })
  if (lines.length > MAX_QUESTIONS_PER_EXAM) return toSingleMistake(TOO_MANY_QUESTIONS)
  const written: ParsedFile = { questions: [], mistakes: columns.ignored }
  for (const [index, row] of lines.entries()) {
    const excerpt = toExcerpt(row.cells[columns.columns.get('question') ?? -1] ?? '')
    const at = { ...NO_POSITION, line: row.line, number: index + 1, excerpt }
    const read = parseQuestion(row, columns, at)
    if ('question' in read) written.questions.push(read)
    else written.mistakes.push({ ...at, message: read.wrong })
  }
  return written
}

/** The row with the most columns that are recognized. */
function findHeader(rows: readonly Row[]): number {
  const counts = rows
    .slice(0, MAX_LINES_ABOVE)
    .map(({ cells }) => new Set(cells.map(parseColumn).filter((column) => column !== undefined)).size)
  return Math.max(0, counts.indexOf(Math.max(...counts)))
}

/** Templates add hints: “Answer 1 - max 75 characters,” “Correct answer(s).” */
function parseColumn(cell: string): Column | undefined {
  const name = toSingleLine(
    cell
      .slice(0, MAX_NAME_LENGTH)
      .toLowerCase()
      .replace(/\s+[-–—]\s.*$|\s*\(.*\).*$|\(s\)/s, '')
      .replaceAll(/[_\-.:*#]/g, ' '),
  )
  const named = (['question', 'answer', 'rationale'] as const).find((column) => NAMES[column].test(name))
  return named ?? parseOption(name)
}

type Header = { columns: Map<Column, number>; width: number; ignored: Mistake[] }

function parseHeader({ cells, line }: Row): Header | { mistake: ParsedFile } {
  const columns = new Map<Column, number>()
  const unknown: string[] = []
  const wrong: string[] = []
  for (const [index, cell] of cells.entries()) {
    if (cell === '') continue
    const column = parseColumn(cell)
    if (column === undefined) unknown.push(`The column “${truncate(cell)}” isn’t used.`)
    else if (columns.has(column)) wrong.push(`“${truncate(cell)}” is a duplicate column. Remove one of them.`)
    else columns.set(column, index)
  }
  const options = [...columns.keys()].filter((column) => typeof column === 'number')
  const missing = [
    ...(columns.has('question') ? [] : ['“question”']),
    ...(options.length >= 2 ? [] : ['at least two options, “option 1” and “option 2”']),
    ...(columns.has('answer') ? [] : ['“answer” (the correct option)']),
  ]
  const list = `${missing.join('; ')}.`.replace('”.', '.”')
  if (missing.length > 0) wrong.push(`Missing columns: ${list} ${EXAMPLE}`)
  const toMistake = (message: string) => ({ ...NO_POSITION, line, message })
  if (wrong.length === 0) return { columns, width: cells.length, ignored: unknown.map(toMistake) }
  return { mistake: { questions: [], mistakes: [...wrong, ...unknown].map(toMistake) } }
}

/**
 * With the options 2, 3, 4, 6, “3” is the second option by its text and the third by its number. Undefined if the
 * answer is not ambiguous.
 */
function findAmbiguousAnswer(
  typed: string,
  { texts, filled }: { texts: readonly string[]; filled: readonly number[] },
): string | undefined {
  const option = parseOption(typed.toLowerCase()) ?? -1
  const byName = filled.indexOf(option)
  const byText = texts.findIndex((text) => isSameText(text) === isSameText(typed))
  if (byName === -1 || byText === -1 || byName === byText) return undefined
  const named = `option ${(filled[byText] ?? 0) + 1}`
  const how = /^\d/.test(typed) ? 'number' : 'letter'
  return `The answer “${truncate(typed)}” could mean ${named} (its text) or option ${option + 1} (its ${how}). Write “${named}” or “option ${option + 1}.”`
}

/** By text, or by number or letter, which may come before the text: “B. The medication record.” */
function findAnswer(typed: string, { texts, filled }: { texts: readonly string[]; filled: readonly number[] }): number {
  if (texts.includes(typed)) return texts.indexOf(typed)
  const option = filled.indexOf(parseOption(typed.toLowerCase().replace(/[.)]$/, '')) ?? -1)
  if (option !== -1) return option
  const same = texts.flatMap((text, index) => (isSameText(text) === isSameText(typed) ? [index] : []))
  if (same.length === 1) return same[0] ?? -1
  const [, name = '', text = ''] = /^(?:option |choice )?([a-t]|\d{1,2})\s*[.):-]\s*(.+)$/i.exec(typed) ?? []
  const named = filled.indexOf(parseOption(name.toLowerCase()) ?? -1)
  return named !== -1 && isSameText(texts[named] ?? '') === isSameText(text) ? named : -1
}

/** Authors treat `3`, `03`, and `3.` as the same, and likewise `c)` and `C`. */
function isSameText(text: string): string {
  return text
    .toLowerCase()
    .replace(/^0+(?=\d)/, '')
    .replace(/[.)]$/, '')
}

function parseOption(name: string): number | undefined {
  const [, number, optionName] = OPTION.exec(name) ?? []
  const option = number === undefined ? ALPHABET.indexOf(optionName ?? '?') : Number(number) - 1
  return option >= 0 && option < MAX_OPTIONS ? option : undefined
}

function parseQuestion(
  { cells }: Row,
  { columns, width }: Header,
  at: SourcePosition,
): ParsedQuestion | { wrong: string } {
  const cell = (column: Column) => cells[columns.get(column) ?? -1] ?? ''
  const named = [...columns.keys()].filter((column) => typeof column === 'number').toSorted((one, other) => one - other)
  const filled = named.filter((option) => cell(option) !== '')
  const options = filled.map((option) => ({ text: toSingleLine(cell(option)), at }))
  if (cells.slice(width).some((more) => more !== ''))
    return {
      wrong:
        'This line has more cells than the first line. Put quotation marks around any cell that contains the separator.',
    }
  const typed = toSingleLine(cell('answer'))
  if (typed === '') return { wrong: 'The answer is missing. Enter the correct option, or its letter or number.' }
  const texts = options.map(({ text }) => text)
  const twofold = findAmbiguousAnswer(typed, { texts, filled })
  if (twofold !== undefined) return { wrong: twofold }
  const answer = findAnswer(typed, { texts, filled })
  if (answer === -1) {
    const isSeveral = /^(?:[a-t]|\d{1,2})(?:\s*[,;/&+|]\s*|\s+and\s+|\s+)(?:[a-t]|\d{1,2})\b/i.test(typed)
    return {
      wrong: isSeveral
        ? SEVERAL_RIGHT
        : `The answer “${truncate(typed)}” doesn’t match any option. Enter the correct option word for word, or its letter or number.`,
    }
  }
  return { at, question: cell('question'), options, answer, rationale: cell('rationale') }
}
