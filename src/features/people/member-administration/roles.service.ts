import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Role, type Staff } from '#shared/policy.ts'
import {
  getRequesterId,
  revokeAccess,
  lockStaffAndMember,
  setInvitedRole,
  setRole,
  type LockedStaff,
  assertStillPermitted,
} from '#features/people/accounts/accounts.public.ts'

type RoleChange = { memberId: string; role: Role; by: Staff }

/**
 * Changes a member's role, or the role in a pending invitation, and returns the previous one. Revokes all access to the
 * account, including the invitation's link. The last owner's role can't be changed.
 */
export async function setMemberRole(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, role, by }: RoleChange,
): Promise<{ before: Role; isInvited: boolean }> {
  if (!hasPermission(by, 'change role', { memberId })) throw permissionDeniedError(by, 'change role')
  return db.transaction(async (tx) => {
    const held = await lockStaffAndMember(tx, memberId)
    assertStillPermitted(held, by, 'change role')
    const member = held.find(({ id }) => id === memberId)
    if (!member) throw new AppError('not_found', 'Member not found.')
    const before = member.invitedRole ?? member.role
    const isInvited = member.invitedRole !== null && role !== 'learner'
    if (before === role) return { before, isInvited }
    if (member.role === 'owner') assertNotLastOwner(held, memberId)
    if (member.invitedRole !== null)
      await setInvitedRole(tx, memberId, { role: role === 'learner' ? null : role, by: getRequesterId(by) })
    else if (member.role !== 'learner' || member.isVerified) await setRole(tx, memberId, role)
    else throw new AppError('invalid', 'This member hasn’t verified their email yet. Invite them as staff instead.')
    await revokeAccess(tx, memberId, { at: now() })
    await recordEvent(tx, {
      at: now(),
      kind: 'account.role_changed',
      by,
      memberId,
      before: { role: before },
      after: { role },
    })
    return { before, isInvited }
  })
}

export function assertNotLastOwner(held: LockedStaff, memberId: string): void {
  const isAnother = held.some(({ id, role, canStay }) => id !== memberId && role === 'owner' && canStay)
  if (!isAnother)
    throw new AppError('invalid', 'This is the only owner of the academy. Make someone else an owner first.')
}
