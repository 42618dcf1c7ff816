import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import type { CertificateClaim } from '#shared/certificate-claim.ts'
import { regradedMessage } from './certificates.rules.ts'

type CertificateEmail = {
  site: Sender
  name: string
  courseName: string
  address: string
  claim: CertificateClaim
  /** Whether it was passed through a corrected answer key. */
  isMarkedAgain: boolean
}

export function renderCertificateEmail({
  site,
  name,
  courseName,
  address,
  claim,
  isMarkedAgain,
}: CertificateEmail): EmailContent {
  return renderEmail({
    site,
    subject: `Your certificate: ${courseName}`,
    preview: isMarkedAgain
      ? 'We have marked your examination again. You have passed, and your certificate is attached.'
      : 'Your certificate is attached, with a link where anyone you choose can verify it.',
    heading: isMarkedAgain ? `You have passed, ${name}` : `Congratulations, ${name}`,
    paragraphs: [
      ...(isMarkedAgain
        ? [regradedMessage(courseName), 'Your certificate is attached as a PDF.']
        : [
            `${claim === 'completed' ? `You have completed ${courseName} and passed its examination` : `You have passed the examination of ${courseName}`}. Your certificate is attached as a PDF.`,
          ]),
      "Share the link below with anyone who needs to verify your certificate. It can't be guessed, so only people who have the link can see it.",
    ],
    button: { label: 'View my certificate', address },
    afterwards: ['Please keep this message with your records.'],
  })
}
