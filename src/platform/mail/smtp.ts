import type nodemailer from 'nodemailer'
import { AwayError } from '#shared/away.ts'
import { hasNoReader } from '#shared/no-mailbox.ts'
import { RefusedError } from '#shared/refused.ts'
import { library, whenNeeded } from '../when-needed.ts'
import { headersFor } from './headers.ts'
import { type Mail, type MailAddress, MailError } from './mail.ts'

const mailer = whenNeeded<typeof nodemailer>(() => library('nodemailer'))

export function smtpMail(smtpUrl: string, from: MailAddress): Mail {
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
    const answered = error instanceof Error ? isAnswerToAll(error as SmtpFailure) : false
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
      if (hasNoReader(to)) return
      try {
        await transport.sendMail({
          from,
          to: addressAlone(to),
          ...(replyTo !== undefined && { replyTo: addressAlone(replyTo) }),
          subject,
          text,
          html,
          attachments,
          headers: headersFor({ leave }),
        })
      } catch (error) {
        const told = mailErrorOf(error as SmtpFailure)
        if (await isAway(error)) throw new AwayError('The mail server', told)
        throw isForGood(error as SmtpFailure) ? new RefusedError(told.message, { cause: told }) : told
      }
    },
    close: () => transport.close(),
  }
}

/** As it is, and not read as a list or a name. */
function addressAlone(address: string): MailAddress {
  return { name: '', address }
}

/**
 * What nodemailer tells of a failure: its own code and the system's, the SMTP command that failed, and the server's answer where there was
 * one, as a number and as text.
 */
type SmtpFailure = { code?: string; originalCode?: string; command?: string; responseCode?: number; response?: string }

/** The server will have nothing of this letter, or knows nobody of this address. A sender that it refuses may be set wrongly for all. */
function isForGood({ command = '', responseCode = 0 }: SmtpFailure): boolean {
  return responseCode >= 500 && command !== 'MAIL FROM'
}

function mailErrorOf({ command, responseCode, response = '', originalCode, code }: SmtpFailure): MailError {
  // `550 5.1.1`: RFC 3463 tells what the second one means.
  const detail = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3}) /.exec(response)?.[1]
  const numbers = [responseCode, detail].filter(Boolean).join(' ')
  const answer = numbers || (originalCode ?? code ?? 'for an unknown reason')
  const atCommand = command ? ` (${command})` : ''
  return new MailError(`${numbers ? 'the mail server answered ' : ''}${answer}${atCommand}`, `${answer}${atCommand}`)
}

/** Answers by which a server says that it takes nothing now: RFC 5321 and RFC 4954. */
const NOTHING_NOW = new Set([421, 454])
const STORAGE_FULL = 452

/** Whether the server refused as it would have refused any other letter; undefined when it did not answer. */
function isAnswerToAll({ command = '', responseCode }: SmtpFailure): boolean | undefined {
  if (responseCode === undefined) return undefined
  if (NOTHING_NOW.has(responseCode)) return true
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
