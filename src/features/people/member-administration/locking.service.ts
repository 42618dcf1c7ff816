import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { Staff } from '#shared/policy.ts'
import { revokeAccess, setLocked, setUnlocked, lockAndAuthorize } from '#features/people/accounts/accounts.public.ts'
import { ACCOUNT_LOCKED } from '#features/people/accounts/account-limits.public.ts'
import { assertNotLastOwner } from './roles.service.ts'

type LockInput = {
  memberId: string
  because?: string | undefined
  by: Staff
}

/**
 * Prevents all access to the account until it is unlocked, but keeps the password. Only the command line can lock the
 * last owner.
 */
export async function lockAccount(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, because, by }: LockInput,
): Promise<void> {
  const at = now()
  await db.transaction(async (tx) => {
    // The rows are locked first, so that a login in progress waits for them and then finds the account locked.
    const { held, role } = await lockAndAuthorize(tx, 'lock account', { memberId, by })
    if (role === 'owner' && by.kind !== 'command_line') assertNotLastOwner(held, memberId)
    await setLocked(tx, memberId, { at, because: because ?? ACCOUNT_LOCKED })
    await revokeAccess(tx, memberId, { at })
    const personal = because === undefined ? {} : { because }
    await recordEvent(tx, { at, kind: 'account.locked', by, memberId, personal })
  })
}

export async function unlockAccount(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { memberId, by }: Pick<LockInput, 'memberId' | 'by'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAndAuthorize(tx, 'unlock account', { memberId, by })
    if (!(await setUnlocked(tx, memberId))) throw new AppError('invalid', 'This account isn’t locked.')
    await recordEvent(tx, { at: now(), kind: 'account.unlocked', by, memberId })
  })
}
