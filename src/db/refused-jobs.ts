// This file defines how permanently failed jobs differ from others, and how they are handled.

// A job that has already failed permanently has the longest possible retry delay.
export const IS_REFUSED_SQL = 'retry_delay >= retry_delay_max'
export const PROBE_SQL = `update pgboss.job set start_after = now(), retry_count = greatest(retry_count - 1, 0) where id = (
    select id from pgboss.job where name = $1 and state = 'retry' and start_after > now() and not ${IS_REFUSED_SQL}
      and created_on > now() - interval '4 days' order by random() limit 1)`
// Even after a permanent failure, a job is retried a few times, 15 minutes apart, because a server may have been
// misconfigured for a while. It doesn't matter how often the job was tried before.
export const MAX_TRIES_OF_REFUSED = 4
export const GIVE_UP_SOON_SQL = `update pgboss.job set retry_delay = retry_delay_max,
    retry_limit = case when ${IS_REFUSED_SQL} then retry_limit else least(retry_limit, retry_count + $2) end
  where id = $1
  returning retry_count >= retry_limit as "isLast"`
