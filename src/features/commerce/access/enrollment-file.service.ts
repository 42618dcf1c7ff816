import { unzipSync } from 'fflate'
import {
  CredentialsForm,
  Email,
  groupMessagesByField,
  NameForm,
} from '#features/people/accounts/member-forms.public.ts'
import { ACADEMY, runInSandbox, SandboxLimitError } from '#platform/sandbox.ts'
import { isWorkbook, readWorkbook } from '#platform/read-workbook.ts'
import { parseTable } from '#shared/delimited-table.ts'
import type { Staff } from '#shared/policy.ts'
import { decodeAs, decodeText, type Encoding, findEncodingCandidates, validateText } from '#shared/text-encoding.ts'
import { MAX_FILE_BYTES, type PersonField } from './enrollment-file.contract.ts'
import {
  type PeopleFileResult,
  type PersonInput,
  type PersonValidator,
  readPeople,
  shorten,
  toMistakes,
} from './enrollment.rules.ts'

const MAX_ROW_LENGTH = 5_000

export type EnrollmentFile = {
  bytes: Uint8Array
  /** The encoding that staff chose because it could not be detected. */
  encoding?: Encoding | undefined
  /** What staff chose for each column, in the file's order. */
  columns?: (PersonField | null)[] | undefined
}

const readInSandbox = runInSandbox<typeof readPeopleFile>(new URL(import.meta.url), 'readPeopleFile', {
  cpuMs: 5_000,
  memoryMb: 512,
})

/** Reads all people in a file of a staff member, or returns its errors. Stores nothing. Throws `busy`. */
export async function readEnrollmentFile(file: EnrollmentFile, by: Staff): Promise<PeopleFileResult> {
  try {
    return await readInSandbox(file, by.kind === 'member' ? by.memberId : ACADEMY)
  } catch (error) {
    if (error instanceof SandboxLimitError) return toMistakes(error.message)
    throw error
  }
}

/**
 * Reads the people in a file. This runs in the sandbox, because a malicious file can take seconds or much memory.
 */
export function readPeopleFile({ bytes: given, encoding, columns }: EnrollmentFile): PeopleFileResult {
  const bytes = unzipTable(given) ?? given
  if (bytes.length > MAX_FILE_BYTES) return toMistakes('This file is larger than 1 MB. Split it into smaller files.')
  if (isWorkbook(bytes)) return readPeople(readWorkbook(bytes), validatePerson, columns)
  const readings = findEncodingCandidates(bytes)
  if (readings.length > 0 && encoding === undefined) return { readings }
  const chosen = readings.length > 0 && encoding !== undefined ? decodeAs(bytes, encoding) : undefined
  const decoded = chosen === undefined ? decodeText(bytes) : validateText(chosen)
  if ('wrong' in decoded) return toMistakes(decoded.wrong)
  // A file of this size can't have more lines than this, so no line is lost.
  const table = parseTable(decoded.text, { maxRows: MAX_FILE_BYTES, longestRow: MAX_ROW_LENGTH })
  return readPeople(table, validatePerson, columns)
}

/** The only table in a ZIP: Google Forms downloads its responses in one. */
function unzipTable(bytes: Uint8Array): Uint8Array | undefined {
  if (!isWorkbook(bytes)) return undefined
  try {
    const tables = unzipSync(bytes, {
      filter: ({ name, originalSize }) =>
        /[.](?:csv|tsv|txt)$/i.test(name) && !name.startsWith('__MACOSX/') && originalSize <= MAX_FILE_BYTES,
    })
    const [table, ...others] = Object.values(tables)
    return others.length === 0 ? table : undefined
  } catch {
    return undefined
  }
}

const LABELS = { first_name: 'First name', last_name: 'Last name', credentials_after_name: 'Credentials' } as const

/** Validates the names and the email address by the rules of the member forms. Names are optional. */
function validatePerson(typed: PersonInput): ReturnType<PersonValidator> {
  const email = Email.safeParse(typed.email)
  const parts = {
    first_name: typed.firstName,
    last_name: typed.lastName,
    credentials_after_name: typed.credentialsAfterName,
  }
  const hasName = `${typed.firstName}${typed.lastName}`.trim() !== ''
  const name = hasName ? NameForm.safeParse(parts) : CredentialsForm.safeParse(parts)
  const problems = [
    ...(email.error?.issues.slice(0, 1) ?? []).map(({ message }) => formatProblem('Email', typed.email, message)),
    ...Object.entries(name.error ? groupMessagesByField(name.error) : {}).map(([field, [message = '']]) => {
      const part = field as keyof typeof LABELS
      return formatProblem(LABELS[part], parts[part], message)
    }),
  ]
  if (!email.data || problems.length > 0) return { problems }
  const {
    first_name: firstName,
    last_name: lastName,
    credentials_after_name: credentialsAfterName,
  } = { ...parts, ...name.data }
  return { person: { email: email.data, firstName, lastName, credentialsAfterName } }
}

function formatProblem(label: string, typed: string, message: string): string {
  return `${label} “${shorten(typed)}”: ${message.replace(/[.]?$/, '.')}`
}
