import type { Executor, Transaction } from '#db/open.ts'
import { type Actor, recordEvent } from '#features/audit/audit.public.ts'
import { ownsProduct } from '#features/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { readSite } from '#features/site/site.public.ts'
import { dayOf } from '#shared/dates.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { type Certificate, findCertificate, markRevoked, markValid } from './certificates.queries.ts'

/** From now on its page says that it was revoked, and it is not sent again; the reason is kept. */
export async function revokeCertificate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, reason, by }: { id: string; reason: string; by: Staff },
): Promise<Certificate> {
  const certificate = await known(db, id)
  if (!may(by, 'revoke certificate', certificate)) throw notAllowed(by, 'revoke certificate')
  if (await db.transaction((tx) => revoke(tx, { ...certificate, which: { id }, reason, by, now: now() })))
    return certificate
  const { revokedAt, revokedReason } = await known(db, id)
  const day = revokedAt && dayOf(revokedAt, (await readSite(db)).timeZone)
  throw new AppError(
    'invalid',
    `This certificate was revoked before${day ? `, on ${day}` : ''}: ${revokedReason ?? 'no reason is kept'}.`,
  )
}

/** Takes a revocation back. */
export async function restoreCertificate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, by }: { id: string; by: Staff },
): Promise<Certificate> {
  const certificate = await known(db, id)
  if (!may(by, 'restore certificate', certificate)) throw notAllowed(by, 'restore certificate')
  const { memberId, courseName } = certificate
  await db.transaction(async (tx) => {
    if (!(await markValid(tx, id)))
      throw new AppError('invalid', 'This certificate is valid; there is nothing to restore.')
    const subject = { id, name: courseName }
    await recordEvent(tx, { at: now(), kind: 'certificate.restored', by, memberId, subject })
  })
  return certificate
}

type Revocation = { which: Parameters<typeof markRevoked>[1]; memberId: string; reason: string; by: Actor; now: Date }

/** False when there is no valid certificate. */
async function revoke(tx: Transaction, { which, memberId, reason, by, now }: Revocation): Promise<boolean> {
  const revoked = await markRevoked(tx, which, { revokedAt: now, revokedReason: reason })
  if (!revoked) return false
  const { id, courseName: name } = revoked
  const personal = { why: reason }
  await recordEvent(tx, { at: now, kind: 'certificate.revoked', by, memberId, subject: { id, name }, personal })
  return true
}

async function known(db: Executor, id: string): Promise<Certificate> {
  const certificate = await findCertificate(db, id)
  if (!certificate) throw new AppError('not_found', `There is no certificate with the number ${id}.`)
  return certificate
}

/** Revokes the certificate of a course in the transaction that ends its purchase. A member who still owns the course in another way keeps it. */
export async function revokeWithPurchase(
  tx: Transaction,
  { memberId, productId, reason, now }: { memberId: string; productId: string; reason: string; now: Date },
): Promise<void> {
  if (await ownsProduct(tx, memberId, productId)) return
  await revoke(tx, { which: { memberId, courseId: productId }, memberId, reason, by: { kind: 'academy' }, now })
}
