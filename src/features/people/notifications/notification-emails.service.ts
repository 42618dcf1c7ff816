import { jobUnderWay } from '#db/job-under-way.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { DataOf } from '#shared/job.ts'
import { leaveAddress } from './unsubscribe-link.service.ts'
import { type Due, listDue, listForLetter, settleLetter, takeForLetter } from './notification-emails.queries.ts'
import { noticesLetter } from './notifications.email.ts'
import { mailNotices } from './notifications.queues.ts'
import { inWords, isNoticeKind, lettersDue, PLANNED_AT_ONCE } from './notifications.rules.ts'

/** The job of each hour. Planned twice, a letter goes once: the second one finds nothing left to say. What a break left out is planned an hour later. */
export async function planDue({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { timeZone } = await readSite(db)
  const before = lettersDue(now(), timeZone)
  if (!before) return
  let after: Due | undefined
  do {
    const behind: Due | undefined = after
    const due = await listDue(db, { before, after: behind, limit: PLANNED_AT_ONCE })
    const letters = due.map((each) => ({
      ...each,
      before: (each.due === 'weekly' ? before.weekly : before.daily).toISOString(),
    }))
    await jobs.enqueueAll(db, mailNotices, letters)
    after = due.length === PLANNED_AT_ONCE ? due.at(-1) : undefined
  } while (after)
}

/**
 * The job: one letter of one kind, so that leaving it leaves just that. What it says is asked for now. It is the letter of the job, however
 * often that is tried: what has gone out is marked at once, so that only a process that dies in between sends it again.
 */
export async function mailTold(
  deps: Pick<Deps, 'db' | 'mail' | 'config'>,
  { memberId, kind, due, before }: DataOf<typeof mailNotices>,
  jobId: string,
): Promise<void> {
  const { db, mail, config } = deps
  const letter = jobUnderWay()?.id ?? jobId
  await takeForLetter(db, { memberId, kind, due, before: new Date(before), letter })
  const found = await listForLetter(db, letter)
  const [first] = found
  if (first && isNoticeKind(kind)) {
    const told = found.map(({ address, count, ...said }) => ({ address, words: inWords(said, count) }))
    const said = { site: await readSite(db), kind, told, publicUrl: config.publicUrl }
    await mail.send({
      to: first.email,
      memberId,
      ...noticesLetter({ ...said, leaveAddress: leaveAddress(deps, { memberId, kind }) }),
    })
  }
  await settleLetter(db, letter)
}
