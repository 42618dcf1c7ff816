import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import type { CertificateClaim } from '#shared/certificate-claim.ts'
import { regradedMessage } from './certificates.rules.ts'

type CertificateEmail = {
  site: Sender
  name: string
  courseName: string
  address: string
  claim: CertificateClaim
  /** Whether the exam was passed because an answer key was corrected. */
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
      ? 'We regraded your exam. You passed, and your certificate is attached.'
      : 'Your certificate is attached, with a link that others can use to verify it.',
    heading: isMarkedAgain ? `You passed, ${name}` : `Congratulations, ${name}`,
    paragraphs: [
      ...(isMarkedAgain
        ? [regradedMessage(courseName), 'Your certificate is attached as a PDF.']
        : [
            `${claim === 'completed' ? `You completed ${courseName} and passed its exam` : `You passed the exam for ${courseName}`}. Your certificate is attached as a PDF.`,
          ]),
      'Share the link below with anyone who needs to verify your certificate. Only people who have the link can see it.',
    ],
    button: { label: 'View my certificate', address },
    afterward: ['Keep this email for your records.'],
  })
}
