import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import { startMailServer, type MailRejection } from '../../../test/harness/mail-server.ts'
import { createSmtpMail } from './smtp.ts'

const OFFICE = { name: '', address: 'office@academy.test' }

const message = {
  to: 'nora@example.com',
  memberId: null,
  subject: 'Your certificate',
  text: 'Here it is.',
  html: '<p>Here it is.</p>',
}

test('a message reaches a real mail server with both bodies and its attachment', async () => {
  const { mail, received } = await startMailServer()
  const attachments = [{ filename: 'certificate.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-') }]
  await mail.send({ ...message, attachments })
  expect(received).toMatchObject([{ from: 'office@academy.test', to: ['nora@example.com'] }])
  const source = received[0]?.source ?? ''
  for (const part of ['Subject: Your certificate', 'text/plain', 'text/html', 'application/pdf', 'certificate.pdf'])
    expect(source).toContain(part)
})

test.each<[MailRejection, isAway: boolean]>([
  [{ at: 'connect', code: 421 }, true],
  [{ at: 'sender', code: 451 }, true],
  [{ at: 'data', code: 421 }, true],
  [{ at: 'data', code: 452 }, true],
  [{ at: 'sender', code: 552 }, false],
  [{ at: 'receiver', code: 550 }, false],
  [{ at: 'receiver', code: 450 }, false],
  [{ at: 'receiver', code: 452 }, false],
  [{ at: 'data', code: 451 }, false],
  [{ at: 'data', code: 'hangs up' }, false],
])('a rejected message is an error: %j affects any other message, %s', async (refusal, isAway) => {
  const { mail } = await startMailServer({ refusal })
  const error = await mail.send(message).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(error instanceof UnavailableError).toBe(isAway)
  expect(error instanceof PermanentFailureError).toBe(refusal.at === 'receiver' && refusal.code === 550)
  // The server's text names the recipient, but the stored error must not.
  expect(inspect(error, { depth: null })).not.toContain(message.to)
})

test('reports a rejected email with the codes of the reply', async () => {
  const { mail } = await startMailServer({ refusal: { at: 'receiver', code: 550 } })
  await expect(mail.send(message)).rejects.toThrow(
    'The email was not sent: the mail server answered 550 5.1.1 (RCPT TO)',
  )
  const nobody = createSmtpMail({ url: 'smtp://127.0.0.1:9' }, OFFICE)
  onTestFinished(() => nobody.close())
  const error = await nobody.send(message).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ cause: { message: 'The email was not sent: ECONNREFUSED (CONN)' } })
})

test('an unreachable server and a wrong password affect any other message, too', async () => {
  const { port } = await startMailServer()
  for (const address of ['smtp://127.0.0.1:9', `smtp://office:wrong@127.0.0.1:${port}`]) {
    const mail = createSmtpMail({ url: address }, OFFICE)
    onTestFinished(() => mail.close())
    await expect(mail.send(message)).rejects.toBeInstanceOf(UnavailableError)
  }
})

test('a line break in a subject or a name adds no header and no recipient', async () => {
  const { mail, received } = await startMailServer()
  await mail.send({ ...message, replyTo: 'office@example.com', subject: 'Hello\r\nBcc: everybody@example.com' })
  expect(received[0]?.to).toEqual(['nora@example.com'])
  expect(received[0]?.source).not.toMatch(/^Bcc:/m)
  expect(received[0]?.source).toMatch(/^Reply-To: office@example\.com/m)
})

test('optional emails have the two headers for one-click unsubscribing, required ones have none; both are marked as automatic', async () => {
  const { mail, received } = await startMailServer()
  await mail.send({ ...message, leave: 'https://academy.test/Leave/token' })
  await mail.send(message)
  const [left = '', owed = ''] = received.map(({ source }) => source)
  expect(left).toMatch(/^List-Unsubscribe: <https:\/\/academy\.test\/Leave\/token>\r?$/m)
  expect(left).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  expect(owed).not.toMatch(/^(?:List-Unsubscribe|Precedence)/m)
  expect(left).toMatch(/^Precedence: bulk\r?$/m)
  // These headers ask mail programs not to reply automatically.
  for (const each of [left, owed]) {
    expect(each).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
    expect(each).toMatch(/^X-Auto-Response-Suppress: All\r?$/m)
  }
})
