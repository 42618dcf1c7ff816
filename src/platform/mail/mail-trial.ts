import type { Socket } from 'node:net'
import { PrivateAddressError } from '../public-address.ts'
import type { MailAddress, MailMessage } from './mail.ts'
import { type MailServer, toTransportOptions } from './mail-server.ts'
import { mailer, type SmtpFailure, toLibraryMessage } from './smtp.ts'

/** Why a mail server did not accept a message. */
export type MailFailure =
  | 'unknown host'
  | 'private address'
  | 'refused connection'
  | 'no answer'
  | 'encryption'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'other'

/** The result of a test email. `answer` is the server's own text if it sent any, otherwise the error's code. */
export type MailTrial = { isSent: true } | { isSent: false; failure: MailFailure; answer: string }

type Trial = { server: MailServer; from: MailAddress; message: MailMessage; limitMs?: number }

const LIMIT_MS = 10_000

/** Sends one message over a new connection and reports exactly what happens. Stops after ten seconds. */
export async function tryMailServer({ server, from, message, limitMs = LIMIT_MS }: Trial): Promise<MailTrial> {
  const sockets: Socket[] = []
  const transport = mailer().createTransport({
    ...toTransportOptions(server, (socket) => sockets.push(socket)),
    connectionTimeout: limitMs,
    greetingTimeout: limitMs,
    socketTimeout: limitMs,
    dnsTimeout: limitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const sent = transport.sendMail(toLibraryMessage(message, from)).then(
    (): MailTrial => ({ isSent: true }),
    (error: unknown): MailTrial => ({ isSent: false, ...describeFailure(error as SmtpFailure & Error) }),
  )
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<MailTrial>((resolve) => {
    timer = setTimeout(() => resolve({ isSent: false, failure: 'no answer', answer: '' }), limitMs)
  })
  try {
    return await Promise.race([sent, limit])
  } finally {
    clearTimeout(timer)
    transport.close()
    for (const socket of sockets) socket.destroy()
  }
}

const MAX_ANSWER_LENGTH = 300

function describeFailure(error: SmtpFailure & Error): { failure: MailFailure; answer: string } {
  const { code = '', originalCode = '', response = '' } = error
  return {
    failure: classify(error),
    answer: (response || originalCode || code)
      .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
      .trim()
      .slice(0, MAX_ANSWER_LENGTH),
  }
}

function classify(error: SmtpFailure & Error): MailFailure {
  if (error instanceof PrivateAddressError) return 'private address'
  const { code = '', originalCode = '', command = '', message } = error
  const codes = [code, originalCode]
  const has = (...wanted: string[]) => wanted.some((each) => codes.includes(each))
  if (has('ENOTFOUND', 'EAI_AGAIN', 'EDNS', 'ENODATA')) return 'unknown host'
  if (has('EAUTH', 'ENOAUTH') || command.startsWith('AUTH')) return 'login'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  if (has('ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH')) return 'refused connection'
  // The connection setup fails if the server expects encryption from the start and gets none, or the other way around.
  if (has('ETLS', 'EREQUIRETLS') || command === 'STARTTLS' || /\b(ssl|tls|certificate)\b/i.test(message))
    return 'encryption'
  return has('ETIMEDOUT', 'ESOCKET', 'ECONNECTION') && /tim(e|ed) ?out|never received/i.test(message)
    ? 'no answer'
    : 'other'
}
