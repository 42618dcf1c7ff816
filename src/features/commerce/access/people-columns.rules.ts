import { shortenText } from '#shared/cut-text.ts'
import type { TableRow } from '#shared/delimited-table.ts'
import { cleanLogin } from '#shared/login-name.ts'
import { PERSON_FIELDS, type PersonField } from './enrollment-file.contract.ts'
import { isCredentialCell, looksLikeFullName } from './person-names.rules.ts'

/** A column of the file, in the file's order. `field` is null if the column is not used. */
export type FileColumn = { name: string; sample: string; field: PersonField | null }

/** Names of columns in exports of other programs, in lowercase and with single spaces between the words. */
const NAMES: Readonly<Record<PersonField, RegExp>> = {
  email:
    /^(?:(?:work|primary|personal|business|company|employee|contact|user|home) )?e ?mails?(?: (?:addr|address|id|1))?$|^mail$/,
  first_name: /^(?:(?:employee|legal|preferred) )?(?:first|given)(?: ?name)?$|^fname$|^forename$/,
  last_name: /^(?:(?:employee|legal) )?(?:last|family)(?: ?name)?$|^lname$|^surname$/,
  full_name:
    /^(?:(?:full|employee|display|nurse|staff|legal|member|learner|student) ?)?name$|^(?:employee|nurse|learner|student)$/,
  credentials: /^(?:lic |license )?(?:credentials?|creds?|cred)(?: after name)?$|^designations?$|^degrees?$/,
}

/** Forms ask for these in a question. Others have names and emails, too. */
const ASKS_FOR_NAME = /\b(?:names?|surname|forename)\b/
const ASKS_FOR_FIRST = /\b(?:first|given)(?: \w+){0,2} name\b|\bname first\b|\bforename\b/
const ASKS_FOR_LAST = /\b(?:last|family)(?: \w+){0,2} name\b|\bname last\b|\bsurname\b/
const ASKS_FOR_CREDENTIALS = /\b(?:credentials?|designations?|licenses?|degrees?|letters|initials)\b/
const ASKS_FOR_EMAIL = /\be ?mails?\b/
const OTHERS =
  'user|login|file|company|companies|employer|business|firm|practice|clinic|organization|hospital|facility|agency|unit|department|dept|manager|supervisor|director|boss|instructor|school|college|course|class|event|meeting|session|emergency|contact person|spouse|partner|mother|father|maiden|former|nick|group|team|product|city|county|street|buyer|payer|host|phonetic|yomi|middle'
const OTHER = new RegExp(String.raw`\b(?:${OTHERS})(?:s|name)?\b`)
/** “Manager's full name” or “name of your hospital,” but not “your name for the course certificate.” */
const OTHER_NAME = new RegExp(
  String.raw`^(?:${OTHERS})\b|\b(?:${OTHERS})(?: ?s)?(?: \w+)? ?name\b|\bname of (?:\w+ ){0,2}(?:${OTHERS})\b`,
)
const NOT_A_PERSON = /\b(?:title|job|role|position|profile|address|city|location|specialty|topic|question)\b/
const STATE = /\b(?:state|province|region|country|job title)\b/

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
/** “Nora <nora@example.com>” is one, but “Exported by nora@example.com” is not. */
const isEmail = (cell: string) =>
  cell.includes('@') && !/\s/.test(cell.slice(cell.lastIndexOf('<') + 1).trim()) && EMAIL.test(cleanLogin(cell))
/** Spreadsheets often begin with a title above the names of the columns. */
const MAX_LINES_ABOVE = 20
const MAX_NAME_LENGTH = 60
const MAX_QUESTION_LENGTH = 300
const SAMPLE_ROWS = 50

export type PeopleTable = { header: TableRow; lines: TableRow[]; columns: FileColumn[] }

/**
 * Finds the row that names the columns, and what each column contains: by its name, or by its content. A list without
 * such a row has columns without names. `chosen` is what a person chose for each column.
 */
