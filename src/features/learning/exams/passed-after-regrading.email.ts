import { regradedMessage } from '#features/credentials/certificates/certificates.public.ts'
import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type PassedAfterRegrading = {
  site: Sender
  courseName: string
  /** The page for the remaining steps. */
  address: string
}

/**
 * The email to members who passed because an answer key was corrected and who must complete more steps to get the
 * certificate.
 */
export function renderPassedAfterRegradingEmail({ site, courseName, address }: PassedAfterRegrading): EmailContent {
  return renderEmail({
    site,
    subject: `You passed: ${courseName}`,
    preview: 'We regraded your exam, and you passed. See what’s left before you get your certificate.',
    heading: 'You passed',
    paragraphs: [
      regradedMessage(courseName),
      'Before we issue your certificate, something is still missing, such as your evaluation or a lecture. Select the button to see what’s left.',
    ],
    button: { label: 'Get my certificate', address },
    afterward: ['There’s no rush. Your passing result won’t expire.'],
  })
}
