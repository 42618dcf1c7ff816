import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type EnrollmentEmail = { site: Sender; title: string; address: string }

/** Sent to a member who was enrolled with others. */
export function renderEnrollmentEmail({ site, title, address }: EnrollmentEmail): EmailContent {
  return renderEmail({
    site,
    subject: `You have ${title}`,
    preview: 'It is in your account, and costs you nothing.',
    heading: `You have ${title}`,
    paragraphs: [`${site.name} has given you ${title}. It is in your account, and costs you nothing.`],
    button: { label: 'Open it', address },
    afterwards: [`If you did not expect this, ${describeReplyTo(site)}.`],
  })
}

/** Sent to a member who has no password yet. */
export function renderInvitationEmail({
  site,
  title,
  address,
  username,
  days,
}: EnrollmentEmail & { username: string; days: number }): EmailContent {
  return renderEmail({
    site,
    subject: `You have ${title}: choose a password`,
    preview: `Choose a password for your account. The link works once, for ${days} days.`,
    heading: `You have ${title}`,
    paragraphs: [
      `${site.name} has given you ${title}, which costs you nothing. Choose a password for your account, and begin.`,
    ],
    table: [{ label: 'Username', value: username }],
    button: { label: 'Choose a password', address },
    afterwards: [
      `The link works once, for ${days} days. After that “Forgot your password?” on the login page mails another one.`,
      `You log in with the username or with this address. If you did not expect this, ${describeReplyTo(site)}; the account can’t be used until a password is chosen.`,
    ],
  })
}
