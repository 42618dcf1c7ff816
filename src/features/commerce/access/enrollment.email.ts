import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type EnrollmentEmail = { site: Sender; title: string; address: string }

/** Sent to a member whom staff enrolled from a file. */
export function renderEnrollmentEmail({ site, title, address }: EnrollmentEmail): EmailContent {
  return renderEmail({
    site,
    subject: `You have access to ${title}`,
    preview: 'It’s free and in your account now.',
    heading: `You have access to ${title}`,
    paragraphs: [`${site.name} gave you free access to ${title}. It’s in your account now.`],
    button: { label: 'Open', address },
    afterward: [`If you didn’t expect this, ${describeReplyTo(site)}.`],
  })
}

/** Sent to an enrolled member who has no password yet. */
export function renderInvitationEmail({
  site,
  title,
  address,
  username,
  days,
}: EnrollmentEmail & { username: string; days: number }): EmailContent {
  return renderEmail({
    site,
    subject: `You have access to ${title}`,
    preview: `Choose a password to get started. The link works once and expires in ${days} days.`,
    heading: `You have access to ${title}`,
    paragraphs: [
      `${site.name} gave you free access to ${title}. We created an account for you. Choose a password to get started.`,
    ],
    table: [{ label: 'Username', value: username }],
    button: { label: 'Choose a password', address },
    afterward: [
      `The link works once and expires in ${days} days. After that, use “Forgot your password?” on the login page to get a new one.`,
      `Log in with your username or this email address. If you didn’t expect this, ${describeReplyTo(site)}. The account can’t be used until a password is chosen.`,
    ],
  })
}
