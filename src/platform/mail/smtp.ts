import { domainToASCII } from 'node:url'
import type nodemailer from 'nodemailer'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { isErasedAddress } from '#shared/erased-address.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import { library, lazy } from '../lazy.ts'
import { isHardBounce } from './hard-bounce.ts'
import { headersFor } from './headers.ts'
import { type Mail, type MailAddress, MailError, type MailMessage, type MailSender } from './mail.ts'
import { type MailServer, toTransportOptions } from './mail-server.ts'

export const mailer = lazy<typeof nodemailer>(() => library('nodemailer'))

export function createSmtpMail(server: MailServer, from: MailSender): Mail {
  const transport = mailer().createTransport({
    ...toTransportOptions(server),
    pool: true,
    // There are more connections than concurrent jobs of one kind, so that slow messages leave connections for others.
    // `maxConnections` in the URL overrides this number.
    maxConnections: 8,
    // Retries once if the server has closed an idle connection. Other connection errors are reported to the job.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // The library never needs to read a file or URL for a message.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  /**
   * Whether the server is down. If it disconnects in the middle of a message, that message may be the reason, so this
   * checks whether it still accepts connections.
   */
  async function isAway(error: unknown): Promise<boolean> {
    const answered = error instanceof Error ? isServerWideRejection(error as SmtpFailure) : false
    return (
      answered ??
      transport.verify().then(
        () => false,
        () => true,
      )
    )
  }

  return {
    async send(message) {
      if (isErasedAddress(message.to)) return
      try {
        await transport.sendMail(toLibraryMessage(message, from))
      } catch (error) {
        const mailError = toMailError(error as SmtpFailure)
        if (await isAway(error)) throw new UnavailableError('The mail server', mailError)
        throw isPermanentFailure(error as SmtpFailure)
          ? new PermanentFailureError(mailError.message, { cause: mailError })
          : mailError
      }
    },
    close: () => transport.close(),
  }
}

export function toLibraryMessage(message: MailMessage, { bounceAddress, ...from }: MailSender) {
  const { id, to, replyTo, subject, text, html, attachments, leave } = message
  return {
    from,
    ...(id !== undefined && { messageId: `<${id}@${domainToASCII(from.address.split('@').at(-1) ?? '')}>` }),
    to: toBareAddress(to),
    ...(bounceAddress !== undefined && { envelope: { from: bounceAddress, to } }),
    ...(replyTo !== undefined && { replyTo: toBareAddress(replyTo) }),
    subject,
    text,
    html,
    attachments,
    headers: headersFor({ id, leave }),
  }
}

/** Returns the address as an object, so that nodemailer doesn't parse it as a list or a name. */
function toBareAddress(address: string): MailAddress {
  return { name: '', address }
}

/**
 * What nodemailer reports about a failure: its own error code and the system's code, the SMTP command that failed, and
 * the server's response, if any, as a number and as text.
 */
export type SmtpFailure = {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
  response?: string
}

/**
 * Whether the server rejected this message or its recipient permanently. If it rejected the sender, the cause may be a
 * configuration error that affects all messages.
 */
function isPermanentFailure({ command = '', responseCode = 0 }: SmtpFailure): boolean {
  return responseCode >= 500 && command !== 'MAIL FROM'
}

function toMailError({ command, responseCode, response = '', originalCode, code }: SmtpFailure): MailError {
  // In `550 5.1.1`, RFC 3463 defines the second code.
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3}) /.exec(response)?.[1]
  const numbers = [responseCode, detail].filter(Boolean).join(' ')
  const answer = numbers || (originalCode ?? code ?? 'unknown error')
  const atCommand = command ? ` (${command})` : ''
  return new MailError(`${numbers ? 'the mail server answered ' : ''}${answer}${atCommand}`, `${answer}${atCommand}`, {
    isHardBounce:
      command === 'RCPT TO' &&
      responseCode !== undefined &&
      responseCode >= 500 &&
      isHardBounce({ replyCode: responseCode, status: detail, text: response }),
  })
}

/** With these codes, a server says that it accepts nothing at the moment (RFC 5321 and RFC 4954). */
const TEMPORARY_CODES = new Set([421, 454])
const STORAGE_FULL = 452

/** Whether the server would have rejected any other message, too. Returns undefined if it sent no response. */
function isServerWideRejection({ command = '', responseCode }: SmtpFailure): boolean | undefined {
  if (responseCode === undefined) return undefined
  if (TEMPORARY_CODES.has(responseCode)) return true
  // After RCPT TO, the recipient's mailbox may be the one that is full.
  if (responseCode === STORAGE_FULL) return command !== 'RCPT TO'
  // MAIL FROM announces the size of the message. If it is too large, the server rejects it permanently.
  if (command === 'MAIL FROM') return responseCode < 500
  return command !== 'RCPT TO' && command !== 'DATA'
}

/** Connects and logs in as if to send a message, but sends nothing. Throws if the server doesn't allow it. */
export async function checkSmtp(server: MailServer): Promise<void> {
  const transport = mailer().createTransport({
    ...toTransportOptions(server),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
  })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
