import type { Transaction } from '#db/open-database.ts'
import { AppError } from '#shared/app-error.ts'
import {
  type Permission,
  hasPermission,
  permissionDeniedError,
  PermissionDeniedError,
  type Staff,
} from '#shared/policy.ts'
import { lockStaffAndMember } from './accounts.queries.ts'

export type LockedStaff = Awaited<ReturnType<typeof lockStaffAndMember>>

/** What staff can do to an account. Whether they may do it depends on the account's role. */
type AccountPermission = 'lock account' | 'unlock account' | 'end sessions' | 'change name' | 'change email'

/**
 * Locks the rows of the member and all staff until the transaction ends, and checks the permission against their
 * current roles.
 */
export async function lockAndAuthorize(
  tx: Transaction,
  act: AccountPermission,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ held: LockedStaff; role: LockedStaff[number]['role'] }> {
  const held = await lockStaffAndMember(tx, memberId)
  const subject = held.find(({ id }) => id === memberId)
  const role = subject?.invitedRole ?? subject?.role
  if (role === undefined) throw new AppError('not_found', 'Member not found.')
  if (!hasPermission(by, act, { memberId, role })) throw permissionDeniedError(by, act)
  assertStillPermitted(held, by, act)
  return { held, role }
}

/**
 * Throws if the permission was lost. If two owners take away each other's role or lock each other at the same time, the
 * second one no longer has it.
 */
export function assertStillPermitted(held: LockedStaff, by: Staff, act: Permission): void {
  const isStill =
    by.kind === 'command_line' ||
    held.some(({ id, role, isLocked }) => id === by.memberId && role === by.role && !isLocked)
  if (!isStill)
    throw new PermissionDeniedError(
      'forbidden',
      'Your account doesn’t have permission to do this. Please ask an owner.',
      { staff: by, act },
    )
}
