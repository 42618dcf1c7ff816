import { shortenText } from '#shared/cut-text.ts'
import { parseTable, type TableRow } from '#shared/delimited-table.ts'
import {
  type Encoding,
  validateText,
  type EncodingCandidate,
  findEncodingCandidates,
  decodeAs,
  decodeText,
} from '#shared/text-encoding.ts'
import { MAX_FILE_BYTES, MAX_PEOPLE } from './enrollment-file.contract.ts'

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
 * One of three results: the people in the file and the columns that were not used, all errors in the file, or the
 * encodings that the file may have.
 */
export type PeopleFileResult =
  | { people: Person[]; unusedColumns: string[] }
  | { mistakes: Mistake[] }
  | { readings: EncodingCandidate[] }

export type PersonInput = Omit<Person, 'line'>

/**
 * Applies the registration form's rules to the person in a line. Returns the person as they will be stored, or error
 * messages.
 */
export type PersonValidator = (person: PersonInput) => { person: PersonInput } | { problems: string[] }

const MAX_ROW_LENGTH = 5_000
/** The first bytes of Excel's own files, which are ZIP archives. */
const ZIP_MAGIC = [0x50, 0x4b, 3, 4]

type Column = 'email' | 'firstName' | 'lastName' | 'name' | 'credentialsAfterName'

const COLUMN_NAMES: Readonly<Record<string, Column>> = {
  email: 'email',
  'e mail': 'email',
  mail: 'email',
  'email address': 'email',
  'e mail address': 'email',
  'first name': 'firstName',
  firstname: 'firstName',
  'given name': 'firstName',
  'last name': 'lastName',
  lastname: 'lastName',
  surname: 'lastName',
  'family name': 'lastName',
  name: 'name',
  'full name': 'name',
  credentials: 'credentialsAfterName',
  'credentials after name': 'credentialsAfterName',
}

const EXAMPLE =
  'The first line must name the columns: email and, optionally, first name, last name, and credentials, in any order.'

/** Reads one person per line, with columns named in the first line. */
export function readPeople(bytes: Uint8Array, check: PersonValidator, encoding?: Encoding): PeopleFileResult {
  if (bytes.length > MAX_FILE_BYTES) return toMistakes('This file is larger than 200 KB. Split it into smaller files.')
  if (ZIP_MAGIC.every((byte, at) => bytes[at] === byte))
    return toMistakes('This is an Excel workbook. Open it in Excel and save it as “CSV UTF-8.”')
  const readings = findEncodingCandidates(bytes)
  if (readings.length > 0 && encoding === undefined) return { readings }
  const chosen = readings.length > 0 && encoding !== undefined ? decodeAs(bytes, encoding) : undefined
  const decoded = chosen === undefined ? decodeText(bytes) : validateText(chosen)
  if ('wrong' in decoded) return toMistakes(decoded.wrong)
  // A file of this size can't have more lines than this, so no line is lost.
  const table = parseTable(decoded.text, { maxRows: MAX_FILE_BYTES, longestRow: MAX_ROW_LENGTH })
  if ('wrong' in table) return toMistakes(table.wrong, table.line)
  const [header, ...lines] = table.rows
  if (!header) return toMistakes(`This file is empty. ${EXAMPLE}`)
  const columns = parseColumns(header)
  if ('mistakes' in columns) return columns
  if (lines.length === 0)
    return toMistakes('There are no people below the first line. Add one person per line.', header.line)
  if (lines.length > MAX_PEOPLE)
    return toMistakes(
      `This file has ${lines.length} people, and the maximum is ${MAX_PEOPLE}. Split it into smaller files.`,
    )
  const written = lines.map((row) => parsePerson(row, columns.columns))
  const checked = written.map((person) => ({ line: person.line, ...check(person) }))
  const mistakes = [
    ...lines.flatMap((row) => findExtraCells(row, header.cells.length)),
    ...written.flatMap(findGarbledText),
    ...checked.flatMap((each) =>
      'problems' in each ? each.problems.map((message) => ({ line: each.line, message })) : [],
    ),
    ...findDuplicates(written),
  ]
  if (mistakes.length > 0) return { mistakes: sortMistakes(mistakes) }
  return {
    people: checked.flatMap((each) => ('person' in each ? [{ ...each.person, line: each.line }] : [])),
    unusedColumns: columns.unused,
  }
}

export function sortMistakes(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0))
}

function toMistakes(message: string, line: number | null = null): { mistakes: Mistake[] } {
  return { mistakes: [{ line, message }] }
}

type Columns = ReadonlyMap<Column, number>

function parseColumns({ cells, line }: TableRow): { columns: Columns; unused: string[] } | { mistakes: Mistake[] } {
  const columns = new Map<Column, number>()
  const unused: string[] = []
  const mistakes: string[] = []
  for (const [index, cell] of cells.entries()) {
    const words = cell
      .toLowerCase()
      .replaceAll(/[\s_\-.:]+/g, ' ')
      .trim()
    if (words === '') continue
    const column = COLUMN_NAMES[words]
    // Unknown columns are allowed, because other systems export more columns than are needed.
    if (column === undefined) unused.push(shorten(cell))
    else if (columns.has(column)) mistakes.push(`“${shorten(cell)}” is a duplicate column. Remove one of them.`)
    else columns.set(column, index)
  }
  if (mistakes.length === 0 && !columns.has('email')) mistakes.push(`The column “email” is missing. ${EXAMPLE}`)
  if (columns.has('name') && (columns.has('firstName') || columns.has('lastName')))
    mistakes.push('The file has a column for the full name and columns for its parts. Keep only one or the other.')
  return mistakes.length > 0 ? { mistakes: mistakes.map((message) => ({ line, message })) } : { columns, unused }
}

function parsePerson({ cells, line }: TableRow, columns: Columns): Person {
  const cell = (column: Column) => (cells[columns.get(column) ?? -1] ?? '').replaceAll(/\s+/g, ' ')
  const whole = cell('name').split(' ')
  // In a full name, the last word is the last name. A single word is the first name.
  const [first, last] = whole.length > 1 ? [whole.slice(0, -1).join(' '), whole.at(-1) ?? ''] : [whole[0] ?? '', '']
  return {
    line,
    email: cell('email'),
    firstName: columns.has('name') ? first : cell('firstName'),
    lastName: columns.has('name') ? last : cell('lastName'),
    credentialsAfterName: cell('credentialsAfterName'),
  }
}

function findExtraCells({ cells, line }: TableRow, columns: number): Mistake[] {
  const surplus = cells.slice(columns).some((cell) => cell !== '')
  if (!surplus) return []
  return [
    {
      line,
      message:
        'This line has more cells than the first line. Put quotation marks around any cell that contains the separator.',
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
      return [{ line, message: `${shorten(email)} is also on line ${before}. Remove one of the lines.` }]
    seen.set(address, line)
    return []
  })
}

export function shorten(text: string): string {
  return shortenText(text, 60)
}
