import { findMember } from '#features/people/accounts/accounts.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { unseal } from '#platform/sealing.ts'
import type { DataOf } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { findCertificate } from './certificates.queries.ts'
import type { tellOfCertificate } from './certificates.queues.ts'
import { restoredLetter, revokedLetter } from './revocation.email.ts'
import { sealingOfReason } from './revocation.service.ts'

/** The job: tells the member what became of the certificate, unless that is over by now, or the member was erased. */
export async function mailStanding(
  { db, mail, config }: Deps,
  { certificateId: id, what, sealed }: DataOf<typeof tellOfCertificate>,
): Promise<void> {
  const certificate = await findCertificate(db, id)
  const member = certificate && (await findMember(db, certificate.memberId))
  const isRevoked = Boolean(certificate?.revokedAt)
  if (!member || certificate.printedName === '' || isRevoked !== (what !== 'restored')) return
  const { courseName, revokedReason } = certificate
  const address = config.publicUrl + pageAddress('/Certificate/:id', { id })
  const about = { site: await readSite(db), courseName, address }
  const letter = isRevoked
    ? revokedLetter({ ...about, reason: what === 'revoked' ? revokedReason : null })
    : restoredLetter({ ...about, reason: sealed === undefined ? null : unseal(sealingOfReason(config, id), sealed) })
  await mail.send({ to: member.email, memberId: member.id, ...letter })
}
