import type { QueueResult } from 'pg-boss'

/** The queue of permanently failed jobs. They stay there until they are retried. */
export const FAILED_QUEUE = 'failed-jobs'
export const YEAR_SECONDS = 365 * 24 * 60 * 60

// A failing job is retried for more than four days, eventually every 15 minutes. A job that waits for an unavailable
// service doesn't count as failing (see outage-retry.ts). The heartbeat shows within seconds that a process was killed
// while it ran a job.
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

/** Stores at most one job with this key per interval. Others are dropped. */
type JobThrottle = { key: string; minIntervalSeconds: number }

/** Either drops jobs that repeat within an interval, or delays the job. */
export type JobOptions = JobThrottle | { startAfter: Date }

export function toSendOptions(options: JobOptions | undefined) {
  if (!options || 'startAfter' in options) return options
  return { singletonKey: options.key, singletonSeconds: options.minIntervalSeconds }
}

/** Whether a queue has the current options. It doesn't if a version with other options created it. */
export const matchesQueueOptions = (queue: QueueResult) =>
  Object.entries(QUEUE_OPTIONS).every(([setting, wanted]) => queue[setting as keyof typeof QUEUE_OPTIONS] === wanted)

// The age of a delayed job counts from the time when it was due. For a retry, `start_after` is the time of the next
// attempt.
export const BACKLOG_SQL = `select name, (count(*) filter (where state < 'active'))::int as waiting,
    greatest(0, extract(epoch from now() - min(created_on)))::float as "oldestSeconds",
    greatest(0, extract(epoch from now() - min(created_on) filter (where retry_count = 0)))::float as "untriedSeconds",
    (count(*) filter (where retry_count > 0))::int as failing
  from (select name, state, retry_count, case state when 'created' then start_after else created_on end as created_on from pgboss.job) as job
  where state < 'completed' and not (state = 'created' and created_on > now()) and name <> '${FAILED_QUEUE}' and name !~ '^__pgboss' group by name order by name`

export const FAILED_JOBS_SQL = `select source_name as name, count(*)::int as count
  from pgboss.job where name = '${FAILED_QUEUE}' and state < 'active' group by 1 order by 2 desc, 1`
