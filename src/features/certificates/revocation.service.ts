import type { Executor } from '#db/open.ts'
import { ownsProduct } from '#features/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { readSite } from '#features/site/site.public.ts'
import { dayOf } from '#shared/dates.ts'
import { type Certificate, findCertificate, markRevoked, markValid } from './certificates.queries.ts'

/** From now on its page says that it was revoked, and it is not sent again; the reason is kept. */
export async function revokeCertificate(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, reason }: { id: string; reason: string },
): Promise<Certificate> {
  const certificate = await known(db, id)
  if (await markRevoked(db, { id }, { revokedAt: now(), revokedReason: reason })) return certificate
  const { revokedAt, revokedReason } = await known(db, id)
  const day = revokedAt && dayOf(revokedAt, (await readSite(db)).time_zone)
  throw new AppError(
    'invalid',
    `This certificate was revoked before${day ? `, on ${day}` : ''}: ${revokedReason ?? 'no reason is kept'}.`,
  )
}

/** Takes a revocation back. */
export async function restoreCertificate({ db }: Pick<Deps, 'db'>, id: string): Promise<Certificate> {
  const certificate = await known(db, id)
  if (await markValid(db, id)) return certificate
  throw new AppError('invalid', 'This certificate is valid; there is nothing to restore.')
}

async function known(db: Executor, id: string): Promise<Certificate> {
  const certificate = await findCertificate(db, id)
  if (!certificate) throw new AppError('not_found', `There is no certificate with the number ${id}.`)
  return certificate
}

/** In the transaction that ends a purchase: whoever owns the course in another way keeps its certificate. */
export async function revokeWithPurchase(
  tx: Executor,
  { memberId, productId, reason, now }: { memberId: string; productId: string; reason: string; now: Date },
): Promise<void> {
  if (await ownsProduct(tx, memberId, productId)) return
  await markRevoked(tx, { memberId, courseId: productId }, { revokedAt: now, revokedReason: reason })
}
