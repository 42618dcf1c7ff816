import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

export function renderPasswordResetEmail({ site, address }: { site: Sender; address: string }): EmailContent {
  return renderEmail({
    site,
    subject: `Choose a new password for ${site.name}`,
    preview: 'Here is the link you requested. It works once, for one hour.',
    heading: 'Choose a new password',
    paragraphs: [`Someone, most likely you, asked to change the password of your account at ${site.name}.`],
    button: { label: 'Choose a new password', address },
    afterwards: [
      'The link works once, for one hour. Changing your password logs you out on all your other devices.',
      'If this was not you, you can ignore this message. Your password stays as it is.',
    ],
  })
}

export function renderAccountLockedEmail({ site }: { site: Sender }): EmailContent {
  return renderEmail({
    site,
    subject: `Your account at ${site.name} is locked`,
    preview: 'No link can open it. Please write to us.',
    heading: 'Your account is locked',
    paragraphs: [
      `Someone, most likely you, asked to change the password of your account at ${site.name}. The account is locked, so we send no link: none would open it.`,
    ],
    afterwards: [`To have it opened again, ${describeReplyTo(site)}.`],
  })
}
