import { hasJobs } from '#db/stored-jobs.ts'
import type { Deps } from '#platform/deps.ts'
import { countFailedEmails, deleteEmailsBefore, listEmails, type EmailFilter } from './email-log.queries.ts'
import { EMAIL_RETENTION_MS, type EmailLogEntry } from './email-log.rules.ts'

/**
 * Lists emails that were sent or tried, newest first, and says whether there are more. The total `count` is optional
 * and covers all pages.
 */
export async function readEmailLog(
  { db }: Pick<Deps, 'db'>,
  filter: EmailFilter,
  { isCounted = false } = {},
): Promise<{ mails: EmailLogEntry[]; isMore: boolean; count: number }> {
  const wanted = { ...filter, limit: filter.limit + 1 }
  const { mails, count } = await listEmails(db, wanted, { hasJobs: await hasJobs(db), isCounted })
  return { mails: mails.slice(0, filter.limit), isMore: mails.length > filter.limit, count }
}

export async function getFailedEmailCount({ db }: Pick<Deps, 'db'>, since: Date): Promise<number> {
  return countFailedEmails(db, since, await hasJobs(db))
}

/** Deletes old log entries. The nightly job runs it. */
export async function deleteOldEmails({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteEmailsBefore(db, new Date(now().getTime() - EMAIL_RETENTION_MS))
}
