import type { Executor, Transaction } from '#db/open-database.ts'
import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { endPendingFactors } from '#features/people/two-factor/two-factor.public.ts'
import { type Permission, hasPermission, type PermissionSubject } from '#shared/policy.ts'
import { consumeAllTokensFor } from './account-tokens.queries.ts'
import { findActingMember, incrementAccessVersion } from './account-access.queries.ts'
import { unscheduleDeletion } from './erasure.queries.ts'
import { deleteSessionsFor } from './sessions.queries.ts'

type EndAccessOptions = {
  at: Date
  /** The session in which the member changed the password. It doesn't end. */
  exceptSession?: string
}

/**
 * Revokes all access to an account. Ends its sessions with their confirmations of identity, logins that wait for a
 * second factor, the setup of factors, a pending email change, and all emailed links and invitations, including those
 * in queued emails. Removes the password of an account whose email address was never verified. The person who loses
 * access may have requested a deletion, or links for others, so this also cancels the deletion, and the invitations and
 * email changes that the member requested. Returns the access version for links that are requested from now on.
 */
export async function revokeAccess(
  tx: Transaction,
  memberId: string,
  { at, exceptSession }: EndAccessOptions,
): Promise<{ accessVersion: number | undefined; isDeletionCanceled: boolean }> {
  // This comes first, because it locks the member's row. Logins and emailed links lock that row first, too.
  const accessVersion = await incrementAccessVersion(tx, memberId)
  await deleteSessionsFor(tx, memberId, exceptSession === undefined ? {} : { but: exceptSession })
  // When the password is changed, links that log out a device remain valid. If an intruder changed it, the member needs
  // such a link to log the intruder out.
  await consumeAllTokensFor(tx, memberId, at, { but: exceptSession === undefined ? undefined : 'end_session' })
  await endPendingFactors(tx, memberId)
  const isDeletionCanceled = await unscheduleDeletion(tx, memberId)
  if (isDeletionCanceled)
    await recordEvent(tx, { at, kind: 'account.deletion_stopped', by: { kind: 'academy' }, memberId })
  return { accessVersion, isDeletionCanceled }
}

/** Returns the member who requested an action, or null if it was requested on the command line, for example. */
export function getRequesterId(by: Actor): string | null {
  return by.kind === 'member' ? by.memberId : null
}

/**
 * Whether the staff member who requested a delayed action may still perform it. `askedBy` is null if the member or the
 * command line requested it.
 */
export async function isStillPermitted<A extends Permission>(
  db: Executor,
  askedBy: string | null | undefined,
  act: A,
  ...subject: PermissionSubject<A>
): Promise<boolean> {
  if (askedBy === null || askedBy === undefined) return true
  const asker = await findActingMember(db, askedBy)
  if (!asker) return false
  return hasPermission({ kind: 'member', memberId: askedBy, role: asker.role }, act, ...subject)
}
