import type { Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { getRequesterId } from '#features/people/accounts/accounts.public.ts'
import { INVITATION_LIFETIME_MS } from '#features/people/accounts/account-limits.public.ts'
import { consumeTokensFor, createEmailedLink } from '#features/people/accounts/emailed-links.public.ts'
import { lockInvitee } from './staff.queries.ts'

type InvitationDeps = Pick<Deps, 'db' | 'now' | 'config'>

/**
 * The link for choosing a first password. It works once, while its creator may still create staff. It is not stored;
 * the creator hands it on, so no email is needed. Invalidates earlier links.
 */
export async function createInvitation(
  deps: Omit<InvitationDeps, 'db'>,
  tx: Transaction,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<string> {
  const now = deps.now()
  await consumeTokensFor(tx, memberId, ['reset_password'], now)
  const { address } = await createEmailedLink(deps, tx, {
    purpose: 'reset_password',
    memberId,
    expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS),
    askedBy: getRequesterId(by),
  })
  return `${address}?next=${encodeURIComponent('/Studio/')}`
}

/** A new link for someone who has not chosen a password yet; rejected once they have. */
export async function renewInvitation(
  deps: InvitationDeps,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ link: string }> {
  if (!hasPermission(by, 'add staff')) throw permissionDeniedError(by, 'add staff')
  return deps.db.transaction(async (tx) => {
    const member = await lockInvitee(tx, memberId)
    if (!member) throw new AppError('not_found', 'Staff member not found.')
    if (member.hasChosen || member.lockedAt)
      throw new AppError(
        'invalid',
        'This staff member already chose a password. For a new link, use “Forgot your password?” on the login page.',
      )
    const link = await createInvitation(deps, tx, { memberId, by })
    await recordEvent(tx, { at: deps.now(), kind: 'account.invited_again', by, memberId })
    return { link }
  })
}
