import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { deleteExpiredChallenges } from '#features/people/two-factor/two-factor.public.ts'
import { deleteClosedWindows } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { deleteExpiredTokens } from './account-tokens.queries.ts'
import { NETWORK_RETENTION_MS, UNVERIFIED_RETENTION_MS } from './accounts.rules.ts'
import { deleteExpiredSessions, clearNetworksBefore } from './sessions.queries.ts'
import { deleteUnverified } from './unverified-accounts.queries.ts'

const BATCH_SIZE = 500

/** Deletes what has expired. The nightly job runs it. */
export async function deleteExpired(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { db, now } = deps
  const time = now()
  await deleteExpiredSessions(db, time)
  await clearNetworksBefore(db, new Date(time.getTime() - NETWORK_RETENTION_MS))
  await deleteExpiredTokens(db, time)
  await deleteExpiredChallenges(db, time)
  await deleteClosedWindows(db, time)
  while ((await deleteUnverifiedAccounts(deps, time)) === BATCH_SIZE);
}

/**
 * Deletes accounts that were never verified, so that their usernames and addresses are available again. Returns how
 * many were deleted.
 */
async function deleteUnverifiedAccounts({ db }: Pick<Deps, 'db'>, at: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const before = new Date(at.getTime() - UNVERIFIED_RETENTION_MS)
    const accounts = await deleteUnverified(tx, { before, now: at, many: BATCH_SIZE })
    if (accounts > 0)
      await recordEvent(tx, { at, kind: 'account.never_verified', by: { kind: 'academy' }, after: { accounts } })
    return accounts
  })
}
