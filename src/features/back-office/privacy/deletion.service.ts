import {
  scheduleDeletion,
  findDeletion,
  findMember,
  isLastOwner,
  unscheduleDeletion,
} from '#features/people/accounts/accounts.public.ts'
import { assertSessionOpen } from '#features/people/accounts/sessions.public.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import { pageAddress } from '#shared/pages.ts'
import { renderDeletionEmail, renderDeletionCanceledEmail } from './deletion.email.ts'
import { sendDeletionEmail, sendDeletionCanceledEmail } from './privacy.queues.ts'
import { DELETION_GRACE_PERIOD_MS } from './privacy.rules.ts'

/** The day of the scheduled deletion ('2026-11-29', in the academy's time zone); null if none is scheduled. */
export async function getDeletionDay({ db }: Pick<Deps, 'db'>, memberId: string): Promise<string | null> {
  const dueAt = await findDeletion(db, memberId)
  return dueAt && formatDay(dueAt, (await readSite(db)).timeZone)
}

/**
 * Schedules the deletion, and emails how to cancel it. If it was already scheduled, keeps the date. Throws `forbidden`
 * or `sign_in_required`.
 */
export async function requestAccountDeletion(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  member: { id: string; sessionId: string },
): Promise<string | null> {
  const { id: memberId } = member
  await db.transaction(async (tx) => {
    if (await isLastOwner(tx, memberId))
      throw new AppError('forbidden', 'You are the only owner of the academy. Make someone else an owner first.')
    await assertSessionOpen(tx, member)
    if (!(await scheduleDeletion(tx, memberId, new Date(now().getTime() + DELETION_GRACE_PERIOD_MS)))) return
    const by = { kind: 'member', memberId } as const
    await recordEvent(tx, { at: now(), kind: 'account.deletion_asked', by, memberId })
    await jobs.enqueue(tx, sendDeletionEmail, { memberId })
  })
  return getDeletionDay({ db }, memberId)
}

export async function cancelAccountDeletion(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  memberId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await unscheduleDeletion(tx, memberId))) return
    const by = { kind: 'member', memberId } as const
    await recordEvent(tx, { at: now(), kind: 'account.deletion_stopped', by, memberId })
    await jobs.enqueue(tx, sendDeletionCanceledEmail, { memberId })
  })
}

/** Runs in a job: emails when the account will be deleted, and how to keep it. */
export async function deliverDeletionEmail(
  { db, mail, config }: Pick<Deps, 'db' | 'mail' | 'config'>,
  memberId: string,
): Promise<void> {
  const [member, day] = [await findMember(db, memberId), await getDeletionDay({ db }, memberId)]
  // The deletion was canceled after the job was enqueued.
  if (!member || day === null) return
  const address = config.publicUrl + pageAddress('/Account/')
  await mail.send({ to: member.email, memberId, ...renderDeletionEmail({ site: await readSite(db), day, address }) })
}

/** Runs in a job: emails that the account will not be deleted. */
export async function deliverDeletionCanceledEmail(
  { db, mail, config }: Pick<Deps, 'db' | 'mail' | 'config'>,
  memberId: string,
): Promise<void> {
  const [member, day] = [await findMember(db, memberId), await getDeletionDay({ db }, memberId)]
  // The deletion was requested again after the job was enqueued.
  if (!member || day !== null) return
  const address = config.publicUrl + pageAddress('/Account/')
  await mail.send({ to: member.email, memberId, ...renderDeletionCanceledEmail({ site: await readSite(db), address }) })
}
