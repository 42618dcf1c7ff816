import type { ImapFailure } from '#platform/mail/imap.ts'
import type { MailFailure, MailTrial } from '#platform/mail/mail-trial.ts'
import { parseSender } from '#platform/mail/sender.ts'
import type { EmailForm, FieldErrors } from './email-settings.rules.ts'

const EMAIL = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/

export function isEmailAddress(address: string): boolean {
  return EMAIL.test(address)
}

export function findSenderErrors({ sender_name: name, sender_address: address }: EmailForm): FieldErrors {
  if (!EMAIL.test(address)) return { sender_address: ['Enter an email address, such as office@example.com.'] }
  try {
    parseSender(address)
  } catch {
    return { sender_address: ['Enter an email address, such as office@example.com.'] }
  }
  try {
    parseSender(`"${name.replaceAll(/["\\]/g, String.raw`\$&`)}" <${address}>`)
    return {}
  } catch {
    return { sender_name: ['Enter a name without an email address or line breaks.'] }
  }
}

/** What went wrong when the mailbox was read, and what to do, in plain English. */
export function describeImapFailure(failure: ImapFailure, { host, folder }: { host: string; folder: string }): string {
  if (failure === 'folder') return `The mailbox has no folder named ${folder}. Check its spelling.`
  if (failure === 'other')
    return 'The server didn’t let us read the mailbox. Check the settings with your email provider.'
  return describeFailure(failure, { server: host, to: '' })
}

type Trial = { trial: Extract<MailTrial, { isSent: false }>; server: string; to: string }

/** What went wrong and what to do, in plain English. */
export function describeTrial({ trial: { failure }, server, to }: Trial): string {
  return describeFailure(failure, { server, to })
}

function describeFailure(failure: MailFailure, { server, to }: { server: string; to: string }): string {
  switch (failure) {
    case 'unknown host':
      return `We couldn’t find the server ${server}. Check its spelling.`
    case 'private address':
      return `${server} is on a private network, which isn’t allowed here. Use your email provider’s public server.`
    case 'refused connection':
      return `${server} doesn’t accept connections. Check the name and the port.`
    case 'no answer':
      return `${server} didn’t respond within 10 seconds. Check the name, the port, and the encryption.`
    case 'encryption':
      return `We couldn’t make an encrypted connection to ${server}. Check the port, or choose the other kind of encryption.`
    case 'login':
      return 'The server rejected the user name or password. Copy both again from your email provider.'
    case 'sender':
      return 'The server rejected the sender’s address. Use an address that your email provider lets you send from.'
    case 'recipient':
      return `The server rejected the recipient, ${to}. Check the email address of your account.`
    case 'other':
      return 'The server rejected the email. Check your settings with your email provider.'
  }
}
