import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import type { JobData } from '#shared/job.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { getRequesterId, isStillPermitted, findMailbox } from '#features/people/accounts/accounts.public.ts'
import { sendTestEmail } from '#features/people/accounts/account-emails.public.ts'
import { renderTestEmail } from './test.email.ts'

export async function requestTestEmail(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { memberId, by }: { memberId: string; by: Staff },
): Promise<{ address: string }> {
  if (!hasPermission(by, 'set up academy')) throw permissionDeniedError(by, 'set up academy')
  const member = await findMailbox(db, memberId)
  if (!member) throw new AppError('not_found', 'Member not found.')
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, sendTestEmail, { memberId, askedBy: getRequesterId(by) ?? undefined })
    await recordEvent(tx, { at: now(), kind: 'mail.tried', by, memberId })
  })
  return { address: member.email }
}

/** The job handler. */
export async function deliverTestEmail(
  { db, mail }: Deps,
  { memberId, askedBy }: JobData<typeof sendTestEmail>,
): Promise<void> {
  if (!(await isStillPermitted(db, askedBy, 'set up academy'))) return
  const member = await findMailbox(db, memberId)
  if (!member) return
  await mail.send({ to: member.email, memberId, ...renderTestEmail(await readSite(db)) })
}
