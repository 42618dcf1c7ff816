import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

export function renderEmailChangeEmail({ site, address }: { site: Sender; address: string }): EmailContent {
  return renderEmail({
    site,
    subject: `Confirm your new email for ${site.name}`,
    preview: 'Press the button, and mail goes to this address from then on. The link works for 24 hours.',
    heading: 'Confirm your new email',
    paragraphs: [`Someone, most likely you, asked to use this address for an account at ${site.name} from now on.`],
    button: { label: 'Confirm this address', address },
    afterwards: [
      'The link works once, for 24 hours. Until then everything goes to the address of before.',
      'If this was not you, you can ignore this message: nothing changes.',
    ],
  })
}

/** Sent to a requested new address that already has an account. */
export function renderEmailTakenEmail({ site }: { site: Sender }): EmailContent {
  return renderEmail({
    site,
    subject: `You have an account at ${site.name} already`,
    preview: 'Somebody wanted to use your address for another one. Nothing was changed.',
    heading: 'This address has an account already',
    paragraphs: [
      `Someone asked to use this address for another account at ${site.name}. It belongs to yours, so nothing was changed.`,
    ],
    afterwards: [
      'If this was not you, you can ignore this message. If it was, log in with this address, or use another one.',
    ],
  })
}

type EmailChangeParams = {
  site: Sender
  /** Formatted in the academy's time zone. */
  time: string
  from: string
  to: string
}

/** Sent to the current address as soon as a change is requested. */
export function renderEmailChangeRequestedEmail({ site, time, from, to }: EmailChangeParams): EmailContent {
  return renderEmail({
    site,
    subject: `A new email was asked for at ${site.name}`,
    preview: 'Nothing has changed yet. If it was you, open the link in the other mailbox.',
    heading: 'A new email was asked for',
    paragraphs: [
      `On ${time} somebody who was logged in to your account asked to use another email for it. Nothing has changed yet: that takes the link which we mailed to the new address.`,
    ],
    table: emailLines(from, to),
    afterwards: [
      `If it was not you, choose a new password now, by “Forgot your password?” on the login page: that also makes the link worthless. Then ${describeReplyTo(site)}.`,
    ],
  })
}

type StaffEmailChangeParams = EmailChangeParams & {
  /** When the link to the new address is sent, formatted; null: it was sent already. */
  linkTime: string | null
  /** Cancels the change. */
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
      ? 'We sent a link to the new email. Opening it completes the change.'
      : `We will send a link to the new email on ${linkTime}. Opening it completes the change.`
  return renderEmail({
    site,
    subject: `Your email at ${site.name} is about to change`,
    preview: 'If you did not ask us for this, cancel the change now.',
    heading: 'Your email is about to change',
    paragraphs: [
      `On ${time}, our support team started changing the email of your account at ${site.name}. ${link}`,
      'If you asked us for this, there is nothing to do. If you did not, cancel it: your account keeps its current email.',
    ],
    table: emailLines(from, to),
    button: { label: 'Cancel the change', address },
    afterwards: [`If you did not ask for this, cancel the change, and ${describeReplyTo(site)}.`],
  })
}

/** Sent to both addresses once the new one is confirmed. */
export function renderEmailChangedEmail({ site, time, from, to }: EmailChangeParams): EmailContent {
  return renderEmail({
    site,
    subject: `Your email at ${site.name} was changed`,
    preview: 'From now on everything goes to the new address.',
    heading: 'Your email was changed',
    paragraphs: [
      `The email of your account at ${site.name} was changed on ${time}. From now on everything goes to the new one, and you log in with it or with your username.`,
    ],
    table: emailLines(from, to),
    afterwards: [`If it was not you, ${describeReplyTo(site)}.`],
  })
}

function emailLines(from: string, to: string) {
  return [
    { label: 'Before', value: from },
    { label: 'New', value: to },
  ]
}
