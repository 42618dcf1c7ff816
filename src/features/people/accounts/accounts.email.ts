import type { TwoFactorChange } from '#features/people/two-factor/two-factor.public.ts'
import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

type EmailParams = { site: Sender; address: string }

export function renderVerificationEmail({ site, address }: EmailParams): EmailContent {
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

export function renderPasswordResetEmail({ site, address }: EmailParams): EmailContent {
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

/** Sent when someone requests a link for a locked account. */
export function renderAccountLockedEmail({ site }: Pick<EmailParams, 'site'>): EmailContent {
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

/** Sent to the staff member who requests it. */
export function renderTestEmail(site: Sender): EmailContent {
  return renderEmail({
    site,
    subject: `A trial from ${site.name}`,
    preview: 'Mails go out, and this is how they look.',
    heading: 'Mails go out',
    paragraphs: [
      `You asked for this mail in the studio of ${site.name}. It looks like those that members get, with your name and address below.`,
    ],
  })
}

type NewDeviceParams = {
  site: Sender
  /** Formatted in the academy's time zone. */
  time: string
  /** `address` is the link that ends those sessions; undefined when it is too late for one. */
  from: { device: string; network: string; address: string } | undefined
}

export function renderNewDeviceEmail({ site, time, from }: NewDeviceParams): EmailContent {
  return renderEmail({
    site,
    subject: `New login to your account at ${site.name}`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'A login from a new place or device',
    paragraphs: [
      'Somebody logged in to your account from where, or with a device with which, nobody did before. If it was you, there is nothing to do.',
    ],
    table: [
      { label: 'When', value: time },
      ...(from
        ? [
            { label: 'Device', value: from.device },
            { label: 'Network', value: from.network },
          ]
        : []),
    ],
    ...(from && { button: { label: 'It was not me: log it out', address: from.address } }),
    afterwards: [
      from
        ? 'The link works for 7 days after that login. It ends every session from there with that device, and a wish for another email, if there is one.'
        : 'This mail comes too late for a link that logs it out. Your account page shows where you are logged in, and ends it.',
      'If it was not you, please choose a new password, too: until then whoever it was can log in again. It logs you out on all your devices.',
    ],
  })
}

/** `time` is formatted in the academy's time zone. */
export function renderPasswordChangedEmail({ site, time }: { site: Sender; time: string }): EmailContent {
  return renderEmail({
    site,
    subject: `Your password at ${site.name} was changed`,
    preview: 'If it was you, there is nothing to do.',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your account at ${site.name} was changed on ${time}. All other devices were logged out.`,
      'If it was you, there is nothing to do.',
    ],
    afterwards: [
      `If it was not you, choose another one now, by “Forgot your password?” on the login page, and ${describeReplyTo(site)}.`,
    ],
  })
}

/** Sent to the requested new address. */
export function renderEmailChangeEmail({ site, address }: EmailParams): EmailContent {
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
export function renderEmailTakenEmail({ site }: Pick<EmailParams, 'site'>): EmailContent {
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
export function renderEmailChangeRequestedEmail({
  site,
  time,
  from,
  to,
  byStaff = false,
}: EmailChangeParams & { byStaff?: boolean | undefined }): EmailContent {
  const who = byStaff
    ? `somebody who works for ${site.name} asked, for you,`
    : 'somebody who was logged in to your account asked'
  return renderEmail({
    site,
    subject: `A new email was asked for at ${site.name}`,
    preview: 'Nothing has changed yet. If it was you, open the link in the other mailbox.',
    heading: 'A new email was asked for',
    paragraphs: [
      `On ${time} ${who} to use another email for it. Nothing has changed yet: that takes the link which we mailed to the new address.`,
    ],
    table: emailLines(from, to),
    afterwards: [
      `If it was not you, choose a new password now, by “Forgot your password?” on the login page: that also makes the link worthless. Then ${describeReplyTo(site)}.`,
    ],
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

type NameChangeParams = EmailChangeParams & {
  /** Number of existing certificates that now print the new name. */
  certificates: number
}

/** Sent to a member whose name staff corrected. */
export function renderNameChangedEmail({ site, time, from, to, certificates }: NameChangeParams): EmailContent {
  const issued =
    certificates === 0
      ? 'Certificates that you have keep the name that they were issued with.'
      : 'Your certificates of before show the new name, too, wherever they are checked.'
  return renderEmail({
    site,
    subject: `Your name at ${site.name} was corrected`,
    preview: 'Please look whether it is right now.',
    heading: 'Your name was corrected',
    paragraphs: [`On ${time} somebody who works for ${site.name} corrected the name of your account. ${issued}`],
    table: [
      { label: 'Before', value: from || 'No name' },
      { label: 'New', value: to },
    ],
    afterwards: [`If this is not right, ${describeReplyTo(site)}.`],
  })
}

const CHANGE_TEXTS: Record<TwoFactorChange, { heading: string; sentence: string }> = {
  code_set_up: {
    heading: 'A second factor is set up',
    sentence: 'From now on your login asks for a code of your app, too.',
  },
  code_removed: {
    heading: 'Your second factor is removed',
    sentence: 'Your login no longer asks for a code of your app.',
  },
  recovery_codes_made: {
    heading: 'You have new recovery codes',
    sentence: 'Those that you had before no longer work.',
  },
  recovery_code_used: {
    heading: 'A recovery code was used',
    sentence: 'It took the place of your second factor, and does not work a second time.',
  },
  passkey_added: { heading: 'A passkey is added', sentence: 'It opens your account from now on.' },
  passkey_removed: { heading: 'A passkey is removed', sentence: 'It no longer opens your account.' },
  all_reset: {
    heading: 'Your second factor is taken away',
    sentence:
      'The academy has removed your app, your recovery codes and your passkeys, and has ended all your sessions.',
  },
}

/** Factors that a password reset does not remove. */
const ADDED_FACTORS: ReadonlySet<TwoFactorChange> = new Set(['code_set_up', 'passkey_added', 'recovery_codes_made'])

/** `address` is the password reset page. */
export function renderTwoFactorChangedEmail({
  site,
  address,
  change,
}: EmailParams & { change: TwoFactorChange }): EmailContent {
  const { heading, sentence } = CHANGE_TEXTS[change]
  return renderEmail({
    site,
    subject: `${heading}: ${site.name}`,
    preview: sentence,
    heading,
    paragraphs: [sentence, 'If this was you, there is nothing to do.'],
    button: { label: 'It was not me', address },
    afterwards: [
      ADDED_FACTORS.has(change)
        ? `If it was not you, somebody is in your account. A new password ends all sessions, but does not take away what was set up: ${describeReplyTo(site)}, so that the academy does.`
        : `If it was not you, somebody may be in your account. Choose a new password, which ends all sessions, and ${describeReplyTo(site)}.`,
    ],
  })
}
