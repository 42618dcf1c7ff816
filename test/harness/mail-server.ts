import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { MailAddress } from '#platform/mail/mail.ts'
import { createSmtpMail } from '#platform/mail/smtp.ts'

export type MailRejection =
  | { at: 'connect' | 'sender' | 'receiver' | 'data'; code: number; status?: string }
  | { at: 'data'; code: 'hangs up' }

/**
 * A real mail server that stores what it receives, or rejects it at some step, repeating an address in its response as
 * mail servers do.
 */
export async function startMailServer({
  refusal: first,
  from = { name: 'Legal Nurse Academy', address: 'office@academy.test' },
}: { refusal?: MailRejection; from?: MailAddress } = {}) {
  let refusal = first
  const answer = (at: MailRejection['at']) =>
    refusal?.at === at && refusal.code !== 'hangs up'
      ? Object.assign(new Error(`${refusal.status ?? '5.1.1'} <nora@example.com>: Not now`), {
          responseCode: refusal.code,
        })
      : undefined
  const received: { from: string; to: string[]; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_, done) => done(answer('connect')),
    onMailFrom: (_, __, done) => done(answer('sender')),
    onRcptTo: (_, __, done) => done(answer('receiver')),
    onData(stream, session, done) {
      if (refusal?.code === 'hangs up') return void stream.once('data', () => hangUp())
      void text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope
        const refused = answer('data')
        if (refused) return done(refused)
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source })
        return done()
      })
    },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => sockets.add(socket))
  const hangUp = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}` }, from)
  onTestFinished(async () => {
    mail.close()
    // Pooled connections stay open for half a minute.
    hangUp()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  })
  return {
    mail,
    received,
    port,
    /** From now on, rejects messages this way; undefined accepts everything. */
    refuse: (next: MailRejection | undefined) => void (refusal = next),
  }
}
