import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ACADEMY } from '#platform/sandbox.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { MAX_LOOP_BLOCK_MS, measureTypicalLoopBlock } from '../../../../test/harness/event-loop-block.ts'
import {
  amazonSes,
  complaint,
  exchange,
  gmail,
  outlookComplaint,
  postfix,
  type Returned,
} from '../../../../test/harness/returned-emails.ts'
import { MAX_REPORT_BYTES, recordDeliveryReport } from './delivery-reports.public.ts'
import { readReport } from './report-parsing.service.ts'

/** A member who was sent two emails. */
async function academyWithEmails() {
  const academy = await testAcademy()
  const { deps, pool, as } = academy
  // Reports encode the plus sign in one field only, and `+12` would be decoded to another character.
  const nora = { ...(await academy.member()), email: `nora+12${randomUUID()}@example.com` }
  await pool.query('update members set email = $1 where id = $2', [nora.email, nora.id])
  const send = async (to = nora.email, memberId: string | null = nora.id) => {
    const id = randomUUID()
    await pool.query(
      `insert into mails (id, kind, member_id, address, subject, result, first_tried_at, tried_at) values ($1, 'send-receipt', $2, $3, 'A', 'sent', now(), now())`,
      [id, memberId, to],
    )
    return id
  }
  const read = (message: string) => recordDeliveryReport(deps, Buffer.from(message))
  const suppressions = async () =>
    (await pool.query('select reason, address, answer from email_suppressions order by reason')).rows
  const kindsOn = async (): Promise<string[]> =>
    (await as(nora).get('/Academy/api/account/mails/')).body
      .filter((kind: { is_on: boolean }) => kind.is_on)
      .map(({ kind }: { kind: string }) => kind)
  return { ...academy, nora, send, read, suppressions, kindsOn }
}

test.each<[string, (returned: Returned) => string, answer: string]>([
  ['Postfix', (returned) => postfix(returned), '550 5.1.1'],
  ['Gmail', gmail, '550 5.1.1'],
  ['Exchange', exchange, '550 5.1.10'],
  ['Amazon SES', amazonSes, '550 5.1.1'],
])('records a bounce that %s reports, once', async (_server, write, answer) => {
  const { nora, send, read, suppressions, pool } = await academyWithEmails()
  const id = await send(nora.email.toUpperCase())
  const report = write({ id, to: nora.email })
  expect(await read(report)).toBe('bounce')
  const bounce = { reason: 'bounced', address: nora.email, answer }
  expect(await suppressions()).toEqual([bounce])
  expect((await pool.query('select answer, result, bounced_at is null as is_fine from mails')).rows).toEqual([
    { answer, result: 'sent', is_fine: false },
  ])
  expect(await read(report)).toBe('repeated')
  // Also reads the same message with other line ends, and cut off after what matters.
  await pool.query('update mails set bounced_at = null')
  expect(await read(report.replaceAll('\r\n', '\n'))).toBe('bounce')
  await pool.query('update mails set bounced_at = null')
  expect(await read(report + 'x'.repeat(MAX_REPORT_BYTES))).toBe('bounce')
})

test('a bounce that was counted once stays without effect after the mailbox worked again', async () => {
  const { nora, send, read, suppressions, pool } = await academyWithEmails()
  const report = postfix({ id: await send(), to: nora.email })
  expect(await read(report)).toBe('bounce')
  await pool.query('delete from email_suppressions')
  expect(await read(report)).toBe('repeated')
  expect(await suppressions()).toEqual([])
})

