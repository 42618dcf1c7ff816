import type { TwoFactorChange } from '#features/people/two-factor/two-factor.public.ts'
import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'

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
