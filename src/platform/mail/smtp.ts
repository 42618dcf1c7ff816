import nodemailer from 'nodemailer'
import { AwayError } from '#shared/away.ts'
import type { Mail } from './mail.ts'

export function smtpMail(smtpUrl: string, from: string): Mail {
  const transport = nodemailer.createTransport({
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
    async send(message) {
      try {
        await transport.sendMail({ from, ...message })
      } catch (error) {
        throw (await isAway(error)) ? new AwayError('The mail server', error) : error
      }
    },
    close: () => transport.close(),
  }
}

/** What nodemailer tells of a failure: the SMTP command that failed and the server's answer, where there was one. */
type SmtpFailure = { command?: string; responseCode?: number }

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
  const transport = nodemailer.createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