export function findColumns(
  rows: readonly TableRow[],
  chosen?: readonly (PersonField | null)[],
): PeopleTable | undefined {
  const start = findHeader(rows)
  const [first] = rows
  if (!first) return undefined
  const lines = start === -1 ? splitAddresses(rows) : rows.slice(start + 1)
  const found = rows[start] ?? { line: first.line, cells: [] }
  const widest = start === -1 ? lines : [found]
  const width = Math.max(...widest.map(({ cells }) => cells.findLastIndex((cell) => cell !== '') + 1))
  const header = { ...found, cells: Array.from({ length: width }, (_, index) => found.cells[index] ?? '') }
  const names = header.cells
  const fields = chosen?.length === names.length ? chosen : guessFields(names, lines)
  const columns = names.map((name, index) => ({
    name: shortenText(name, MAX_NAME_LENGTH),
    sample: shortenText(lines.find(({ cells }) => cells[index])?.cells[index] ?? '', MAX_NAME_LENGTH),
    field: fields[index] ?? null,
  }))
  return { header, lines, columns }
}

/** The index of the row that names the columns; -1 if there is none. */
function findHeader(rows: readonly TableRow[]): number {
  const above = rows.slice(0, MAX_LINES_ABOVE)
  const named = above.flatMap(({ cells }, index) =>
    cells.flatMap((cell, column) =>
      ASKS_FOR_EMAIL.test(toWords(cell)) && !isEmail(cell)
        ? [{ index, emails: countEmails(rows.slice(index + 1), column) }]
        : [],
    ),
  )
  // Reports have other tables above the one with the people.
  const best = named.toSorted((one, other) => other.emails - one.emails || other.index - one.index)[0]
  if (best && best.emails > 0) return best.index
  const firstEmail = above.findIndex(({ cells }) => cells.some(isEmail))
  if (firstEmail === -1) return best?.index ?? 0
  const column = above[firstEmail]?.cells.findIndex(isEmail) ?? 0
  const countCells = (index: number) => above[index]?.cells.filter((cell) => cell !== '').length ?? 0
  const candidates = [...Array(firstEmail).keys()].filter((index) => above[index]?.cells[column])
  return candidates.toSorted((one, other) => countCells(other) - countCells(one) || other - one)[0] ?? -1
}

function countEmails(lines: readonly TableRow[], column: number): number {
  return lines.slice(0, SAMPLE_ROWS).filter(({ cells }) => isEmail(cells[column] ?? '')).length
}

/** Email programs copy all recipients as one line. */
function splitAddresses(rows: readonly TableRow[]): TableRow[] {
  const [first, ...others] = rows
  const filled = first?.cells.filter((cell) => cell !== '') ?? []
  if (others.length > 0 || filled.length < 2 || !filled.every((cell) => cell.includes('@'))) return [...rows]
  return filled.map((cell, index) => ({ line: index + 1, cells: [cell] }))
}

