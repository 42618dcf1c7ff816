import type nodemailer from 'nodemailer'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { isErasedAddress } from '#shared/erased-address.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import { library, lazy } from '../lazy.ts'
import { headersFor } from './headers.ts'
import { type Mail, type MailAddress, MailError } from './mail.ts'

const mailer = lazy<typeof nodemailer>(() => library('nodemailer'))

export function createSmtpMail(smtpUrl: string, from: MailAddress): Mail {
  const transport = mailer().createTransport({
    url: smtpUrl,
    pool: true,
    // More than the jobs of one kind that run at once: a slow letter leaves connections to the others. `maxConnections` in
    // the address says otherwise.
    maxConnections: 8,
    // A kept connection that the server has closed meanwhile; whatever else ends one is told to the job.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Messages never name files or addresses of their own to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  /** Cut off in the middle of a letter, it may be that letter which the server can't stand: whoever lets us in is not away. */
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
    async send({ to, replyTo, subject, text, html, attachments, leave }) {
      if (isErasedAddress(to)) return
      try {
        await transport.sendMail({
          from,
          to: toBareAddress(to),
          ...(replyTo !== undefined && { replyTo: toBareAddress(replyTo) }),
          subject,
          text,
          html,
          attachments,
          headers: headersFor({ leave }),
        })
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

/** As it is, and not read as a list or a name. */
function toBareAddress(address: string): MailAddress {
  return { name: '', address }
}

/**
 * What nodemailer tells of a failure: its own code and the system's, the SMTP command that failed, and the server's answer where there was
 * one, as a number and as text.
 */
type SmtpFailure = { code?: string; originalCode?: string; command?: string; responseCode?: number; response?: string }

/** The server will have nothing of this letter, or knows nobody of this address. A sender that it refuses may be set wrongly for all. */
function isPermanentFailure({ command = '', responseCode = 0 }: SmtpFailure): boolean {
  return responseCode >= 500 && command !== 'MAIL FROM'
}

function toMailError({ command, responseCode, response = '', originalCode, code }: SmtpFailure): MailError {
  // `550 5.1.1`: RFC 3463 tells what the second one means.
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3}) /.exec(response)?.[1]
  const numbers = [responseCode, detail].filter(Boolean).join(' ')
  const answer = numbers || (originalCode ?? code ?? 'for an unknown reason')
  const atCommand = command ? ` (${command})` : ''
  return new MailError(`${numbers ? 'the mail server answered ' : ''}${answer}${atCommand}`, `${answer}${atCommand}`)
}

/** Answers by which a server says that it takes nothing now: RFC 5321 and RFC 4954. */
const TEMPORARY_CODES = new Set([421, 454])
const STORAGE_FULL = 452

/** Whether the server refused as it would have refused any other letter; undefined when it did not answer. */
function isServerWideRejection({ command = '', responseCode }: SmtpFailure): boolean | undefined {
  if (responseCode === undefined) return undefined
  if (TEMPORARY_CODES.has(responseCode)) return true
  // A receiver's own mailbox may be full, too.
  if (responseCode === STORAGE_FULL) return command !== 'RCPT TO'
  // A letter too large is refused for good with its size, when its sender is told.
  if (command === 'MAIL FROM') return responseCode < 500
  return command !== 'RCPT TO' && command !== 'DATA'
}

/** Connects and logs in as for sending, sends nothing; throws when the server does not let it. */
export async function checkSmtp(smtpUrl: string): Promise<void> {
  const transport = mailer().createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
