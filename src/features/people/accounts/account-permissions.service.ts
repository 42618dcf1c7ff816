import type { Transaction } from '#db/open.ts'
import { AppError } from '#shared/app-error.ts'
import { type Act, may, notAllowed, RefusedAct, type Staff } from '#shared/policy.ts'
import { holdStaffAnd } from './accounts.queries.ts'

export type Held = Awaited<ReturnType<typeof holdStaffAnd>>

/** What staff does to an account: whether they may depends on whose it is. */
type AccountAct = 'lock account' | 'unlock account' | 'end sessions' | 'change name' | 'change email'

/** Holds the member, and all of the staff, until the transaction ends; refuses who may not do this to him, by the roles of now. */
export async function holdFor(
  tx: Transaction,
  act: AccountAct,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ held: Held; role: Held[number]['role'] }> {
  const held = await holdStaffAnd(tx, memberId)
  const role = held.find(({ id }) => id === memberId)?.role
  if (role === undefined) throw new AppError('not_found', 'There is no such member.')
  if (!may(by, act, { memberId, role })) throw notAllowed(by, act)
  refuseUnlessStill(held, by, act)
  return { held, role }
}

/** Two owners who take each other's role away, or lock each other, at once: one of them is no owner any more when it is his turn. */
export function refuseUnlessStill(held: Held, by: Staff, act: Act): void {
  const isStill =
    by.kind === 'command_line' ||
    held.some(({ id, role, isLocked }) => id === by.memberId && role === by.role && !isLocked)
  if (!isStill) throw new RefusedAct('forbidden', 'Your account is not allowed to do this.', { staff: by, act })
}
