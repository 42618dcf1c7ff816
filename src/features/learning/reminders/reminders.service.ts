import type { Transaction } from '#db/open-database.ts'
import { createUnsubscribeAddress } from '#features/people/notifications/notifications.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { formatDay } from '#shared/dates.ts'
import type { JobData } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { renderStudyReminderEmail } from './reminder.email.ts'
import {
  countMembersToRemind,
  deleteReminder,
  findMembersToRemind,
  findReminderToSend,
  markAllReminded,
  insertReminders,
  listLectureProgress,
} from './reminders.queries.ts'
import { sendStudyReminder } from './reminders.queues.ts'
import { isNight, isTimeToRemind, getLastStudiedRange, MEMBERS_PER_BATCH, findResumePoint } from './reminders.rules.ts'

/** Sorts before every member ID. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/** The hourly job handler, which acts once a day: reminds due members in batches. */
export async function sendDueReminders({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const time = now()
  const { studyReminderDays: days, timeZone } = await readSite(db)
  if (days === 0 || !isTimeToRemind(time, timeZone)) return
  const looking = { studied: getLastStudiedRange(time, days), day: formatDay(time, timeZone), limit: MEMBERS_PER_BATCH }
  let after: string | undefined = FIRST
  while (after !== undefined) {
    const behind: string = after
    after = await db.transaction(async (tx) => {
      const { due, last } = await findMembersToRemind(tx, { ...looking, after: behind })
      await jobs.enqueueAll(tx, sendStudyReminder, await insertReminders(tx, due, looking.day))
      return last
    })
  }
}

/** After a restore, members who are due now may have been reminded since the backup, so those reminders are skipped. */
export async function skipPendingReminders(tx: Transaction, now: Date): Promise<void> {
  const { studyReminderDays: days, timeZone } = await readSite(tx)
  if (days > 0) await markAllReminded(tx, { studied: getLastStudiedRange(now, days), day: formatDay(now, timeZone) })
}

/**
 * The job handler. Checks everything again: a member who has studied or unsubscribed in the meantime gets no email, and
 * the reminder doesn't count as sent.
 */
export async function deliverStudyReminder(deps: Deps, reminder: JobData<typeof sendStudyReminder>): Promise<void> {
  const { db, config, mail, now } = deps
  const { memberId } = reminder
  const site = await readSite(db)
  const time = now()
  const isWanted = site.studyReminderDays > 0 && !isNight(time, site.timeZone)
  const studied = getLastStudiedRange(time, site.studyReminderDays)
  const found = isWanted ? await findReminderToSend(db, { ...reminder, studied }) : undefined
  const place = found && findResumePoint(await listLectureProgress(db, reminder))
  if (!found || !place) return deleteReminder(db, reminder)
  const { slug, title } = found
  const lecture = { slugOrPurchaseId: slug, lectureSlug: place.lecture.slug }
  const address = config.publicUrl + pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug', lecture)
  const leaving = createUnsubscribeAddress(deps, { memberId, kind: 'study-reminder' })
  await mail.send({
    to: found.email,
    memberId,
    ...renderStudyReminderEmail({ site, member: found, title, place, address, leaveAddress: leaving }),
  })
}

/** How many members would be reminded today if the setting were this number of days. */
export async function countDue({ db, now }: Pick<Deps, 'db' | 'now'>, days: number): Promise<number> {
  const time = now()
  const { timeZone } = await readSite(db)
  return countMembersToRemind(db, { studied: getLastStudiedRange(time, days), day: formatDay(time, timeZone) })
}
