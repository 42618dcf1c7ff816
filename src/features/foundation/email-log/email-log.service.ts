import { hasJobs } from '#db/stored-jobs.ts'
import type { Deps } from '#platform/deps.ts'
import { countFailedMails, deleteMailsBefore, listMails, type MailFilter } from './email-log.queries.ts'
import { MAILS_KEPT_MS, type SentMail } from './email-log.rules.ts'

/** What was mailed, or tried to be, the newest first, and whether there are older ones. */
export async function readMails(
  { db }: Pick<Deps, 'db'>,
  filter: MailFilter,
): Promise<{ mails: SentMail[]; isMore: boolean }> {
  const found = await listMails(db, { ...filter, limit: filter.limit + 1 }, await hasJobs(db))
  return { mails: found.slice(0, filter.limit), isMore: found.length > filter.limit }
}

/** How many letters did not go out since a time, and are not tried again. */
export async function failedMails({ db }: Pick<Deps, 'db'>, since: Date): Promise<number> {
  return countFailedMails(db, since, await hasJobs(db))
}

/** The job of each night: what was mailed more than ninety days ago. */
export async function forgetMails({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteMailsBefore(db, new Date(now().getTime() - MAILS_KEPT_MS))
}
