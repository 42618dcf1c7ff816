import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'

type Given = { site: Sender; address: string }

export function verificationLetter({ site, address }: Given): Letter {
  return letter({
    site,
    subject: `Verify your email for ${site.name}`,
    preview: 'One press of a button, and your account is ready. The link works for 24 hours.',
    heading: 'One step to go',
    paragraphs: [`Welcome to ${site.name}. Please verify your email address, and your account is ready.`],
    button: { label: 'Verify my email', address },
    afterwards: [
      'The link works once, for 24 hours.',
      `If you did not register at ${site.name}, you can ignore this message. Without this step, no one can use the account.`,
    ],
  })
}

export function passwordResetLetter({ site, address }: Given): Letter {
  return letter({
    site,
    subject: `A new password for ${site.name}`,
    preview: 'Here is the link you asked for. It works once, for one hour.',
    heading: 'Choose a new password',
    paragraphs: [`Someone, most likely you, asked for a new password for your account at ${site.name}.`],
    button: { label: 'Choose a new password', address },
    afterwards: [
      'The link works once, for one hour. A new password logs you out on all your devices.',
      'If you did not ask for this, you can ignore this message. Your password stays as it is.',
    ],
  })
}
