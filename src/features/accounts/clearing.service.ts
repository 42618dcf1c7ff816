import { forgetClosedWindows } from '#features/throttling/throttling.public.ts'
import type { Deps } from '#platform/deps.ts'
import { deleteExpiredTokens } from './account-tokens.queries.ts'
import { deleteExpiredSessions } from './sessions.queries.ts'

/** The job of each night: deletes what nobody can use any more. */
export async function forgetExpired({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const time = now()
  await deleteExpiredSessions(db, time)
  await deleteExpiredTokens(db, time)
  await forgetClosedWindows(db, time)
}