test.each([
  ['delayed', { action: 'delayed', status: '4.4.7', diagnostic: 'smtp; 451 4.4.7 later' }],
  ['delayed with a hard status', { action: 'delayed' }],
  ['relayed', { action: 'relayed' }],
  ['full', { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 mailbox full' }],
  ['rejected as spam', { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 spam' }],
  ['failed for an unknown reason', { status: '5.0.0', diagnostic: 'smtp; 554 no' }],
  ['failed by our own server', { status: '5.4.4', diagnostic: 'X-Postfix; Host not found' }],
])('an email that was %s changes nothing', async (_what, status) => {
  const { nora, send, read, suppressions } = await academyWithEmails()
  expect(await read(postfix({ id: await send(), to: nora.email }, status))).toBe('temporary')
  expect(await suppressions()).toEqual([])
})

test('counts a forwarded email for the address that we know, and nothing that names another address or email', async () => {
  const { nora, send, read, suppressions, pool } = await academyWithEmails()
  const id = await send()
  expect(await read(postfix({ id: randomUUID(), to: nora.email }))).toBe('unknown')
  expect(await read(postfix({ id: 'office', to: nora.email }))).toBe('unknown')
  expect(await read(postfix({ id, to: 'someone.else@example.com' }))).toBe('unknown')
  expect(await read(complaint({ id, to: 'someone.else@example.com' }))).toBe('unknown')
  expect(await suppressions()).toEqual([])
  expect(await read(postfix({ id, to: nora.email }, { final: 'new@example.net' }))).toBe('bounce')
  expect(await suppressions()).toMatchObject([{ reason: 'bounced', address: nora.email }])
  // The server behind a forward knows only its own address.
  await pool.query('delete from email_suppressions')
  expect(await read(exchange({ id: await send(), to: 'new@example.net' }))).toBe('bounce')
  expect(await suppressions()).toMatchObject([{ reason: 'bounced', address: nora.email }])
  // An email to a former address doesn't count, nor one to the operator.
  await pool.query('delete from email_suppressions')
  expect(await read(postfix({ id: await send('old@example.com'), to: 'old@example.com' }))).toBe('bounce')
  expect(await read(postfix({ id: await send('operator@example.com', null), to: 'operator@example.com' }))).toBe(
    'bounce',
  )
  expect(await suppressions()).toEqual([])
})

test.each([
  ['Yahoo', (returned: Returned) => complaint(returned)],
  ['Outlook', outlookComplaint],
])('a complaint from %s turns every kind of email off, until the member turns one on', async (_provider, write) => {
  const { nora, as, send, read, suppressions, kindsOn } = await academyWithEmails()
  expect((await kindsOn()).length).toBeGreaterThan(3)
  const id = await send()
  expect(await read(complaint({ id, to: nora.email }, { type: 'not-spam' }))).toBe('temporary')
  expect(await read(write({ id, to: nora.email }))).toBe('complaint')
  expect(await read(write({ id, to: nora.email }))).toBe('repeated')
  expect(await suppressions()).toEqual([{ reason: 'complained', address: nora.email, answer: 'abuse' }])
  expect(await kindsOn()).toEqual([])
  await as(nora).post('/Academy/api/account/mails/', { kind: 'study-reminder', is_on: true })
  expect(await suppressions()).toEqual([])
  expect(await kindsOn()).toEqual(['study-reminder'])
})

test('a report about an email that is no longer logged changes nothing', async () => {
  const { nora, send, read, suppressions, pool } = await academyWithEmails()
  const id = await send()
  await pool.query('delete from mails')
  expect(await read(postfix({ id, to: nora.email }))).toBe('unknown')
  expect(await suppressions()).toEqual([])
})

const HEAD = 'Content-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n'
const nested = (levels: number) =>
  Array.from(
    { length: levels },
    (_, level) => `--${level === 0 ? 'b' : level}\r\nContent-Type: multipart/mixed; boundary=${level + 1}\r\n\r\n`,
  ).join('')

test.each([
  ['100,000 parts', HEAD + '--b\r\n\r\n'.repeat(100_000)],
  [
    '100,000 parts of a status',
    `${HEAD}--b\r\nContent-Type: message/delivery-status\r\n\r\n${'a: b\r\n\r\n'.repeat(100_000)}`,
  ],
  ['a header of 10 MB', `${HEAD.trimEnd()}\r\nX: ${'a\r\n '.repeat(2_500_000)}`],
  ['one line of 10 MB', HEAD + '('.repeat(10_000_000)],
  ['an unclosed comment of 10 MB', `Content-Type: multipart/report${'('.repeat(10_000_000)}`],
  ['1,000 levels', HEAD + nested(1_000)],
  [
    'a wrong charset',
    `${HEAD}--b\r\nContent-Type: message/delivery-status; charset=x-klingon\r\n\r\nAction: failed\r\n`,
  ],
  ['invalid UTF-8', Buffer.concat([Buffer.from(HEAD), Buffer.alloc(200_000, 0xff)])],
  ['nothing', ''],
])('a message with %s holds the serving thread for less than 50 ms and changes nothing', async (_what, message) => {
  const { deps } = await testAcademy()
  const bytes = Buffer.from(message)
  // Starts the sandbox first.
  await readReport(Buffer.from(HEAD), ACADEMY)
  let outcome: unknown
  const blocked = await measureTypicalLoopBlock(async () => {
    outcome = await recordDeliveryReport(deps, bytes)
  })
  expect(['no report', 'unknown']).toContain(outcome)
  expect(blocked).toBeLessThan(MAX_LOOP_BLOCK_MS)
})

test('a complaint about an email to a former address turns nothing off', async () => {
  const { nora, send, read, suppressions, kindsOn, pool } = await academyWithEmails()
  const before = await kindsOn()
  const id = await send()
  await pool.query("update members set email = 'new@example.com' where id = $1", [nora.id])
  expect(await read(complaint({ id, to: nora.email }))).toBe('complaint')
  expect(await suppressions()).toEqual([])
  expect(await kindsOn()).toEqual(before)
  expect(before.length).toBeGreaterThan(0)
})
