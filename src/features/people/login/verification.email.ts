import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

export function renderVerificationEmail({ site, address }: { site: Sender; address: string }): EmailContent {
  return renderEmail({
    site,
    subject: `Verify your email for ${site.name}`,
    preview: 'Press the button, and your account is ready to use. The link works for 24 hours.',
    heading: 'One step to go',
    paragraphs: [`Welcome to ${site.name}. Please verify your email address, and your account is ready to use.`],
    button: { label: 'Verify my email', address },
    afterwards: [
      'The link works once, for 24 hours, on any device. In the browser where you registered, it also logs you in.',
      `If you did not register at ${site.name}, you can ignore this message. The account can't be used until this address is verified.`,
    ],
  })
}
