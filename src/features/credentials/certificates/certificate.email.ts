import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'
import type { CertificateClaim } from '#shared/certificate-claim.ts'

type CertificateEmail = {
  site: EmailSite
  member: MemberNames
  /** As on the certificate. */
  name: string
  courseName: string
  address: string
  claim: CertificateClaim
  /** Whether the exam was passed because an answer key was corrected. */
  isMarkedAgain: boolean
}

export function renderCertificateEmail({
  site,
  member,
  name,
  courseName,
  address,
  claim,
  isMarkedAgain,
}: CertificateEmail): EmailContent {
  const results: Readonly<Record<CertificateClaim, string>> = {
    completed: `You completed ${courseName} and passed its exam`,
    passed: `You passed the exam for ${courseName}`,
    studied: `You completed ${courseName}`,
  }
  const result = results[claim]
  const values = { ...getNameValues(member), course: courseName, result }
  return renderEditableEmail(isMarkedAgain ? 'certificate_after_regrading' : 'certificate', {
    site,
    values,
    preview: isMarkedAgain
      ? 'We regraded your exam. You passed, and your certificate is attached.'
      : 'Your certificate is attached, with a link that others can use to verify it.',
    heading: isMarkedAgain ? `You passed, ${name}` : `Congratulations, ${name}`,
    paragraphs: [
      'Share the link below with anyone who needs to verify your certificate. Only people who have the link can see it.',
    ],
    button: { label: 'View my certificate', address },
    afterward: ['Keep this email for your records.'],
  })
}
