import type { Transaction } from '#db/open-database.ts'
import { recordEventForMembers } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { busyError } from '#shared/app-error.ts'
import type { Staff } from '#shared/policy.ts'
import { createEmailedLink } from '#features/people/accounts/emailed-links.public.ts'
import {
  findInvitee,
  insertMembers,
  Email,
  groupMessagesByField,
  NameForm,
} from '#features/people/accounts/accounts.public.ts'
import { ENROLLMENT_LIFETIME_MS, NO_PASSWORD } from '#features/people/accounts/account-limits.public.ts'

type PersonFields = { email: string; firstName: string; lastName: string; credentialsAfterName: string }

const LABELS = { first_name: 'First name', last_name: 'Last name', credentials_after_name: 'Credentials' } as const

/** Validates names and address with the members' form rules; returns messages when invalid. Names are optional. */
export function validatePerson(typed: PersonFields): { person: PersonFields } | { problems: string[] } {
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

const MAX_SHOWN_LENGTH = 60

function formatProblem(label: string, typed: string, message: string): string {
  const shown = typed.length > MAX_SHOWN_LENGTH ? `${typed.slice(0, MAX_SHOWN_LENGTH)}…` : typed
  return `${label} “${shown}”: ${message.replace(/[.]?$/, '.')}`
}

/** Creates accounts without passwords, all or (`busy`) none; returns their ids in the same order. */
export async function createAccounts(
  tx: Transaction,
  { people, by, at }: { people: (PersonFields & { username: string })[]; by: Staff; at: Date },
): Promise<string[]> {
  if (people.length === 0) return []
  const made = await insertMembers(
    tx,
    people.map((person) => ({ ...person, passwordHash: NO_PASSWORD, createdAt: at })),
  )
  const ids = new Map(made.map(({ id, username }) => [username, id]))
  const inOrder = people.map(({ username }) => ids.get(username)).filter((id) => id !== undefined)
  // Another account took a name or address concurrently.
  if (inOrder.length < people.length)
    throw busyError('Some of these accounts were just created elsewhere. Please try again.')
  await recordEventForMembers(tx, { at, kind: 'account.made', by, memberIds: inOrder })
  return inOrder
}

type PasswordLink = {
  memberId: string
  request: string
  next: string
  accessVersion?: number | undefined
}

/**
 * The link for choosing a first password; the same for the same request. Undefined when it was used or the account
 * can't be opened.
 */
export async function createPasswordLink(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  { memberId, request, next, accessVersion }: PasswordLink,
): Promise<{ email: string; username: string; address: string; days: number } | undefined> {
  const member = await findInvitee(deps.db, memberId)
  if (!member || member.lockedAt || member.erasedAt) return undefined
  if (accessVersion !== undefined && accessVersion !== member.accessVersion) return undefined
  const expiresAt = new Date(deps.now().getTime() + ENROLLMENT_LIFETIME_MS)
  const link = await createEmailedLink(deps, deps.db, { purpose: 'reset_password', memberId, request, expiresAt })
  if (link.saved === 'used') return undefined
  return {
    email: member.email,
    username: member.username,
    address: `${link.address}?next=${encodeURIComponent(next)}`,
    days: ENROLLMENT_LIFETIME_MS / (24 * 60 * 60_000),
  }
}
