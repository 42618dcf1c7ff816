import type { Socket } from 'node:net'
import { classifyConnectionError, type ConnectionFailure } from './connection-failure.ts'
import type { MailMessage, MailSender } from './mail.ts'
import { type MailServer, toTransportOptions } from './mail-server.ts'
import { mailer, type SmtpFailure, toLibraryMessage } from './smtp.ts'

/** Why a mail server did not accept a message. */
export type MailFailure = ConnectionFailure | 'login' | 'sender' | 'recipient' | 'other'

/** The result of a test email. `answer` is the server's own text if it sent any, otherwise the error's code. */
export type MailTrial = { isSent: true } | { isSent: false; failure: MailFailure; answer: string }

type Trial = { server: MailServer; from: MailSender; message: MailMessage; limitMs?: number }

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
  const { code = '', originalCode = '', command = '' } = error
  const codes = [code, originalCode]
  if (codes.includes('EAUTH') || codes.includes('ENOAUTH') || command.startsWith('AUTH')) return 'login'
  if (command === 'MAIL FROM') return 'sender'
  if (command === 'RCPT TO') return 'recipient'
  return classifyConnectionError(error, command === 'STARTTLS' ? [...codes, 'ETLS'] : codes) ?? 'other'
}
