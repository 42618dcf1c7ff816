import { getCurrentJob } from '#db/current-job.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { JobData } from '#shared/job.ts'
import { createUnsubscribeAddress } from './unsubscribe.service.ts'
import {
  type DueEmail,
  listDueEmails,
  listForEmail,
  completeEmail,
  claimForEmail,
} from './notification-emails.queries.ts'
import { renderNotificationsEmail } from './notifications.email.ts'
import { sendNotificationEmail } from './notifications.queues.ts'
import { formatNotification, isEmailKind, getDueCutoffs, PLAN_BATCH_SIZE } from './notifications.rules.ts'

/**
 * Plans the emails that are due. The hourly job runs it. If an email is planned twice, it is sent only once, because
 * the second time, there is nothing to send. If an hour is missed, the next one catches up.
 */
export async function planDueEmails({ db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { timeZone } = await readSite(db)
  const before = getDueCutoffs(now(), timeZone)
  if (!before) return
  let after: DueEmail | undefined
  do {
    const behind: DueEmail | undefined = after
    const due = await listDueEmails(db, { before, after: behind, limit: PLAN_BATCH_SIZE })
    const emails = due.map((each) => ({
      ...each,
      before: (each.due === 'weekly' ? before.weekly : before.daily).toISOString(),
    }))
    await jobs.enqueueAll(db, sendNotificationEmail, emails)
    after = due.length === PLAN_BATCH_SIZE ? due.at(-1) : undefined
  } while (after)
}

/**
 * The job handler: sends one email for one kind, so that unsubscribing affects only that kind. Its content is read when
 * it is sent. Each attempt uses the same email ID, under which the email is logged right after sending. So the email is
 * sent twice only if there is a crash in between.
 */
export async function deliverNotificationEmail(
  deps: Pick<Deps, 'db' | 'mail' | 'config'>,
  { memberId, kind, due, before }: JobData<typeof sendNotificationEmail>,
  jobId: string,
): Promise<void> {
  const { db, mail, config } = deps
  const emailId = getCurrentJob()?.id ?? jobId
  await claimForEmail(db, { memberId, kind, due, before: new Date(before), emailId })
  const found = await listForEmail(db, emailId)
  const [first] = found
  if (first && isEmailKind(kind)) {
    const listed = found.map(({ address, count, ...said }) => ({ address, words: formatNotification(said, count) }))
    const said = { site: await readSite(db), member: first, kind, listed, publicUrl: config.publicUrl }
    await mail.send({
      to: first.email,
      memberId,
      ...renderNotificationsEmail({ ...said, leaveAddress: createUnsubscribeAddress(deps, { memberId, kind }) }),
    })
  }
  await completeEmail(db, emailId)
}
