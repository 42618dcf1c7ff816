import type { TwoFactorChange } from '#features/people/two-factor/two-factor.public.ts'
import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

const CHANGE_TEXTS: Record<TwoFactorChange, { heading: string; sentence: string }> = {
  code_set_up: {
    heading: 'Two-factor authentication is on',
    sentence: 'You’ll enter a code from your authenticator app when you log in.',
  },
  code_removed: {
    heading: 'Your authenticator app was removed',
    sentence: 'You no longer need a code from your authenticator app to log in.',
  },
  recovery_codes_made: {
    heading: 'You have new recovery codes',
    sentence: 'Your old recovery codes no longer work.',
  },
  recovery_code_used: {
    heading: 'A recovery code was used',
    sentence: 'It was used in place of your authenticator app or passkey. It can’t be used again.',
  },
  passkey_added: { heading: 'A passkey was added', sentence: 'You can now log in with it.' },
  passkey_removed: { heading: 'A passkey was removed', sentence: 'You can no longer log in with it.' },
  all_reset: {
    heading: 'Two-factor authentication was turned off',
    sentence: 'We removed your authenticator app, recovery codes, and passkeys, and logged you out of all devices.',
  },
}

/** The changes that add a factor, which a password reset doesn't remove. */
const ADDED_FACTORS: ReadonlySet<TwoFactorChange> = new Set(['code_set_up', 'passkey_added', 'recovery_codes_made'])

export function renderTwoFactorChangedEmail({
  site,
  address,
  change,
}: {
  site: Sender
  address: string
  change: TwoFactorChange
}): EmailContent {
  const { heading, sentence } = CHANGE_TEXTS[change]
  const isByStaff = change === 'all_reset'
  return renderEmail({
    site,
    subject: heading,
    preview: sentence,
    heading,
    paragraphs: [
      sentence,
      isByStaff
        ? 'If you asked us to do this, you don’t need to do anything.'
        : 'If this was you, you don’t need to do anything.',
    ],
    button: { label: isByStaff ? 'I didn’t ask for this' : 'This wasn’t me', address },
    afterward: [
      ADDED_FACTORS.has(change)
        ? `If this wasn’t you, someone has access to your account. Changing your password logs you out of all other devices but doesn’t undo this change. To have us undo it, ${describeReplyTo(site)}.`
        : `If ${isByStaff ? 'you didn’t ask for this' : 'this wasn’t you'}, someone else might have access to your account. Change your password, which logs you out of all other devices, and ${describeReplyTo(site)}.`,
    ],
  })
}
