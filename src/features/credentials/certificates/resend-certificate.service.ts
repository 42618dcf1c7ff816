import { getRequesterId, findMember, isErased } from '#features/people/accounts/accounts.public.ts'
import { STAFF_EMAILS } from '#features/people/accounts/account-limits.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError, memberErasedError } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { findCertificate } from './certificates.queries.ts'
import { sendCertificate } from './certificates.queues.ts'

/**
 * Sends a certificate to its member again, with the original job. Throws `forbidden`, `not_found`, or `invalid` before
 * storing anything.
 */
export async function resendMemberCertificate(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'now'>,
  { id, by }: { id: string; by: Staff },
): Promise<{ address: string; courseName: string }> {
  const { db, jobs, now } = deps
  const certificate = await findCertificate(db, id)
  if (!certificate) throw new AppError('not_found', `There is no certificate with the ID ${id}.`)
  const { memberId, courseName } = certificate
  if (!hasPermission(by, 'resend email', certificate)) throw permissionDeniedError(by, 'resend email')
  if (await isErased(db, memberId)) throw memberErasedError()
  if (certificate.revokedAt)
    throw new AppError('invalid', 'This certificate was revoked, so it can’t be sent. Restore it first.')
  const member = await findMember(db, memberId)
  if (!member) throw new AppError('not_found', 'Member not found.')
  await db.transaction(async (tx) => {
    await jobs.enqueue(tx, sendCertificate, { certificateId: id, askedBy: getRequesterId(by) ?? undefined })
    const subject = { id, name: courseName }
    await recordEvent(tx, { at: now(), kind: 'mail.sent_again', by, memberId, subject, after: { mail: 'certificate' } })
    await enforceRateLimit(deps, tx, STAFF_EMAILS, memberId)
  })
  return { address: member.email, courseName }
}
