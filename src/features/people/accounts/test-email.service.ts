import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { DataOf } from '#shared/job.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { askerOf, mayStill } from './account-access.service.ts'
import { sendTestMail } from './accounts.queues.ts'
import { testLetter } from './accounts.email.ts'
import { findMailbox } from './accounts.queries.ts'

/** Has a letter sent to the member of staff who asks, so that it is seen whether mails go out and how they look. */
export async function askForTestMail(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ address: string }> {
  if (!may(by, 'set up academy')) throw notAllowed(by, 'set up academy')
  const member = await findMailbox(db, memberId)
  if (!member) throw new AppError('not_found', 'There is no such member.')
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, sendTestMail, { memberId, askedBy: askerOf(by) ?? undefined })
    await recordEvent(tx, { at: now(), kind: 'mail.tried', by, memberId })
  })
  return { address: member.email }
}

/** The job. */
export async function mailTest({ db, mail }: Deps, { memberId, askedBy }: DataOf<typeof sendTestMail>): Promise<void> {
  if (!(await mayStill(db, askedBy, 'set up academy'))) return
  const member = await findMailbox(db, memberId)
  if (!member) return
  await mail.send({ to: member.email, memberId, ...testLetter(await readSite(db)) })
}
