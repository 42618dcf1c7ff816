import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type PasswordChangedParams = { site: Sender; time: string; isDeletionCanceled: boolean }

export function renderPasswordChangedEmail({ site, time, isDeletionCanceled }: PasswordChangedParams): EmailContent {
  return renderEmail({
    site,
    subject: `Your password at ${site.name} was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your account at ${site.name} was changed on ${time}. All other devices were logged out.`,
      ...(isDeletionCanceled
        ? [
            'Your account was scheduled to be deleted. We canceled that, because someone else may have requested it. To delete your account, request it again on your account page.',
          ]
        : []),
      'If it was you, there is nothing to do.',
    ],
    afterwards: [
      `If it was not you, choose another one now, by “Forgot your password?” on the login page, and ${describeReplyTo(site)}.`,
    ],
  })
}
