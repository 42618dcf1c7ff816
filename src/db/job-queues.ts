import type { QueueResult } from 'pg-boss'

/** Where jobs lie that have failed for good: nobody works them until they are put into their own queues again. */
export const FAILED_QUEUE = 'failed-jobs'
export const YEAR_SECONDS = 365 * 24 * 60 * 60

// A job that fails is tried for more than four days, the later times a quarter of an hour apart; one that waits for what is away
// is not failing (waiting-out.ts). The heartbeat tells within seconds that a process was killed with a job in its hands.
export const QUEUE_OPTIONS = {
  notify: true,
  retryLimit: 420,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 15 * 60,
  expireInSeconds: 30 * 60,
  heartbeatSeconds: 10,
  deadLetter: FAILED_QUEUE,
}
/** A version of the academy may have made it that wanted it otherwise. */
export const matchesQueueOptions = (queue: QueueResult) =>
  Object.entries(QUEUE_OPTIONS).every(([setting, wanted]) => queue[setting as keyof typeof QUEUE_OPTIONS] === wanted)

/** What `Backlog` tells of each kind. */
export const BACKLOG_SQL = `select name, (count(*) filter (where state < 'active'))::int as waiting,
    greatest(0, extract(epoch from now() - min(created_on)))::float as "oldestSeconds",
    greatest(0, extract(epoch from now() - min(created_on) filter (where retry_count = 0)))::float as "untriedSeconds",
    (count(*) filter (where retry_count > 0))::int as failing
  from pgboss.job where state < 'completed' and name <> '${FAILED_QUEUE}' and name !~ '^__pgboss' group by name order by name`

/** What has failed for good, by the name of its kind. */
export const FAILED_JOBS_SQL = `select source_name as name, count(*)::int as count
  from pgboss.job where name = '${FAILED_QUEUE}' and state < 'active' group by 1 order by 2 desc, 1`
