import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import { smtpMail } from './smtp.ts'

/** A mail server that keeps what it is sent; `refuse` makes it answer like one whose disk is full. */
async function mailServer({ refuse = false } = {}) {
  const received: { from: string; to: string[]; source: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void text(stream).then((source) => {
        const { mailFrom, rcptTo } = session.envelope
        if (refuse) return done(Object.assign(new Error('Insufficient storage'), { responseCode: 452 }))
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), source })
        return done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mail = smtpMail(`smtp://127.0.0.1:${port}`, 'Legal Nurse Academy <office@academy.test>')
  onTestFinished(async () => {
    mail.close()
    await new Promise<void>((resolve) => {
      server.close(() => resolve())
    })
  })
  return { mail, received }
}

const message = { to: 'nora@example.com', subject: 'Your certificate', text: 'Here it is.', html: '<p>Here it is.</p>' }

test('a message reaches a real mail server with both bodies and its attachment', async () => {
  const { mail, received } = await mailServer()
  const attachments = [{ filename: 'certificate.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') }]
  await mail.send({ ...message, attachments })
  expect(received).toMatchObject([{ from: 'office@academy.test', to: ['nora@example.com'] }])
  const source = received[0]?.source ?? ''
  for (const part of ['Subject: Your certificate', 'text/plain', 'text/html', 'application/pdf', 'certificate.pdf'])
    expect(source).toContain(part)
})

test('a message that was not taken is an error, so that its job is tried again', async () => {
  const { mail } = await mailServer({ refuse: true })
  await expect(mail.send(message)).rejects.toThrow('Insufficient storage')
})

test('a line break in a subject or a name adds no header and no receiver', async () => {
  const { mail, received } = await mailServer()
  await mail.send({ ...message, subject: 'Hello\r\nBcc: everybody@example.com' })
  expect(received[0]?.to).toEqual(['nora@example.com'])
  expect(received[0]?.source).not.toMatch(/^Bcc:/m)
})
