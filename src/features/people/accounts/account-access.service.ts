import type { Executor, Transaction } from '#db/open-database.ts'
import { endPendingFactors } from '#features/people/two-factor/two-factor.public.ts'
import { type Permission, hasPermission, type Staff, type PermissionSubject } from '#shared/policy.ts'
import { consumeAllTokensFor } from './account-tokens.queries.ts'
import { findActingMember, incrementAccessVersion } from './account-access.queries.ts'
import { deleteEmailChange } from './email-changes.queries.ts'
import { deleteSessionLinksFor } from './session-links.queries.ts'
import { deleteSessionsFor } from './sessions.queries.ts'

type EndAccessOptions = {
  at: Date
  /** At a password change the member stays logged in where they changed it. */
  exceptSession?: string
}

/**
 * Ends everything that leads into an account: sessions with their step-up confirmations, logins that wait for a second factor, pending
 * factor set-ups, a pending email change, all mailed links, invitations and links in queued emails included, and the password of an account
 * whose email was never verified. Returns the access version for links that are asked for from now on.
 */
export async function revokeAccess(
  tx: Transaction,
  memberId: string,
  { at, exceptSession }: EndAccessOptions,
): Promise<number | undefined> {
  // First: it holds the member's row, as logins and links do.
  const accessVersion = await incrementAccessVersion(tx, memberId)
  await deleteSessionsFor(tx, memberId, exceptSession === undefined ? {} : { but: exceptSession })
  await consumeAllTokensFor(tx, memberId, at)
  await deleteEmailChange(tx, memberId)
  await endPendingFactors(tx, memberId)
  // These only log a device out. At a password change they stay: whoever changed it may be the one the link logs out.
  if (exceptSession === undefined) await deleteSessionLinksFor(tx, memberId)
  return accessVersion
}

/** Who asked for what takes effect later; null for the command line. */
export function getRequesterId(by: Staff): string | null {
  return by.kind === 'member' ? by.memberId : null
}

/** Whether the member of staff who asked for a delayed act may do it now. `askedBy` null: the member themself or the command line did. */
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
