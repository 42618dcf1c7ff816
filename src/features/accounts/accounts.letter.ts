import { type Letter, letter } from '#platform/mail/letter.ts'

type Given = { siteName: string; address: string }

export function verificationLetter({ siteName, address }: Given): Letter {
  return letter({
    siteName,
    subject: `Verify your email for ${siteName}`,
    heading: 'One step to go',
    paragraphs: [`Welcome to ${siteName}. Please verify your email address, and your account is ready.`],
    button: { label: 'Verify my email', address },
    afterwards: [
      'The link works once, for 24 hours.',
      `If you did not register at ${siteName}, you need do nothing: without this step no one can use the account.`,
    ],
  })
}

export function passwordResetLetter({ siteName, address }: Given): Letter {
  return letter({
    siteName,
    subject: `A new password for ${siteName}`,
    heading: 'Choose a new password',
    paragraphs: [`Someone, most likely you, asked for a new password for your account at ${siteName}.`],
    button: { label: 'Choose a new password', address },
    afterwards: [
      'The link works once, for one hour. A new password logs you out on all your devices.',
      'If you did not ask for this, you need do nothing: your password stays as it is.',
    ],
  })
}
