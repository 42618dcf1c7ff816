import { type EmailSite, renderEditableEmail } from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

export function renderEmailChangeEmail({ site, address }: { site: EmailSite; address: string }): EmailContent {
  return renderEditableEmail('email_change', {
    site,
    values: {},
    preview: 'Confirm to start using this address. The link expires in 24 hours.',
    heading: 'Confirm your new email',
    button: { label: 'Confirm this address', address },
    afterward: [
      'The link works once and expires in 24 hours. Until you confirm, we’ll keep using your current address.',
      'If you didn’t request this, you can ignore this email. Nothing will change.',
    ],
  })
}

/** Sent to the new address that was requested, if it already has an account. */
export function renderEmailTakenEmail({ site }: { site: Sender }): EmailContent {
  return renderEmail({
    site,
    subject: 'You already have an account',
    preview: 'Someone tried to use your address for another account. Nothing was changed.',
    heading: 'This address already has an account',
    paragraphs: [
      `Someone asked to use this address for another account at ${site.name}. It already belongs to your account, so nothing was changed.`,
    ],
    afterward: [
      'If this wasn’t you, you can ignore this email. If it was, log in with this address, or use a different one.',
    ],
  })
}

type EmailChangeParams = {
  site: Sender
  /** The time, formatted in the academy's time zone. */
  time: string
  from: string
  to: string
}

/** Sent to the current address as soon as a change is requested. */
export function renderEmailChangeRequestedEmail({ site, time, from, to }: EmailChangeParams): EmailContent {
  return renderEmail({
    site,
    subject: 'Email change requested',
    preview: 'Nothing has changed yet. If this was you, open the link we sent to the new address.',
    heading: 'Email change requested',
    paragraphs: [
      `On ${time}, someone using your account asked to change its email. Nothing has changed yet. The change takes effect when the link we sent to the new address is opened.`,
    ],
    table: emailLines(from, to),
    afterward: [
      `If this wasn’t you, reset your password now with “Forgot your password?” on the login page. That also cancels the link. Then ${describeReplyTo(site)}.`,
    ],
  })
}

type StaffEmailChangeParams = EmailChangeParams & {
  /** When the link to the new address will be sent, as text. Null if it was already sent. */
  linkTime: string | null
  /** The URL that cancels the change. */
  address: string
}

/** Sent to the current address when staff request a change. */
export function renderStaffEmailChangeEmail({
  site,
  time,
  from,
  to,
  linkTime,
  address,
}: StaffEmailChangeParams): EmailContent {
  const link =
    linkTime === null
      ? 'We sent a link to the new address. Opening it completes the change.'
      : `We’ll send a link to the new address on ${linkTime}. Opening it completes the change.`
  return renderEmail({
    site,
    subject: 'Your email is about to change',
    preview: 'If you didn’t ask for this, cancel the change now.',
    heading: 'Your email is about to change',
    paragraphs: [
      `On ${time}, our support team started changing the email for your account at ${site.name}. ${link}`,
      'If you asked for this, you don’t need to do anything. If you didn’t, cancel the change, and your account keeps its current email.',
    ],
    table: emailLines(from, to),
    button: { label: 'Cancel the change', address },
    afterward: [`If you didn’t ask for this, cancel the change, and ${describeReplyTo(site)}.`],
  })
}

/** Sent to both addresses when the new one was confirmed. */
export function renderEmailChangedEmail({ site, time, from, to }: EmailChangeParams): EmailContent {
  return renderEmail({
    site,
    subject: 'Your email was changed',
    preview: 'We’ll send everything to the new address.',
    heading: 'Your email was changed',
    paragraphs: [
      `The email for your account at ${site.name} was changed on ${time}. We’ll send everything to the new address. Log in with it or with your username.`,
    ],
    table: emailLines(from, to),
    afterward: [`If this wasn’t you, ${describeReplyTo(site)}.`],
  })
}

function emailLines(from: string, to: string) {
  return [
    { label: 'Old email', value: from },
    { label: 'New email', value: to },
  ]
}
