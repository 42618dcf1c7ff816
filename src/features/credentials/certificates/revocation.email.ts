import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type CertificateChangeEmail = {
  site: Sender
  courseName: string
  address: string
  /** From staff; null when none was given. */
  reason: string | null
}

const PAGE = 'See its page'

/** Revoked by staff with a reason, or, without one, because the purchase was refunded. */
export function renderRevokedEmail({ site, courseName, address, reason }: CertificateChangeEmail): EmailContent {
  return renderEmail({
    site,
    subject: `Your certificate was revoked: ${courseName}`,
    preview: 'Whoever checks it reads from now on that it is no longer valid.',
    heading: 'Your certificate was revoked',
    paragraphs: [
      reason === null
        ? `What you paid for ${courseName} was given back to you, and your certificate has ended with the purchase.`
        : `We have revoked your certificate for ${courseName}, for this reason: ${reason}`,
      'Whoever checks it, by its page or by its signed file, learns that it was revoked, and not why.',
    ],
    button: { label: PAGE, address },
    afterwards: [
      reason === null
        ? `If you buy the course again, ${describeReplyTo(site)}: your work may still count, and somebody looks at it.`
        : `If you think that this is a mistake, ${describeReplyTo(site)}.`,
    ],
  })
}

export function renderRestoredEmail({ site, courseName, address, reason }: CertificateChangeEmail): EmailContent {
  return renderEmail({
    site,
    subject: `Your certificate is valid again: ${courseName}`,
    preview: 'Whoever checks it by its page reads so from now on.',
    heading: 'Your certificate is valid again',
    paragraphs: [
      `Your certificate for ${courseName} is valid again, and its page says so.`,
      ...(reason === null ? [] : [`Our reason: ${reason}`]),
      'Its number and its address are the same. If you have given away its badge or its signed file, please download them anew: those of before stay revoked.',
    ],
    button: { label: PAGE, address },
  })
}
