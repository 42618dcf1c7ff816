import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { deleteExpiredChallenges } from '#features/people/two-factor/two-factor.public.ts'
import { forgetClosedWindows } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { deleteExpiredTokens } from './account-tokens.queries.ts'
import { NETWORK_KEPT_MS, UNVERIFIED_KEPT_MS } from './accounts.rules.ts'
import { deleteExpiredEmailChanges } from './email-changes.queries.ts'
import { deleteExpiredSessionLinks } from './session-links.queries.ts'
import { deleteExpiredSessions, forgetNetworksOf } from './sessions.queries.ts'
import { deleteNeverVerified } from './unverified-accounts.queries.ts'

/** Of accounts that go, in one transaction. */
const AT_ONCE = 500

/** The job of each night: deletes what nobody can use any more. */
export async function forgetExpired(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { db, now } = deps
  const time = now()
  await deleteExpiredSessions(db, time)
  await forgetNetworksOf(db, new Date(time.getTime() - NETWORK_KEPT_MS))
  await deleteExpiredTokens(db, time)
  await deleteExpiredEmailChanges(db, time)
  await deleteExpiredSessionLinks(db, time)
  await deleteExpiredChallenges(db, time)
  await forgetClosedWindows(db, time)
  while ((await forgetNeverVerified(deps, time)) === AT_ONCE);
}

/** Names and addresses are free again then. Returns how many went. */
async function forgetNeverVerified({ db }: Pick<Deps, 'db'>, at: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const before = new Date(at.getTime() - UNVERIFIED_KEPT_MS)
    const accounts = await deleteNeverVerified(tx, { before, now: at, many: AT_ONCE })
    if (accounts > 0)
      await recordEvent(tx, { at, kind: 'account.never_verified', by: { kind: 'academy' }, after: { accounts } })
    return accounts
  })
}
