import { type EmailSite, renderEditableEmail } from '#features/foundation/email-texts/email-texts.public.ts'
import type { EmailContent } from '#platform/mail/email-template.ts'

export function renderVerificationEmail({ site, address }: { site: EmailSite; address: string }): EmailContent {
  return renderEditableEmail('verification', {
    site,
    values: {},
    preview: 'Verify your email to use your account. The link expires in 24 hours.',
    heading: 'Verify your email',
    button: { label: 'Verify my email', address },
    afterward: [
      'The link works once, on any device, and expires in 24 hours. In the browser where you registered, it also logs you in.',
      `If you didn’t register at ${site.name}, you can ignore this email. The account can’t be used until this address is verified.`,
    ],
  })
}
