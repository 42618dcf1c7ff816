import { shortenText } from '#shared/cut-text.ts'
import type { TableRow } from '#shared/delimited-table.ts'
import { PERSON_FIELDS, type PersonField } from './enrollment-file.contract.ts'

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

/** Forms ask for the name in a question. Other things have names, too. */
const ASKS_FOR_NAME = /\bname\b/
const OTHER_NAMES =
  /\b(?:user|login|file|company|organi[sz]ation|hospital|facility|agency|unit|department|dept|manager|supervisor|school|course|event|emergency|spouse|maiden|nick|group|team|product|city|street)\b/

const EMAIL = /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/
/** Spreadsheets often begin with a title above the names of the columns. */
const MAX_LINES_ABOVE = 20
const MAX_NAME_LENGTH = 60
const SAMPLE_ROWS = 50

export type PeopleTable = { header: TableRow; lines: TableRow[]; columns: FileColumn[] }

/**
 * Finds the row that names the columns, and what each column contains: by its name, or, for emails, by its content.
 * `chosen` is what a person chose for each column.
 */
export function findColumns(
  rows: readonly TableRow[],
  chosen?: readonly (PersonField | null)[],
): PeopleTable | undefined {
  const start = findHeader(rows)
  const found = rows[start]
  if (!found) return undefined
  const width = found.cells.findLastIndex((cell) => cell !== '') + 1
  const header = { ...found, cells: found.cells.slice(0, width) }
  const lines = rows.slice(start + 1)
  const names = header.cells
  const fields = chosen?.length === names.length ? chosen : guessFields(names, lines)
  const columns = names.map((name, index) => ({
    name: shortenText(name, MAX_NAME_LENGTH),
    sample: shortenText(lines.find(({ cells }) => cells[index])?.cells[index] ?? '', MAX_NAME_LENGTH),
    field: fields[index] ?? null,
  }))
  return { header, lines, columns }
}

function findHeader(rows: readonly TableRow[]): number {
  const above = rows.slice(0, MAX_LINES_ABOVE)
  const named = above.findIndex(({ cells }) => cells.some((cell) => getField(cell) === 'email'))
  if (named !== -1) return named
  const firstEmail = above.findIndex(({ cells }) => cells.some((cell) => EMAIL.test(cell)))
  return Math.max(0, firstEmail - 1)
}

const toWords = (name: string) =>
  name
    .toLowerCase()
    .replaceAll(/[\s_\-.:/()*?]+/g, ' ')
    .trim()
    .slice(0, MAX_NAME_LENGTH)

function getField(name: string): PersonField | null {
  const words = toWords(name)
  return PERSON_FIELDS.find((field) => NAMES[field].test(words)) ?? null
}

function guessFields(names: readonly string[], lines: readonly TableRow[]): (PersonField | null)[] {
  const fields = names.map(getField)
  const sample = lines.slice(0, SAMPLE_ROWS)
  /** Uses the only column in which the most cells are like this, if no column has this field yet. */
  const guess = (field: PersonField, isLike: (cell: string, column: string) => boolean) => {
    const counts = names.map((name, index) =>
      fields[index] ? 0 : sample.filter(({ cells }) => isLike(cells[index] ?? '', toWords(name))).length,
    )
    const maxCount = Math.max(0, ...counts)
    if (!fields.includes(field) && maxCount > 0 && counts.filter((count) => count === maxCount).length === 1)
      fields[counts.indexOf(maxCount)] = field
  }
  guess('email', (cell) => EMAIL.test(cell))
  if (!fields.includes('first_name') && !fields.includes('last_name'))
    guess('full_name', (cell, column) => cell !== '' && ASKS_FOR_NAME.test(column) && !OTHER_NAMES.test(column))
  guess('credentials', (cell) => cell !== '' && cell.split(/[\s,;/]+/).every((word) => CREDENTIAL.test(word)))
  // A full name is not needed beside its parts.
  if (fields.includes('first_name') && fields.includes('last_name'))
    return fields.map((field) => (field === 'full_name' ? null : field))
  return fields
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

/** Nursing credentials and degrees. A name such as “Amy” must not count as one. */
const CREDENTIAL =
  /^(?:RN|LPN|LVN|AP?RNP?|[CFA]?NP|AGNP|PMHNP|DNP|CRNA|CN[MS]|[ABM]SN|ADN|BS|MS|Ph\.?D|JD|MD|PA|C?LNCC?|CCRN|CEN|CNOR|OCN|RNC|MBA|MPH|MHA|[A-Z]{2,5}-(?:BC|C))\.?$/i

const SUFFIX = /^(?:[js]r[.]?|i{2,3}|iv)$/i
const PARTICLE = /^(?:van|von|vom|zu|der|den|ter|ten|de|del|della|di|da|dos|das|du|la|le|el|al|bin|st[.]?|saint|mac)$/i

/**
 * Splits “Nora Nightingale, RN” and “Nightingale, Nora.” The last of several words is the last name, with a suffix such
 * as “Jr.” and what belongs to it, as in “de la Cruz.”
 */
export function splitFullName(text: string): { firstName: string; lastName: string; credentials: string } {
  const [name = '', ...parts] = text.split(',').map((part) => part.trim())
  const isCredential = (part: string) => part.split(' ').every((word) => CREDENTIAL.test(word))
  const [first = '', ...after] = parts
  if (parts.length > 0 && !isCredential(first))
    return { firstName: first, lastName: name, credentials: after.join(', ') }
  const words = name.split(' ')
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? 1 : 0
  let start = Math.max(1, words.length - 1 - suffix)
  while (start > 1 && PARTICLE.test(words[start - 1] ?? '')) start -= 1
  return {
    firstName: words.slice(0, start).join(' '),
    lastName: words.slice(start).join(' '),
    credentials: parts.join(', '),
  }
}
