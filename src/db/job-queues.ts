import type { QueueResult } from 'pg-boss'

/** The queue of permanently failed jobs: nothing works on them until they are retried. */
export const FAILED_QUEUE = 'failed-jobs'
export const YEAR_SECONDS = 365 * 24 * 60 * 60

// A failing job is tried for more than four days, in the end every quarter of an hour; a job that waits for something
// unavailable is not failing (outage-retry.ts). The heartbeat detects within seconds that a process was killed while
// running a job.
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

/** Stores at most one job with this key in this many seconds; others are dropped. */
type JobThrottle = { key: string; minIntervalSeconds: number }

/** Either drops repeats within a time, or delays the job. */
export type JobOptions = JobThrottle | { startAfter: Date }

export function toSendOptions(options: JobOptions | undefined) {
  if (!options || 'startAfter' in options) return options
  return { singletonKey: options.key, singletonSeconds: options.minIntervalSeconds }
}

/** A version with other options may have created it. */
export const matchesQueueOptions = (queue: QueueResult) =>
  Object.entries(QUEUE_OPTIONS).every(([setting, wanted]) => queue[setting as keyof typeof QUEUE_OPTIONS] === wanted)

// For a job that was stored for later, the time counts from when it is due. The `start_after` of a retry is its next
// try.
export const BACKLOG_SQL = `select name, (count(*) filter (where state < 'active'))::int as waiting,
    greatest(0, extract(epoch from now() - min(created_on)))::float as "oldestSeconds",
    greatest(0, extract(epoch from now() - min(created_on) filter (where retry_count = 0)))::float as "untriedSeconds",
    (count(*) filter (where retry_count > 0))::int as failing
  from (select name, state, retry_count, case state when 'created' then start_after else created_on end as created_on from pgboss.job) as job
  where state < 'completed' and not (state = 'created' and created_on > now()) and name <> '${FAILED_QUEUE}' and name !~ '^__pgboss' group by name order by name`

export const FAILED_JOBS_SQL = `select source_name as name, count(*)::int as count
  from pgboss.job where name = '${FAILED_QUEUE}' and state < 'active' group by 1 order by 2 desc, 1`
