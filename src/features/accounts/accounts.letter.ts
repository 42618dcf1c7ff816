import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'

type Given = { site: Sender; address: string }

export function verificationLetter({ site, address }: Given): Letter {
  return letter({
    site,
    subject: `Verify your email for ${site.name}`,
    preview: 'Press the button, and your account is ready to use. The link works for 24 hours.',
    heading: 'One step to go',
    paragraphs: [`Welcome to ${site.name}. Please verify your email address, and your account is ready to use.`],
    button: { label: 'Verify my email', address },
    afterwards: [
      'The link works once, for 24 hours.',
      `If you did not register at ${site.name}, you can ignore this message. The account can't be used until this address is verified.`,
    ],
  })
}

export function passwordResetLetter({ site, address }: Given): Letter {
  return letter({
    site,
    subject: `Choose a new password for ${site.name}`,
    preview: 'Here is the link you requested. It works once, for one hour.',
    heading: 'Choose a new password',
    paragraphs: [`Someone, most likely you, asked to change the password of your account at ${site.name}.`],
    button: { label: 'Choose a new password', address },
    afterwards: [
      'The link works once, for one hour. Changing your password logs you out on all your devices.',
      'If this was not you, you can ignore this message. Your password stays as it is.',
    ],
  })
}
