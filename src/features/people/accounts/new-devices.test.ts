import { expect, test } from 'vitest'
import { accountTokens } from '#db/tables/members.ts'
import { createAcademyWithNora } from '../../../../test/harness/password-member.ts'
import { clearExpired } from './accounts.queues.ts'

const ACCOUNT = '/Academy/api/account/'
const END = '/Academy/api/end-session/'
const DAY = 24 * 60 * 60_000
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'

test('emails a login from a new location once, with time, device, and location, but not the very first login', async () => {
  const nora = await createAcademyWithNora()
  nora.setTime(new Date('2026-11-22T14:43:00Z'))
  await nora.enter()
  expect(await nora.mails()).toEqual([])
  await nora.enter({ from: '203.0.113.9', agent: ANDROID })
  await nora.enter({ from: '203.0.113.9', agent: `${ANDROID} again` })
  const mails = await nora.mails()
  expect(mails).toMatchObject([{ to: 'nora@example.com', subject: 'New login to your account' }])
  for (const words of ['Nov 22, 2026, 9:43 AM ET', 'Chrome on Android', '203.0.113.9', '/EndSession/'])
    expect(mails[0]?.text).toContain(words)
})

test('emails a login from a new device on a known network', async () => {
  const nora = await createAcademyWithNora()
  await nora.enter()
  await nora.enter({ agent: ANDROID })
  await nora.enter({ agent: ANDROID })
  const mails = await nora.mails()
  expect(mails).toMatchObject([{ to: 'nora@example.com', text: expect.stringContaining('Chrome on Android') }])
})

test('sends one email for ten simultaneous logins from a new location', async () => {
  const nora = await createAcademyWithNora()
  await nora.enter()
  await Promise.all(Array.from({ length: 10 }, () => nora.login({ from: '10.0.0.1' })))
  expect(await nora.mails()).toHaveLength(1)
})

test('ends every session of that network and device, and no other, through the link, once and without a login', async () => {
  const nora = await createAcademyWithNora()
  const home = await nora.enter()
  const away = await nora.enter({ from: '10.0.0.1' })
  const again = await nora.enter({ from: '10.0.0.1' })
  const otherDevice = await nora.enter({ from: '10.0.0.1', agent: ANDROID })
  const [{ token = '' } = {}] = await nora.mails()
  expect((await nora.visitor.get(`${END}?token=${token}`)).status).toBe(404)
  expect((await away.get(ACCOUNT)).status).toBe(200)
  expect((await nora.visitor.post(END, { token: 'x' })).status).toBe(400)
  const replies = await Promise.all(Array.from({ length: 5 }, () => nora.visitor.post(END, { token })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(4)
  const open = [away, again, otherDevice, home].map(async (session) => (await session.get(ACCOUNT)).status)
  expect(await Promise.all(open)).toEqual([401, 401, 200, 200])
  const { rows } = await nora.pool.query(`select after from audit_events where kind = 'session.ended'`)
  expect(rows).toEqual([{ after: { sessions: 2 } }])
})

test("treats the network as new after the link is used: the next login is emailed, and its guesses count as a stranger's", async () => {
  const nora = await createAcademyWithNora()
  await nora.enter()
  await nora.enter({ from: '10.0.0.1' })
  const [mail] = await nora.mails()
  const token = mail?.token
  expect(mail?.text).toContain('so that no one else can log in')
  expect((await nora.visitor.post(END, { token })).status).toBe(200)
  await nora.enter({ from: '10.0.0.1' })
  expect(await nora.mails()).toHaveLength(2)
  expect((await nora.visitor.post(END, { token: (await nora.mails()).at(-1)?.token })).status).toBe(200)
  // Attackers use up the account's limit. A known network would still have its own limit.
  for (let n = 0; n < 30; n += 1) await nora.login({ password: 'wrong', from: `198.51.100.${n}` })
  expect((await nora.login({ from: '10.0.0.1' })).status).toBe(429)
  expect((await nora.login()).status).toBe(200)
})

test('also ends the sessions of someone who logs out and right back in', async () => {
  const nora = await createAcademyWithNora()
  await nora.enter()
  const first = await nora.enter({ from: '10.0.0.1' })
  await first.post('/Academy/api/logout/')
  const second = await nora.enter({ from: '10.0.0.1' })
  const mails = await nora.mails()
  expect(mails).toHaveLength(1)
  expect((await nora.visitor.post(END, { token: mails[0]?.token })).status).toBe(200)
  expect((await second.get(ACCOUNT)).status).toBe(401)
})

test('keeps the link valid for a week after the login, and later sends the email without it', async () => {
  const nora = await createAcademyWithNora()
  await nora.enter()
  const away = await nora.enter({ from: '10.0.0.1' })
  const [{ token = '' } = {}] = await nora.mails()
  await nora.enter({ from: '10.0.0.2' })
  nora.after(7 * DAY + 60_000)
  expect((await nora.visitor.post(END, { token })).status).toBe(400)
  expect((await away.get(ACCOUNT)).status).toBe(200)
  const last = (await nora.mails()).at(-1)
  expect(last).toMatchObject({ token: undefined, text: expect.stringContaining('You can see where you’re logged in') })
  expect(last?.text).not.toContain('10.0.0.2')
  await nora.deps.jobs.enqueue(nora.db, clearExpired, {})
  await nora.runJobs()
  expect(await nora.db.select().from(accountTokens)).toEqual([])
})

test("does not store the login's origin in queued jobs", async () => {
  const nora = await createAcademyWithNora()
  await nora.enter()
  await nora.enter({ from: '203.0.113.77', agent: ANDROID })
  const jobs = async () => (await nora.pool.query(`select data from pgboss.job where name = 'send-new-place'`)).rows
  expect(JSON.stringify(await jobs())).not.toMatch(/203\.0\.113|Android/)
  expect((await nora.mails())[0]?.text).toContain('203.0.113.77')
  expect(JSON.stringify(await jobs())).not.toMatch(/203\.0\.113|Android/)
})

test('sends the email with a link for a job stored by an earlier version', async () => {
  const nora = await createAcademyWithNora()
  await nora.enter()
  const away = await nora.enter({ from: '10.0.0.1' })
  await nora.pool.query('delete from account_tokens')
  const { rows } = await nora.pool.query<{ id: string }>(`select id from sessions where network = '10.0.0.1'`)
  await nora.pool.query(`update pgboss.job set data = data || $1 where name = 'send-new-place'`, [
    { sessionId: rows[0]?.id, device: 'Chrome on Android', network: '10.0.0.1' },
  ])
  const [mail] = await nora.mails()
  expect(mail?.text).toContain('10.0.0.1')
  expect((await nora.visitor.post(END, { token: mail?.token })).status).toBe(200)
  expect((await away.get(ACCOUNT)).status).toBe(401)
})
