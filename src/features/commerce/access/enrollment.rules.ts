import { shortenText } from '#shared/cut-text.ts'
import { formatCsvLine } from '#shared/csv.ts'
import type { ParsedTable, TableRow } from '#shared/delimited-table.ts'
import type { EncodingCandidate } from '#shared/text-encoding.ts'
import { MAX_COLUMNS, MAX_PEOPLE, type PersonField } from './enrollment-file.contract.ts'
import { type FileColumn, findColumnProblem, findColumns, isBlank } from './people-columns.rules.ts'
import { separateCredentials, splitFullName, splitNameParts } from './person-names.rules.ts'

export type Person = {
  line: number
  email: string
  firstName: string
  lastName: string
  credentialsAfterName: string
}

/** A problem in the file. `line` is null if the problem is about the whole file. */
export type Mistake = { line: number | null; message: string }

/**
 * The encodings that the file may have, or its people, columns, and mistakes. People in rows with mistakes are left out.
 * `header` and `rows` are the file's own cells as CSV, without line ends.
 */
export type PeopleFileResult =
  | { readings: EncodingCandidate[] }
  | {
      people: Person[]
      mistakes: Mistake[]
      columns: FileColumn[]
      header: string
      rows: { line: number; cells: string }[]
      ignoredSheets: string[]
    }

export type PeopleFile = Exclude<PeopleFileResult, { readings: unknown }>

export type PersonInput = Omit<Person, 'line'>

/**
 * Applies the registration form's rules to the person in a line. Returns the person as they will be stored, or error
 * messages.
 */
export type PersonValidator = (person: PersonInput) => { person: PersonInput } | { problems: string[] }

const EXAMPLE =
  'One row must name the columns: email and, optionally, first name, last name, and credentials, in any order.'

/** Reads one person per row below the row that names the columns. */
export function readPeople(
  table: ParsedTable & { ignoredSheets?: string[] },
  check: PersonValidator,
  chosen?: readonly (PersonField | null)[],
): PeopleFile {
  if ('wrong' in table) return toMistakes(table.wrong, table.line)
  const found = findColumns(table.rows, chosen)
  if (!found) return toMistakes(`This file is empty. ${EXAMPLE}`)
  const { header, columns } = found
  const names = header.cells.map((name, index) => name || `Column ${index + 1}`)
  const lines = withoutTotals(found.lines, columns)
  if (columns.length > MAX_COLUMNS)
    return toMistakes(
      `This file has ${columns.length} columns, and the maximum is ${MAX_COLUMNS}. Remove those that you don’t need.`,
      header.line,
    )
  const file = { columns, header: formatCells(names), rows: [], ignoredSheets: table.ignoredSheets ?? [] }
  const problem = findColumnProblem(columns)
  if (problem !== undefined) return { ...toMistakes(problem, header.line), ...file }
  if (lines.length === 0)
    return toMistakes('There are no people below the names of the columns. Add one person per row.', header.line)
  if (lines.length > MAX_PEOPLE)
    return toMistakes(
      `This file has ${lines.length} people, and the maximum is ${MAX_PEOPLE}. Split it into smaller files.`,
    )
  const written = lines.map((row) => parsePerson(row, columns))
  const checked = written.map((person) => ({ line: person.line, ...check(person) }))
  const mistakes = [
    ...lines.flatMap((row) => findExtraCells(row, header.cells.length)),
    ...written.flatMap(findGarbledText),
    ...checked.flatMap((each) =>
      'problems' in each ? each.problems.map((message) => ({ line: each.line, message })) : [],
    ),
    ...findDuplicates(written),
  ]
  const wrong = new Set(mistakes.map(({ line }) => line))
  return {
    ...file,
    people: checked.flatMap((each) =>
      'person' in each && !wrong.has(each.line) ? [{ ...each.person, line: each.line }] : [],
    ),
    mistakes: sortMistakes(mistakes),
    // Formatted here, because this runs in the sandbox.
    rows: lines.map(({ line, cells }) => ({
      line,
      cells: formatCells(header.cells.map((_, index) => cells[index] ?? '')),
    })),
  }
}

export function sortMistakes(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
}

export function toMistakes(message: string, line: number | null = null): PeopleFile {
  return { people: [], mistakes: [{ line, message }], columns: [], header: '', rows: [], ignoredSheets: [] }
}

const TOTAL =
  /^(?:(?:grand |sub)?totals?|count|sum|number of|prepared by|printed|exported|generated|page|confidential|end of)\b/i

/** Leaves out rows at the end without an email that give a total or say where the list is from. */
function withoutTotals(lines: readonly TableRow[], columns: readonly FileColumn[]): TableRow[] {
  const email = columns.findIndex(({ field }) => field === 'email')
  const isPerson = ({ cells }: TableRow) =>
    email === -1 || (cells[email] ?? '') !== '' || !cells.some((cell) => TOTAL.test(cell.trim()))
  return lines.slice(0, lines.findLastIndex(isPerson) + 1)
}

const formatCells = (cells: readonly string[]) => formatCsvLine(cells).trimEnd()

function parsePerson({ cells, line }: TableRow, columns: readonly FileColumn[]): Person {
  const cell = (field: PersonField) => {
    const text = (cells[columns.findIndex((column) => column.field === field)] ?? '').replaceAll(/\s+/g, ' ')
    return isBlank(text) ? '' : text
  }
  const email = cell('email')
  const isNamed = columns.some(({ field }) => field !== null && field !== 'email' && field !== 'credentials')
  const { firstName, lastName, credentials } = cell('full_name')
    ? splitFullName(cell('full_name'))
    : isNamed
      ? splitNameParts(cell('first_name'), cell('last_name'))
      : splitFullName(getDisplayName(email))
  return {
    line,
    email,
    firstName,
    lastName,
    credentialsAfterName: separateCredentials(cell('credentials') || credentials),
  }
}

/** The name in “Nora Nightingale <nora@example.com>.” */
function getDisplayName(address: string): string {
  const name = /^([^<>]+)<[^<>]*>/.exec(address)?.[1] ?? ''
  return name.replaceAll('"', '').trim()
}

function findExtraCells({ cells, line }: TableRow, columns: number): Mistake[] {
  const surplus = cells.slice(columns).some((cell) => cell !== '')
  if (!surplus) return []
  return [
    {
      line,
      message:
        'This row has more cells than the columns. Put quotation marks around any cell that contains the separator.',
    },
  ]
}

/** Matches text that was saved as UTF-8, read as Windows-1252, and saved again, such as `NuÃ±ez`. */
const GARBLED_TEXT = /[ÂÃ][\u0080-\u00BFŒœŠšŸŽžƒˆ˜–—‘’‚“”„†‡•…‰‹›€™]|â€|ï»¿|\uFFFD/

function findGarbledText({ line, firstName, lastName, credentialsAfterName }: Person): Mistake[] {
  const text = [firstName, lastName, credentialsAfterName].find((each) => GARBLED_TEXT.test(each))
  if (text === undefined) return []
  const message = `“${shorten(text)}” has garbled characters because a program saved this file in the wrong encoding. Export it again as “CSV UTF-8.”`
  return [{ line, message }]
}

function findDuplicates(people: readonly Person[]): Mistake[] {
  const seen = new Map<string, number>()
  return people.flatMap(({ email, line }) => {
    const address = email.toLowerCase()
    const before = seen.get(address)
    if (before !== undefined && address !== '')
      return [{ line, message: `${shorten(email)} is also in row ${before}. Remove one of the rows.` }]
    seen.set(address, line)
    return []
  })
}

export function shorten(text: string): string {
  return shortenText(text, 60)
}
