import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { twoFactorChanged, removeFactors } from '#features/people/two-factor/two-factor.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { getRequesterId, lockMemberRow, revokeAccess } from '#features/people/accounts/accounts.public.ts'

/** Removes all factors and ends all sessions. Used for members who lost their phone and their recovery codes. */
export async function resetTwoFactor(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<void> {
  if (!hasPermission(by, 'reset two-factor', { memberId })) throw permissionDeniedError(by, 'reset two-factor')
  await db.transaction(async (tx) => {
    await lockMemberRow(tx, memberId, getRequesterId(by))
    const { hadCodes, passkeys } = await removeFactors(tx, memberId)
    if (!hadCodes && passkeys === 0)
      throw new AppError('invalid', 'Two-factor authentication is already off for this member.')
    await revokeAccess(tx, memberId, { at: now() })
    const before = { app: hadCodes, passkeys }
    await recordEvent(tx, { at: now(), kind: 'factor.reset', by, memberId, before })
    await jobs.enqueue(tx, twoFactorChanged, { memberId, change: 'all_reset' })
  })
}
