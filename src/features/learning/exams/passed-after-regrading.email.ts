import { regradedMessage } from '#features/credentials/certificates/certificates.public.ts'
import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type PassedAfterRegrading = {
  site: Sender
  courseName: string
  /** The page for the remaining steps. */
  address: string
}

/** For members who pass through a corrected key and still need steps for the certificate. */
export function renderPassedAfterRegradingEmail({ site, courseName, address }: PassedAfterRegrading): EmailContent {
  return renderEmail({
    site,
    subject: `You have passed: ${courseName}`,
    preview: 'We have marked your examination again. Your certificate is a minute away.',
    heading: 'You have passed',
    paragraphs: [
      regradedMessage(courseName),
      'For your certificate we still need something from you: the page below shows what, and your name as it will be printed. It takes a minute.',
    ],
    button: { label: 'To my certificate', address },
    afterwards: ['There is no hurry: what you have passed stays passed.'],
  })
}
