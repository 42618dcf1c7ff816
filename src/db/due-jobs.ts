const POLL_INTERVAL_MS = 2_000
/** After this time, a poll that gets no result is abandoned, for example because the connection broke. */
const POLL_TIMEOUT_MS = 20_000

const DUE_JOBS_SQL = `select name from unnest($1::text[]) as kind (name) where exists (
    select from pgboss.job where job.name = kind.name and state < 'active' and not blocked and start_after <= now())`

/**
 * Finds due jobs that sent no notification, such as retries. Uses one statement for all kinds of jobs instead of one
 * per worker. The functions in `wakers` wake up the workers of each kind. The caller must clear the timer.
 */
export function pollDueJobs(
  wakers: ReadonlyMap<string, () => void>,
  ask: (statement: string, values: unknown[]) => Promise<unknown[]>,
): NodeJS.Timeout {
  let waitsUntil = 0
  async function look(): Promise<void> {
    if (performance.now() < waitsUntil) return
    waitsUntil = performance.now() + POLL_TIMEOUT_MS
    const due = (await ask(DUE_JOBS_SQL, [[...wakers.keys()]])) as { name: string }[]
    for (const { name } of due) wakers.get(name)?.()
    waitsUntil = 0
  }
  return setInterval(() => void look(), POLL_INTERVAL_MS).unref()
}
