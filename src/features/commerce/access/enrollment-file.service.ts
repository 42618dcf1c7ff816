import { Email, groupMessagesByField, NameForm } from '#features/people/accounts/member-forms.public.ts'
import { runInSandbox, SandboxLimitError } from '#platform/sandbox.ts'
import type { Encoding } from '#shared/text-encoding.ts'
import {
  type PeopleFileResult,
  type PersonInput,
  type PersonValidator,
  readPeople,
  shorten,
} from './enrollment.rules.ts'

type EnrollmentFile = { bytes: Uint8Array; encoding?: Encoding | undefined }

const readInSandbox = runInSandbox<typeof readPeopleFile>(new URL(import.meta.url), 'readPeopleFile', {
  cpuMs: 5_000,
  memoryMb: 256,
})

/** Reads all people in a file, or returns its errors. Stores nothing. Throws `busy`. */
export async function readEnrollmentFile(file: EnrollmentFile, member: string): Promise<PeopleFileResult> {
  try {
    return await readInSandbox(file, member)
  } catch (error) {
    if (error instanceof SandboxLimitError) return { mistakes: [{ line: null, message: error.message }] }
    throw error
  }
}

/**
 * Reads the people in a file. This runs in the sandbox, because checking the lines of a malicious file can take
 * seconds.
 */
export function readPeopleFile({ bytes, encoding }: EnrollmentFile): PeopleFileResult {
  return readPeople(bytes, validatePerson, encoding)
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
  const hasName = Object.values(parts).some((part) => part.trim() !== '')
  const name = hasName ? NameForm.safeParse(parts) : undefined
  const problems = [
    ...(email.error?.issues.slice(0, 1) ?? []).map(({ message }) => formatProblem('Email', typed.email, message)),
    ...Object.entries(name?.error ? groupMessagesByField(name.error) : {}).map(([field, [message = '']]) => {
      const part = field as keyof typeof LABELS
      return formatProblem(LABELS[part], parts[part], message)
    }),
  ]
  if (!email.data || problems.length > 0) return { problems }
  const {
    first_name: firstName,
    last_name: lastName,
    credentials_after_name: credentialsAfterName,
  } = name?.data ?? parts
  return { person: { email: email.data, firstName, lastName, credentialsAfterName } }
}

function formatProblem(label: string, typed: string, message: string): string {
  return `${label} “${shorten(typed)}”: ${message.replace(/[.]?$/, '.')}`
}