const toWords = (name: string) =>
  name
    .slice(0, MAX_QUESTION_LENGTH)
    .toLowerCase()
    .replaceAll(/[\s_\-.:/()*?!&,'’"“”[\]]+/g, ' ')
    .trim()

function getField(name: string): PersonField | null {
  const words = toWords(name)
  return PERSON_FIELDS.find((field) => NAMES[field].test(words)) ?? null
}

type Column = { words: string; filled: string[] }

const isOther = ({ words }: Column) => OTHER.test(words)
const isNamed = ({ words }: Column) =>
  ASKS_FOR_NAME.test(words) && !OTHER_NAME.test(words) && !/\bcredentials?\b/.test(words)

function guessFields(names: readonly string[], lines: readonly TableRow[]): (PersonField | null)[] {
  const sample = lines.slice(0, SAMPLE_ROWS)
  const columns = withoutAccountNames(
    names.map((name, index) => ({
      words: toWords(name),
      filled: sample.map(({ cells }) => cells[index] ?? '').filter((cell) => !isBlank(cell)),
    })),
  )
  const fields = dropEmpty(names.map(getField), columns)
  /** Uses the only column with the most such cells, if no column has this field yet. Returns whether any had. */
  const guess = (
    field: PersonField,
    isColumn: (column: Column) => boolean,
    isLike: (cell: string) => boolean,
  ): boolean => {
    if (fields.includes(field)) return true
    const counts = columns.map((column, index) =>
      fields[index] || !isColumn(column) ? 0 : column.filled.filter(isLike).length,
    )
    const maxCount = Math.max(0, ...counts)
    if (maxCount > 0 && counts.filter((count) => count === maxCount).length === 1)
      fields[counts.indexOf(maxCount)] = field
    return maxCount > 0
  }
  void (
    guess('email', (column) => ASKS_FOR_EMAIL.test(column.words) && !isOther(column), isEmail) ||
    guess('email', (column) => !isOther(column), isEmail) ||
    guess('email', () => true, isEmail)
  )
  const asksForFirst = (column: Column) => isNamed(column) && ASKS_FOR_FIRST.test(column.words)
  const asksForLast = (column: Column) => isNamed(column) && ASKS_FOR_LAST.test(column.words)
  guess('first_name', (column) => asksForFirst(column) && !asksForLast(column), isNameLike)
  guess('last_name', (column) => asksForLast(column) && !asksForFirst(column), isNameLike)
  if (!fields.includes('first_name') && !fields.includes('last_name'))
    void (
      guess('full_name', (column) => isNamed(column) && !isOther(column), isNameLike) ||
      guess('full_name', isNamed, isNameLike) ||
      guess('full_name', (column) => !isOther(column) && hasFullNames(column), looksLikeFullName)
    )
  guess(
    'credentials',
    ({ words, filled }) =>
      !STATE.test(words) &&
      filled.filter(isCredentialCell).length >= (ASKS_FOR_CREDENTIALS.test(words) ? filled.length / 2 : filled.length),
    isCredentialCell,
  )
  // A full name is not needed beside its parts.
  if (fields.includes('first_name') && fields.includes('last_name'))
    return fields.map((field) => (field === 'full_name' ? null : field))
  return fields
}

/**
 * Microsoft Forms adds the name of the account, which may be “Nightingale, Nora (ICU).” It is not used if the form asks
 * for the name, too.
 */
function withoutAccountNames(columns: readonly Column[]): Column[] {
  const account = columns.find(({ words }) => words === 'name')
  const isMicrosoftForm = columns.some(({ words }) => words === 'completion time')
  const isAsked = columns.some(
    (column) => column !== account && isNamed(column) && !isOther(column) && column.filled.some(isNameLike),
  )
  return columns.map((column) =>
    column === account && isMicrosoftForm && isAsked ? { ...column, filled: [] } : column,
  )
}

/** Whether a cell says that there is nothing to say. */
export const isBlank = (cell: string) => /^(?:n[./]?a[.]?|none|nil|anonymous|[-–—.]*)$/i.test(cell)

const isNameLike = (cell: string) => /\p{L}/u.test(cell) && !/[@\d]/.test(cell)

/** Whether most cells are different full names. */
function hasFullNames({ words, filled }: Column): boolean {
  const areNames = filled.filter(looksLikeFullName).length >= filled.length * 0.8
  return areNames && new Set(filled).size > filled.length / 2 && !NOT_A_PERSON.test(words)
}

/** A form may have an empty column for the email or name of the account, and ask for them in another column. */
function dropEmpty(fields: (PersonField | null)[], columns: readonly Column[]): (PersonField | null)[] {
  return fields.map((field, index) => {
    if (field === null || columns[index]?.filled.length !== 0) return field
    const isLike = field === 'email' ? isEmail : isNameLike
    const asks = field === 'email' ? ASKS_FOR_EMAIL : field === 'credentials' ? ASKS_FOR_CREDENTIALS : ASKS_FOR_NAME
    const hasOther = columns.some(({ words, filled }) => asks.test(words) && filled.some(isLike))
    return hasOther ? null : field
  })
}

/** What is wrong with the use of the columns, as a sentence; undefined if nothing is. */
export function findColumnProblem(columns: readonly FileColumn[]): string | undefined {
  const of = (field: PersonField) => columns.filter((column) => column.field === field)
  for (const field of PERSON_FIELDS) {
    const [first, second] = of(field)
    if (first && second)
      return `The columns “${first.name}” and “${second.name}” both look like the ${FIELD_WORDS[field]}. Choose one of them.`
  }
  if (of('email').length === 0) return 'No column was recognized as the email. Choose the column with the emails.'
  if (of('full_name').length > 0 && (of('first_name').length > 0 || of('last_name').length > 0))
    return 'A column has the full name, and another has a part of it. Use one or the other.'
  return undefined
}

const FIELD_WORDS: Readonly<Record<PersonField, string>> = {
  email: 'email',
  first_name: 'first name',
  last_name: 'last name',
  full_name: 'full name',
  credentials: 'credentials',
}
