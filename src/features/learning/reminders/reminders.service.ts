import type { Transaction } from '#db/open.ts'
import { leaveAddress } from '#features/people/notifications/notifications.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { dayOf } from '#shared/dates.ts'
import type { DataOf } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { studyReminderLetter } from './reminders.email.ts'
import {
  countToRemind,
  deleteReminder,
  findToRemind,
  findToSend,
  insertAllAsReminded,
  insertReminders,
  listOnTheWay,
} from './reminders.queries.ts'
import { sendStudyReminder } from './reminders.queues.ts'
import { isNight, isTimeToRemind, lastStudied, MEMBERS_AT_ONCE, placeIn } from './reminders.rules.ts'

/** No member's id comes before it. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/** The job of each hour, which does something in one of the academy's day: reminds who is due, some members after the other. */
export async function remindDue({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const time = now()
  const { studyReminderDays: days, timeZone } = await readSite(db)
  if (days === 0 || !isTimeToRemind(time, timeZone)) return
  const looking = { studied: lastStudied(time, days), day: dayOf(time, timeZone), limit: MEMBERS_AT_ONCE }
  let after: string | undefined = FIRST
  while (after !== undefined) {
    const behind: string = after
    after = await db.transaction(async (tx) => {
      const { due, last } = await findToRemind(tx, { ...looking, after: behind })
      await jobs.enqueueAll(tx, sendStudyReminder, await insertReminders(tx, due, looking.day))
      return last
    })
  }
}

/** After a restore: who is due by now may have been reminded since the backup, and is not reminded of the same course again. */
export async function countAsReminded(tx: Transaction, now: Date): Promise<void> {
  const { studyReminderDays: days, timeZone } = await readSite(tx)
  if (days > 0) await insertAllAsReminded(tx, { studied: lastStudied(now, days), day: dayOf(now, timeZone) })
}

/** The job. Everything is asked again: who has studied or left meanwhile, say, gets nothing, and it counts as not sent. */
export async function mailReminder(deps: Deps, reminder: DataOf<typeof sendStudyReminder>): Promise<void> {
  const { db, config, mail, now } = deps
  const { memberId } = reminder
  const site = await readSite(db)
  const time = now()
  const isWanted = site.studyReminderDays > 0 && !isNight(time, site.timeZone)
  const studied = lastStudied(time, site.studyReminderDays)
  const found = isWanted ? await findToSend(db, { ...reminder, studied }) : undefined
  const place = found && placeIn(await listOnTheWay(db, reminder))
  if (!found || !place) return deleteReminder(db, reminder)
  const { email, slug, title } = found
  const lecture = { slugOrPurchaseId: slug, lectureSlug: place.lecture.slug }
  const address = config.publicUrl + pageAddress('/MyAcademy/:slugOrPurchaseId/Lecture/:lectureSlug', lecture)
  const leaving = leaveAddress(deps, { memberId, kind: 'study-reminder' })
  await mail.send({
    to: email,
    memberId,
    ...studyReminderLetter({ site, title, place, address, leaveAddress: leaving }),
  })
}

/** How many members would be reminded today, if it were after so many days. */
export async function countDue({ db, now }: Pick<Deps, 'db' | 'now'>, days: number): Promise<number> {
  const time = now()
  const { timeZone } = await readSite(db)
  return countToRemind(db, { studied: lastStudied(time, days), day: dayOf(time, timeZone) })
}
