import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { MAX_LOOP_BLOCK_MS, measureTypicalLoopBlock } from '../../../../test/harness/event-loop-block.ts'
import { startImapServer } from '../../../../test/harness/imap-server.ts'
import { complaint, gmail, postfix } from '../../../../test/harness/returned-emails.ts'
import { readBounceMailbox } from './delivery-reports.public.ts'
import { MAX_MESSAGES_PER_RUN } from './delivery-reports.rules.ts'

async function academyWithMailbox(folder = 'INBOX') {
  const server = await startImapServer()
  if (folder !== 'INBOX') await server.create(folder)
  const academy = await testAcademy({ settings: { BOUNCE_MAILBOX: server.url(folder) } })
  const { deps, pool, member } = academy
  const send = async () => {
    const { id: memberId, email: to } = await member()
    const id = randomUUID()
    await pool.query(
      `insert into mails (id, kind, member_id, address, subject, result, first_tried_at, tried_at) values ($1, 'send-receipt', $2, $3, 'A', 'sent', now(), now())`,
      [id, memberId, to],
    )
    return { id, to, memberId }
  }
  const suppressed = async () =>
    (await pool.query('select member_id, reason from email_suppressions order by at, reason')).rows.map(
      (row: { member_id: string; reason: string }) => `${row.member_id} ${row.reason}`,
    )
  const state = async () =>
    (await pool.query('select last_uid::int, failure, read_at is not null as is_read from bounce_mailboxes')).rows
  return { ...academy, server, send, suppressed, state, read: () => readBounceMailbox(deps) }
}

test('reads new reports from a real mailbox, marks only those as seen, and leaves other mail alone', async () => {
  const { server, send, read, suppressed, state } = await academyWithMailbox()
  await read()
  expect(await state()).toEqual([{ last_uid: 0, failure: null, is_read: true }])
  const [first, second, third] = [await send(), await send(), await send()]
  await server.deliver('From: nora@example.com\r\nSubject: A question\r\n\r\nWhat is a deposition?')
  await server.deliver(postfix(first))
  await server.deliver(postfix({ id: randomUUID(), to: 'someone.else@example.com' }))
  await server.deliver(`${gmail(second)}\r\n${'x'.repeat(2 * 1024 * 1024)}`)
  await read()
  expect(await suppressed()).toEqual([`${first.memberId} bounced`, `${second.memberId} bounced`])
  expect(await server.seen()).toEqual([false, true, false, true])
  expect(await state()).toEqual([{ last_uid: 4, failure: null, is_read: true }])
  await server.deliver(complaint(third))
  await read()
  expect(await suppressed()).toHaveLength(3)
  expect(await server.seen()).toEqual([false, true, false, true, true])
})

test('counts nothing twice when the server numbers its messages anew, and reads what is new', async () => {
  const { server, send, read, suppressed, state, pool } = await academyWithMailbox('Bounces')
  const [first, second] = [await send(), await send()]
  await server.deliver(postfix(first), 'Bounces')
  await read()
  expect(await suppressed()).toEqual([`${first.memberId} bounced`])
  await pool.query('delete from email_suppressions')
  await server.recreate('Bounces')
  for (const each of [first, second]) await server.deliver(postfix(each), 'Bounces')
  await read()
  expect(await suppressed()).toEqual([`${second.memberId} bounced`])
  expect(await state()).toEqual([{ last_uid: 2, failure: null, is_read: true }])
})

test('reads a limited number of messages per minute, in their order, without blocking the serving thread', async () => {
  const { server, send, read, suppressed, state } = await academyWithMailbox()
  const foreign = `Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n\r\n'.repeat(9_000)}`
  await server.deliverAll([...Array<string>(MAX_MESSAGES_PER_RUN).fill(foreign), postfix(await send())])
  const blocked = await measureTypicalLoopBlock(read)
  expect(blocked).toBeLessThan(MAX_LOOP_BLOCK_MS)
  await read()
  expect(await suppressed()).toHaveLength(1)
  expect(await state()).toEqual([{ last_uid: MAX_MESSAGES_PER_RUN + 1, failure: null, is_read: true }])
})

test('stores why a mailbox can’t be read, and goes on when it works again', async () => {
  const { deps, server, send, read, suppressed, state, pool } = await academyWithMailbox()
  await server.deliver(postfix(await send()))
  const { bounceMailbox } = deps.services.inUse
  const attempt = async (change: object) => {
    const services = {
      ...deps.services,
      inUse: { ...deps.services.inUse, bounceMailbox: { ...bounceMailbox, ...change } },
    }
    await readBounceMailbox({ ...deps, services } as typeof deps)
    const found = await state()
    await pool.query('delete from bounce_mailboxes')
    return found.map(({ failure }: { failure: string }) => failure)
  }
  expect(await attempt({ password: 'wrong' })).toEqual(['login'])
  expect(await attempt({ folder: 'Missing' })).toEqual(['folder'])
  expect(await attempt({ port: 9 })).toEqual(['refused connection'])
  expect(await attempt({ host: 'no-such-host.invalid' })).toEqual(['unknown host'])
  expect(await attempt({ security: 'starttls' })).toEqual(['encryption'])
  expect(await attempt({ security: 'tls' })).toEqual(['encryption'])
  expect(await attempt({ isPublicOnly: true })).toEqual(['private address'])
  expect(await suppressed()).toEqual([])
  await read()
  expect(await suppressed()).toHaveLength(1)
  await server.stop()
  await read()
  expect(await state()).toEqual([{ last_uid: 1, failure: 'refused connection', is_read: true }])
})

test('gives up on a server that answers nothing, and on one that answers without end', async () => {
  const { deps, state } = await academyWithMailbox()
  const { bounceMailbox } = deps.services.inUse
  const greet = async (text: string) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write(text)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const services = { ...deps.services, inUse: { ...deps.services.inUse, bounceMailbox: { ...bounceMailbox, port } } }
    await readBounceMailbox({ ...deps, services } as typeof deps)
    return (await state()).map(({ failure }: { failure: string }) => failure)
  }
  expect(await greet(`* OK ${'x'.repeat(3 * 1024 * 1024)}`)).toEqual(['other'])
  expect(await greet('')).toEqual(['no answer'])
})
