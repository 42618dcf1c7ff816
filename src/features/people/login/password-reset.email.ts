import { type EmailSite, renderEditableEmail } from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

export function renderPasswordResetEmail({ site, address }: { site: EmailSite; address: string }): EmailContent {
  return renderEditableEmail('password_reset', {
    site,
    values: {},
    preview: 'Here’s the link you requested. It works once and expires in 1 hour.',
    heading: 'Choose a new password',
    button: { label: 'Choose a new password', address },
    afterward: [
      'The link works once and expires in 1 hour. Changing your password logs you out of all other devices.',
      'If you didn’t request this, you can ignore this email. Your password won’t change.',
    ],
  })
}

export function renderAccountLockedEmail({ site }: { site: Sender }): EmailContent {
  return renderEmail({
    site,
    subject: 'Your account is locked',
    preview: 'You can’t reset your password. Please contact us.',
    heading: 'Your account is locked',
    paragraphs: [
      `We received a request to reset the password for your account at ${site.name}. The account is locked, so we can’t send you a reset link.`,
    ],
    afterward: [`To unlock it, ${describeReplyTo(site)}.`],
  })
}
