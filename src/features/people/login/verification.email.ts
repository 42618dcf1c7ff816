import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

export function renderVerificationEmail({ site, address }: { site: Sender; address: string }): EmailContent {
  return renderEmail({
    site,
    subject: 'Verify your email',
    preview: 'Verify your email to use your account. The link expires in 24 hours.',
    heading: 'Verify your email',
    paragraphs: [`You created an account at ${site.name}. Please verify your email address to start using it.`],
    button: { label: 'Verify my email', address },
    afterward: [
      'The link works once, on any device, and expires in 24 hours. In the browser where you registered, it also logs you in.',
      `If you didn’t register at ${site.name}, you can ignore this email. The account can’t be used until this address is verified.`,
    ],
  })
}
