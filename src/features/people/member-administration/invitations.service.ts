import type { Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff, type StaffRole } from '#shared/policy.ts'
import {
  getRequesterId,
  lockMemberRow,
  revokeAccess,
  setInvitedRole,
} from '#features/people/accounts/accounts.public.ts'
import { INVITATION_LIFETIME_MS } from '#features/people/accounts/account-limits.public.ts'
import { createEmailedLink } from '#features/people/accounts/emailed-links.public.ts'
import { lockInvitee } from './staff.queries.ts'

type InvitationDeps = Pick<Deps, 'db' | 'now' | 'config'>
type Invitation = { memberId: string; role: StaffRole; by: Staff }

/**
 * Returns a link for choosing a password. Using it assigns the role, once, provided that the inviter may still add
 * staff. The link is not stored; the inviter passes it on, so no email is needed. Revokes existing access, including
 * earlier links.
 */
export async function inviteAsStaff(
  deps: Omit<InvitationDeps, 'db'>,
  tx: Transaction,
  { memberId, role, by }: Invitation,
): Promise<string> {
  const now = deps.now()
  await setInvitedRole(tx, memberId, { role, by: getRequesterId(by) })
  await revokeAccess(tx, memberId, { at: now })
  const { address } = await createEmailedLink(deps, tx, {
    purpose: 'reset_password',
    memberId,
    expiresAt: new Date(now.getTime() + INVITATION_LIFETIME_MS),
    askedBy: getRequesterId(by),
    data: { role },
  })
  return `${address}?next=${encodeURIComponent('/Studio/')}`
}

/** Creates a new link for an invited person who has not accepted yet. Throws if they have. */
export async function renewInvitation(
  deps: InvitationDeps,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ link: string }> {
  if (!hasPermission(by, 'add staff')) throw permissionDeniedError(by, 'add staff')
  return deps.db.transaction(async (tx) => {
    await lockMemberRow(tx, memberId, getRequesterId(by))
    const member = await lockInvitee(tx, memberId)
    if (!member) throw new AppError('not_found', 'Staff member not found.')
    const { invitedRole: role } = member
    if (member.lockedAt)
      throw new AppError('invalid', 'This account is locked. Unlock it on the member’s page, then create a new link.')
    if (role === null)
      throw new AppError(
        'invalid',
        'This staff member has already chosen a password. For a new one, they can use “Forgot your password?” on the login page.',
      )
    // Also done if the email has since been verified: it may have changed after the first invitation, and only the
    // invitation assigns the role.
    const link = await inviteAsStaff(deps, tx, { memberId, role, by })
    await recordEvent(tx, { at: deps.now(), by, memberId, kind: 'account.invited_again' })
    return { link }
  })
}
