import type { Executor, Transaction } from '#db/open-database.ts'
import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { signCredential } from '#features/credentials/open-badges/credentials.public.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import { encrypt } from '#platform/encryption.ts'
import { AppError } from '#shared/app-error.ts'
import { notify } from '#features/people/notifications/notifications.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { formatDay } from '#shared/dates.ts'
import { pageAddress } from '#shared/pages.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { type Certificate, findCertificate, lockCertificate, markRevoked, markValid } from './certificates.queries.ts'
import { notifyOfCertificateChange } from './certificates.queues.ts'

/**
 * Revokes a certificate: its page shows it as revoked, and it is no longer sent. Stores the reason and emails it to the
 * member.
 */
export async function revokeCertificate(
  { db, jobs, now }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { id, reason, by }: { id: string; reason: string; by: Staff },
): Promise<Certificate> {
  const certificate = await requireCertificate(db, id)
  if (!hasPermission(by, 'revoke certificate', certificate)) throw permissionDeniedError(by, 'revoke certificate')
  const revocation = { ...certificate, which: { id }, reason, by, now: now(), what: 'revoked' } as const
  if (await db.transaction((tx) => revoke(jobs, tx, revocation))) return certificate
  const { revokedAt, revokedReason } = await requireCertificate(db, id)
  const day = revokedAt && formatDay(revokedAt, (await readSite(db)).timeZone)
  throw new AppError(
    'invalid',
    `This certificate was already revoked${day ? ` on ${day}` : ''}. Reason: ${revokedReason ?? 'none recorded'}`,
  )
}

/** Undoes a revocation. Stores the reason in the log and emails it to the member. */
export async function restoreCertificate(
  { db, jobs, now, config }: Pick<Deps, 'db' | 'jobs' | 'now' | 'config'>,
  { id, reason, by }: { id: string; reason: string; by: Staff },
): Promise<Certificate> {
  const certificate = await requireCertificate(db, id)
  if (!hasPermission(by, 'restore certificate', certificate)) throw permissionDeniedError(by, 'restore certificate')
  const { memberId, courseName } = certificate
  await db.transaction(async (tx) => {
    await lockCertificate(tx, memberId, certificate.courseId)
    if (!(await markValid(tx, id))) throw new AppError('invalid', 'This certificate is already valid.')
    // Credentials that were signed earlier stay revoked forever.
    await jobs.enqueue(tx, signCredential, { certificateId: id })
    const sealed = encrypt(getReasonSeal(config, id), reason)
    await jobs.enqueue(tx, notifyOfCertificateChange, { certificateId: id, what: 'restored', sealed })
    await notifyHolder(jobs, tx, { id, memberId, courseName, what: 'valid again', now: now() })
    const [subject, personal] = [{ id, name: courseName }, { why: reason }]
    await recordEvent(tx, { at: now(), kind: 'certificate.restored', by, memberId, subject, personal })
  })
  return certificate
}

/**
 * How to encrypt the reason in a stored job. It is encrypted because the job might still exist after the member was
 * erased.
 */
export const getReasonSeal = (config: Deps['config'], certificateId: string) => ({
  config,
  purpose: 'reason of a restored certificate',
  owner: certificateId,
})

type Revocation = {
  which: Parameters<typeof markRevoked>[1]
  memberId: string
  reason: string
  by: Actor
  now: Date
  what: 'revoked' | 'paid back'
}

/** False if there is no valid certificate. */
async function revoke(
  jobs: Deps['jobs'],
  tx: Transaction,
  { which, memberId, reason, by, now, what }: Revocation,
): Promise<boolean> {
  const revoked = await markRevoked(tx, which, { revokedAt: now, revokedReason: reason })
  if (!revoked) return false
  const { id, courseName: name } = revoked
  const personal = { why: reason }
  await recordEvent(tx, { at: now, kind: 'certificate.revoked', by, memberId, subject: { id, name }, personal })
  await jobs.enqueue(tx, notifyOfCertificateChange, { certificateId: id, what })
  await notifyHolder(jobs, tx, { id, memberId, courseName: name, what: 'revoked', now })
  return true
}

type CertificateChange = {
  id: string
  memberId: string
  courseName: string
  what: 'revoked' | 'valid again'
  now: Date
}

async function notifyHolder(
  jobs: Deps['jobs'],
  tx: Transaction,
  { id, memberId, courseName, what, now }: CertificateChange,
): Promise<void> {
  await notify({ jobs }, tx, {
    kind: 'certificate',
    cause: `certificate:${id}:${what}:${now.toISOString()}`,
    words: `Your certificate for ${courseName} ${what === 'revoked' ? 'was revoked' : 'is valid again'}.`,
    address: pageAddress('/Certificate/:id', { id }),
    to: memberId,
    now,
  })
}

async function requireCertificate(db: Executor, id: string): Promise<Certificate> {
  const certificate = await findCertificate(db, id)
  if (!certificate) throw new AppError('not_found', `There is no certificate with the ID ${id}.`)
  return certificate
}

/**
 * Revokes a course's certificate in the transaction that ends the purchase, unless the member still has access to the
 * course some other way.
 */
export async function revokeWithPurchase(
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Transaction,
  { memberId, productId, reason, now }: { memberId: string; productId: string; reason: string; now: Date },
): Promise<void> {
  await lockCertificate(tx, memberId, productId)
  if (await ownsProduct(tx, memberId, productId)) return
  const which = { memberId, courseId: productId }
  await revoke(jobs, tx, { which, memberId, reason, by: { kind: 'academy' }, now, what: 'paid back' })
}
