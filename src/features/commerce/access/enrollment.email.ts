import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent } from '#platform/mail/email-template.ts'

type EnrollmentEmail = { site: EmailSite; member: MemberNames; title: string; address: string }

/** Sent to a member whom staff enrolled from a file. */
export function renderEnrollmentEmail({ site, member, title, address }: EnrollmentEmail): EmailContent {
  return renderEditableEmail('enrolled', {
    site,
    values: { ...getNameValues(member), item: title },
    preview: 'It’s free and in your account now.',
    heading: `You have access to ${title}`,
    button: { label: 'Open', address },
    afterward: [`If you didn’t expect this, ${describeReplyTo(site)}.`],
  })
}

/** Sent to an enrolled member who has no password yet. */
export function renderInvitationEmail({
  site,
  member,
  title,
  address,
  days,
}: EnrollmentEmail & { days: number }): EmailContent {
  return renderEditableEmail('invited', {
    site,
    values: { ...getNameValues(member), item: title },
    preview: `Choose a password to get started. The link works once and expires in ${days} days.`,
    heading: `You have access to ${title}`,
    table: [{ label: 'Username', value: member.username }],
    button: { label: 'Choose a password', address },
    afterward: [
      `The link works once and expires in ${days} days. After that, use “Forgot your password?” on the login page to get a new one.`,
      `Log in with your username or this email address. If you didn’t expect this, ${describeReplyTo(site)}. The account can’t be used until a password is chosen.`,
    ],
  })
}
