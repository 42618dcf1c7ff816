import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { may, notAllowed, type Role, type Staff } from '#shared/policy.ts'
import { endAccess } from './account-access.service.ts'
import { holdStaffAnd, setRole } from './accounts.queries.ts'
import { type Held, refuseUnlessStill } from './account-permissions.service.ts'

type Change = { memberId: string; role: Role; by: Staff }

/** Makes a member another kind of staff, or a learner; returns what they were. Everything that led into the account ends. The last owner stays one. */
export async function setRoleOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, role, by }: Change,
): Promise<{ before: Role }> {
  if (!may(by, 'change role', { memberId })) throw notAllowed(by, 'change role')
  return db.transaction(async (tx) => {
    const held = await holdStaffAnd(tx, memberId)
    refuseUnlessStill(held, by, 'change role')
    const before = held.find(({ id }) => id === memberId)?.role
    if (before === undefined) throw new AppError('not_found', 'There is no such member.')
    if (before === role) return { before }
    if (before === 'owner') refuseLastOwner(held, memberId)
    await setRole(tx, memberId, role)
    await endAccess(tx, memberId, { at: now() })
    await recordEvent(tx, {
      at: now(),
      kind: 'account.role_changed',
      by,
      memberId,
      before: { role: before },
      after: { role },
    })
    return { before }
  })
}

export function refuseLastOwner(held: Held, memberId: string): void {
  const isAnother = held.some(({ id, role, canStay }) => id !== memberId && role === 'owner' && canStay)
  if (!isAnother)
    throw new AppError('invalid', 'This is the last owner of the academy. Make somebody else an owner first.')
}
