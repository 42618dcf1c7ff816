import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type CertificateChangeEmail = {
  site: Sender
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
export function renderRevokedEmail({ site, courseName, address, reason }: CertificateChangeEmail): EmailContent {
  return renderEmail({
    site,
    subject: 'Your certificate was revoked',
    preview: 'Anyone who checks it will see that it is no longer valid.',
    heading: 'Your certificate was revoked',
    paragraphs: [
      reason === null
        ? `Your payment for ${courseName} was refunded or returned in a dispute, so your certificate is no longer valid.`
        : `We revoked your certificate for ${courseName}. Reason: ${reason}`,
      'Anyone who checks its page or its signed file will see that it was revoked, but not why.',
    ],
    button: { label: PAGE, address },
    afterward: [
      reason === null
        ? `If you buy the course again, ${describeReplyTo(site)}. We’ll review whether your earlier work still counts.`
        : `If you think this is a mistake, ${describeReplyTo(site)}.`,
    ],
  })
}

export function renderRestoredEmail({ site, courseName, address, reason }: CertificateChangeEmail): EmailContent {
  return renderEmail({
    site,
    subject: 'Your certificate is valid again',
    preview: 'Anyone who checks its page will see that it is valid.',
    heading: 'Your certificate is valid again',
    paragraphs: [
      `Your certificate for ${courseName} is valid again, and its page says so.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      'Its certificate ID and link are the same. If you shared its badge or signed file, download it again and share the new copy. Earlier copies stay revoked.',
    ],
    button: { label: PAGE, address },
  })
}
