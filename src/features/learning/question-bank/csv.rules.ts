import { readTable, type TableRow as Row } from '#shared/written-table.ts'
import { inOneLine } from './xml-text.rules.ts'
import {
  MOST_QUESTIONS,
  NOWHERE,
  onlyMistake,
  told,
  TOO_MANY,
  type Written,
  type WrittenQuestion,
} from './parsed-question.rules.ts'

/** What the longest question with twenty options needs. */
const LONGEST_ROW = 20_000
const MOST_OPTIONS = 20
const LETTERS = 'abcdefghijklmnopqrst'

type Column = 'question' | 'answer' | 'rationale' | number

const NAMES: Readonly<Record<string, Column>> = {
  question: 'question',
  'question text': 'question',
  prompt: 'question',
  stem: 'question',
  answer: 'answer',
  'correct answer': 'answer',
  'correct option': 'answer',
  correct: 'answer',
  'right answer': 'answer',
  key: 'answer',
  rationale: 'rationale',
  explanation: 'rationale',
  feedback: 'rationale',
  reason: 'rationale',
}

const OPTION = /^(?:option|choice|answer)? ?(?:(\d{1,2})|([a-t]))$/

const EXAMPLE =
  'The first line must name the columns: question, option 1, option 2, … , answer and, if you like, rationale, in any order.'

/** Questions of a table: a line for each, columns by the names in the first line. */
export function readCsv(text: string): Written {
  // Empty lines and their like come on top.
  const rows = readTable(text, { mostRows: 2 * MOST_QUESTIONS, longestRow: LONGEST_ROW })
  if ('wrong' in rows) return onlyMistake(rows.wrong, at(rows.line))
  const [header, ...lines] = rows.rows
  if (!header) return onlyMistake(`There is nothing in this file. ${EXAMPLE}`)
  const columns = columnsOf(header)
  if ('mistake' in columns) return columns.mistake
  if (lines.length === 0) return onlyMistake('There are no questions under the first line.', at(header.line))
  if (lines.length > MOST_QUESTIONS) return onlyMistake(TOO_MANY)
  const written: Written = { questions: [], mistakes: [] }
  for (const row of lines) {
    const read = questionOf(row, columns.columns)
    if ('question' in read) written.questions.push(read)
    else written.mistakes.push({ ...at(row.line), message: read.wrong })
  }
  return written
}

const at = (line: number | null) => ({ ...NOWHERE, line })

function columnsOf({ cells, line }: Row): { columns: Map<Column, number> } | { mistake: Written } {
  const columns = new Map<Column, number>()
  const wrong: string[] = []
  for (const [index, cell] of cells.entries()) {
    const name = inOneLine(cell.toLowerCase().replaceAll(/[_\-.:]/g, ' '))
    if (name === '') continue
    const column = NAMES[name] ?? optionOf(name)
    if (column === undefined)
      wrong.push(`The column “${told(cell)}” is not known: rename it, or leave it out. ${EXAMPLE}`)
    else if (columns.has(column)) wrong.push(`There are two columns for the same: “${told(cell)}” is the second.`)
    else columns.set(column, index)
  }
  const options = [...columns.keys()].filter((column) => typeof column === 'number')
  const missing = [
    ...(columns.has('question') ? [] : ['“question”']),
    ...(options.length >= 2 ? [] : ['at least two with options, “option 1” and “option 2”']),
    ...(columns.has('answer') ? [] : ['“answer”, which says which option is right']),
  ]
  if (missing.length > 0) wrong.push(`These columns are missing: ${missing.join('; ')}. ${EXAMPLE}`)
  if (wrong.length === 0) return { columns }
  return { mistake: { questions: [], mistakes: wrong.map((message) => ({ ...at(line), message })) } }
}

/** “3” under the options 2, 3, 4, 6: the second option by its text, and the third by its number. Undefined where it means one of them. */
function twofoldAnswer(
  typed: string,
  { texts, filled }: { texts: readonly string[]; filled: readonly number[] },
): string | undefined {
  const option = optionOf(typed.toLowerCase()) ?? -1
  const byName = filled.indexOf(option)
  const byText = texts.findIndex((text) => alike(text) === alike(typed))
  if (byName === -1 || byText === -1 || byName === byText) return undefined
  const named = `option ${(filled[byText] ?? 0) + 1}`
  const how = /^\d/.test(typed) ? 'number' : 'letter'
  return `The answer “${told(typed)}” is the text of ${named} and the ${how} of option ${option + 1}: write “${named}” or “option ${option + 1}”.`
}

/** `3`, `03`, `3.` and `c)`, `C` look alike to whoever types them. */
function alike(text: string): string {
  return text
    .toLowerCase()
    .replace(/^0+(?=\d)/, '')
    .replace(/[.)]$/, '')
}

function optionOf(name: string): number | undefined {
  const [, number, letter] = OPTION.exec(name) ?? []
  const option = number === undefined ? LETTERS.indexOf(letter ?? '?') : Number(number) - 1
  return option >= 0 && option < MOST_OPTIONS ? option : undefined
}

function questionOf({ cells, line }: Row, columns: Map<Column, number>): WrittenQuestion | { wrong: string } {
  const cell = (column: Column) => cells[columns.get(column) ?? -1] ?? ''
  const named = [...columns.keys()].filter((column) => typeof column === 'number').toSorted((one, other) => one - other)
  const filled = named.filter((option) => cell(option) !== '')
  const options = filled.map((option) => ({ text: inOneLine(cell(option)), at: at(line) }))
  if (
    cells.length > Math.max(...columns.values()) + 1 &&
    cells.slice(Math.max(...columns.values()) + 1).some((more) => more !== '')
  )
    return {
      wrong:
        'This line has more cells than the first line has columns: a cell that holds the separator needs quotation marks around it.',
    }
  const typed = inOneLine(cell('answer'))
  if (typed === '') return { wrong: 'The answer is missing: write the right option there, or its letter or number.' }
  const texts = options.map(({ text }) => text)
  const twofold = twofoldAnswer(typed, { texts, filled })
  if (twofold !== undefined) return { wrong: twofold }
  const answer = texts.includes(typed) ? texts.indexOf(typed) : filled.indexOf(optionOf(typed.toLowerCase()) ?? -1)
  if (answer === -1) {
    const isSeveral = /^(?:[a-t]|\d{1,2})(?:\s*[,;/&+|]\s*|\s+and\s+|\s+)(?:[a-t]|\d{1,2})\b/i.test(typed)
    return {
      wrong: isSeveral
        ? `The answer “${told(typed)}” names several options: a question has one right option.`
        : `The answer “${told(typed)}” is none of the options: write one of them word for word, or its letter or number.`,
    }
  }
  return { at: at(line), question: cell('question'), options, answer, rationale: cell('rationale') }
}
