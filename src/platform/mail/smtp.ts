import nodemailer from 'nodemailer'
import type { Mail } from './mail.ts'

export function smtpMail(smtpUrl: string, from: string): Mail {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // Messages never name files or addresses of their own to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message) {
      await transport.sendMail({ from, ...message })
    },
    close: () => transport.close(),
  }
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
