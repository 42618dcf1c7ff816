import { recordEvent } from '#features/audit/audit.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { type Act, may, notAllowed, RefusedAct, type Role, type Staff } from '#shared/policy.ts'
import { holdStaffAnd, setRole } from './accounts.queries.ts'
import { deleteSessionsOf } from './sessions.queries.ts'

type Change = { memberId: string; role: Role; by: Staff }

/** Makes a member another kind of staff, or a learner; returns what he was. All of his sessions end. The last owner stays what he is. */
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
    await deleteSessionsOf(tx, memberId)
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

type Held = Awaited<ReturnType<typeof holdStaffAnd>>

/** Two owners who take each other's role away, or lock each other, at once: one of them is no owner any more when it is his turn. */
export function refuseUnlessStill(held: Held, by: Staff, act: Act): void {
  const isStill =
    by.kind === 'command_line' ||
    held.some(({ id, role, isLocked }) => id === by.memberId && role === by.role && !isLocked)
  if (!isStill) throw new RefusedAct('forbidden', 'Your account is not allowed to do this.', { staff: by, act })
}

export function refuseLastOwner(held: Held, memberId: string): void {
  const isAnother = held.some(({ id, role, canStay }) => id !== memberId && role === 'owner' && canStay)
  if (!isAnother)
    throw new AppError('invalid', 'This is the last owner of the academy. Make somebody else an owner first.')
}
