import { findMember } from '#features/people/accounts/accounts.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { decrypt } from '#platform/encryption.ts'
import type { JobData } from '#shared/job.ts'
import { pageAddress } from '#shared/pages.ts'
import { findCertificate } from './certificates.queries.ts'
import type { notifyOfCertificateChange } from './certificates.queues.ts'
import { renderRestoredEmail, renderRevokedEmail } from './revocation.email.ts'
import { getReasonSeal } from './revocation.service.ts'

/**
 * The job handler: emails the holder about a change to a certificate, unless the change is outdated or the holder was
 * erased.
 */
export async function sendCertificateChangeEmail(
  { db, mail, config }: Deps,
  { certificateId: id, what, sealed }: JobData<typeof notifyOfCertificateChange>,
): Promise<void> {
  const certificate = await findCertificate(db, id)
  const member = certificate && (await findMember(db, certificate.memberId))
  const isRevoked = Boolean(certificate?.revokedAt)
  if (!member || certificate.printedName === '' || isRevoked !== (what !== 'restored')) return
  const { courseName, revokedReason } = certificate
  const address = config.publicUrl + pageAddress('/Certificate/:id', { id })
  const about = { site: await readSite(db), member, courseName, address }
  const email = isRevoked
    ? renderRevokedEmail({ ...about, reason: what === 'revoked' ? revokedReason : null })
    : renderRestoredEmail({
        ...about,
        reason: sealed === undefined ? null : decrypt(getReasonSeal(config, id), sealed),
      })
  await mail.send({ to: member.email, memberId: member.id, ...email })
}
