import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type PasswordChangedParams = { site: Sender; time: string; isDeletionCanceled: boolean }

export function renderPasswordChangedEmail({ site, time, isDeletionCanceled }: PasswordChangedParams): EmailContent {
  return renderEmail({
    site,
    subject: 'Your password was changed',
    preview: 'If this was you, you don’t need to do anything.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password for your account at ${site.name} was changed on ${time}. All other devices were logged out.`,
      ...(isDeletionCanceled
        ? [
            'Your account was scheduled to be deleted. We canceled that, because someone else might have requested it. To delete your account, request it again on your account page.',
          ]
        : []),
      'If this was you, you don’t need to do anything.',
    ],
    afterward: [
      `If this wasn’t you, reset your password now with “Forgot your password?” on the login page, and ${describeReplyTo(site)}.`,
    ],
  })
}
