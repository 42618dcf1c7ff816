import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'

type PassedAfterRegrading = {
  site: EmailSite
  member: MemberNames
  courseName: string
  /** The page for the remaining steps. */
  address: string
}

/**
 * The email to members who passed because an answer key was corrected and who must complete more steps to get the
 * certificate.
 */
export function renderPassedAfterRegradingEmail({
  site,
  member,
  courseName,
  address,
}: PassedAfterRegrading): EmailContent {
  return renderEditableEmail('passed_after_regrading', {
    site,
    values: { ...getNameValues(member), course: courseName },
    preview: 'We regraded your exam, and you passed. See what’s left before you get your certificate.',
    heading: 'You passed',
    paragraphs: [
      'Before we issue your certificate, something is still missing, such as your evaluation or a lecture. Select the button to see what’s left.',
    ],
    button: { label: 'Get my certificate', address },
    afterward: ['There’s no rush. Your passing result won’t expire.'],
  })
}
