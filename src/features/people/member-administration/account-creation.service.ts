import type { Executor, Transaction } from '#db/open-database.ts'
import type { MemberNames } from '#features/foundation/email-texts/email-texts.public.ts'
import { recordEventForMembers } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { busyError } from '#shared/app-error.ts'
import type { Staff } from '#shared/policy.ts'
import { createEmailedLink } from '#features/people/accounts/emailed-links.public.ts'
import { insertMembers, listTakenUsernames, lockMailbox } from '#features/people/accounts/accounts.public.ts'
import { ENROLLMENT_LIFETIME_MS, NO_PASSWORD } from '#features/people/accounts/account-limits.public.ts'

import { suggestUsernames } from './usernames.rules.ts'

type PersonFields = { email: string; firstName: string; lastName: string; credentialsAfterName: string }

/** Adds available usernames, which are made from the email addresses. */
export async function assignUsernames(
  db: Executor,
  people: readonly PersonFields[],
): Promise<(PersonFields & { username: string })[]> {
  const names = people.map(({ email }) => suggestUsernames(email))
  const taken = new Set(
    await listTakenUsernames(
      db,
      names.flat().map((name) => name.toLowerCase()),
    ),
  )
  return people.map(({ email, firstName, lastName, credentialsAfterName }, index) => {
    const free = names[index] ?? []
    const username = free.find((name) => !taken.has(name.toLowerCase())) ?? free.at(-1) ?? ''
    taken.add(username.toLowerCase())
    return { email, firstName, lastName, credentialsAfterName, username }
  })
}

/**
 * Creates accounts without passwords. Creates either all of them or, with the error `busy`, none. Returns their IDs in
 * the same order.
 */
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
  // A concurrent request has created an account with one of these usernames or email addresses.
  if (inOrder.length < people.length) throw busyError('Someone else just created some of these accounts. Try again.')
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
 * Returns the link for choosing a first password. If the request is repeated, the link is the same. Returns undefined
 * if it was used or if the member can't log in.
 */
export async function createPasswordLink(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  { memberId, request, next, accessVersion }: PasswordLink,
): Promise<{ member: MemberNames & { email: string }; address: string; days: number } | undefined> {
  return deps.db.transaction(async (tx) => {
    const member = await lockMailbox(tx, memberId)
    if (!member || member.lockedAt || member.erasedAt) return undefined
    if (accessVersion !== undefined && accessVersion !== member.accessVersion) return undefined
    const expiresAt = new Date(deps.now().getTime() + ENROLLMENT_LIFETIME_MS)
    const link = await createEmailedLink(deps, tx, { purpose: 'reset_password', memberId, request, expiresAt })
    if (link.saved === 'used') return undefined
    return {
      member,
      address: `${link.address}?next=${encodeURIComponent(next)}`,
      days: ENROLLMENT_LIFETIME_MS / (24 * 60 * 60_000),
    }
  })
}
