import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent } from '#platform/mail/email-template.ts'

type CertificateChangeEmail = {
  site: EmailSite
  member: MemberNames
  courseName: string
  address: string
  /** The reason that staff gave; null if they gave none. */
  reason: string | null
}

const PAGE = 'View certificate page'

/**
 * Sent if staff revoked the certificate (with their reason), or if the purchase was refunded or lost in a dispute
 * (without a reason).
 */
export function renderRevokedEmail({
  site,
  member,
  courseName,
  address,
  reason,
}: CertificateChangeEmail): EmailContent {
  return renderEditableEmail(reason === null ? 'certificate_revoked_with_payment' : 'certificate_revoked', {
    site,
    values: { ...getNameValues(member), course: courseName },
    preview: 'Anyone who checks it will see that it is no longer valid.',
    heading: 'Your certificate was revoked',
    ...(reason !== null && { fact: `Reason: ${reason}` }),
    paragraphs: ['Anyone who checks its page or its signed file will see that it was revoked, but not why.'],
    button: { label: PAGE, address },
    afterward: [
      reason === null
        ? `If you buy the course again, ${describeReplyTo(site)}. We’ll review whether your earlier work still counts.`
        : `If you think this is a mistake, ${describeReplyTo(site)}.`,
    ],
  })
}

export function renderRestoredEmail({
  site,
  member,
  courseName,
  address,
  reason,
}: CertificateChangeEmail): EmailContent {
  return renderEditableEmail('certificate_restored', {
    site,
    values: { ...getNameValues(member), course: courseName },
    preview: 'Anyone who checks its page will see that it is valid.',
    heading: 'Your certificate is valid again',
    paragraphs: [
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      'Its certificate ID and link are the same. If you shared its badge or signed file, download it again and share the new copy. Earlier copies stay revoked.',
    ],
    button: { label: PAGE, address },
  })
}
