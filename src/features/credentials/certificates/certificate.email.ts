import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { regradedMessage } from './certificates.rules.ts'

type CertificateEmail = {
  site: Sender
  name: string
  courseName: string
  address: string
  /** Whether it was passed through a corrected answer key. */
  isMarkedAgain: boolean
}

export function renderCertificateEmail({
  site,
  name,
  courseName,
  address,
  isMarkedAgain,
}: CertificateEmail): EmailContent {
  return renderEmail({
    site,
    subject: `Your certificate: ${courseName}`,
    preview: isMarkedAgain
      ? 'We have marked your examination again. You have passed, and your certificate is attached.'
      : 'Your certificate of completion is attached, with a link where anyone you choose can verify it.',
    heading: isMarkedAgain ? `You have passed, ${name}` : `Congratulations, ${name}`,
    paragraphs: [
      ...(isMarkedAgain
        ? [regradedMessage(courseName), 'Your certificate of completion is attached as a PDF.']
        : [
            `You have completed ${courseName} and passed its examination. Your certificate of completion is attached as a PDF.`,
          ]),
      "Share the link below with anyone who needs to verify your certificate. It can't be guessed, so only people who have the link can see it.",
    ],
    button: { label: 'View my certificate', address },
    afterwards: ['Please keep this message with your records.'],
  })
}
