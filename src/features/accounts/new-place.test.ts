import { expect, test } from 'vitest'
import { sessionLinks } from '#db/tables/members.ts'
import { academyOfNora } from '../../../test/harness/password-member.ts'
import { toldKinds } from '../../../test/harness/audit.ts'
import { clearExpired } from './accounts.queues.ts'

const ACCOUNT = '/Academy/api/account/'
const END = '/Academy/api/end-session/'
const DAY = 24 * 60 * 60_000
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'

test('a login from a new place is mailed once, with when, with what and from where; the very first one is not', async () => {
  const nora = await academyOfNora()
  nora.setTime(new Date('2026-11-22T14:43:00Z'))
  await nora.enter()
  expect(await nora.mails()).toEqual([])
  await nora.enter({ from: '203.0.113.9', agent: ANDROID })
  await nora.enter({ from: '203.0.113.9', agent: `${ANDROID} again` })
  const mails = await nora.mails()
  expect(mails).toMatchObject([{ to: 'nora@example.com', subject: 'New login to your account at Legal Nurse Academy' }])
  for (const words of ['November 22, 2026 at 9:43 AM EST', 'Chrome on Android', '203.0.113.9', '/EndSession/'])
    expect(mails[0]?.text).toContain(words)
})

test('a new device is mailed where the place is known', async () => {
  const nora = await academyOfNora()
  await nora.enter()
  await nora.enter({ agent: ANDROID })
  await nora.enter({ agent: ANDROID })
  const mails = await nora.mails()
  expect(mails).toMatchObject([{ to: 'nora@example.com', text: expect.stringContaining('Chrome on Android') }])
})

test('ten logins at once from a new place make one mail', async () => {
  const nora = await academyOfNora()
  await nora.enter()
  await Promise.all(Array.from({ length: 10 }, () => nora.login({ from: '10.0.0.1' })))
  expect(await nora.mails()).toHaveLength(1)
})

test('the link ends that session and no other, once, without a login', async () => {
  const nora = await academyOfNora()
  const home = await nora.enter()
  const away = await nora.enter({ from: '10.0.0.1' })
  const [{ token = '' } = {}] = await nora.mails()
  expect((await nora.visitor.get(`${END}?token=${token}`)).status).toBe(404)
  expect((await away.get(ACCOUNT)).status).toBe(200)
  expect((await nora.visitor.post(END, { token: 'x' })).status).toBe(400)
  const replies = await Promise.all(Array.from({ length: 5 }, () => nora.visitor.post(END, { token })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(4)
  expect([(await away.get(ACCOUNT)).status, (await home.get(ACCOUNT)).status]).toEqual([401, 200])
  expect((await toldKinds(nora.pool)).filter((kind) => kind === 'session.ended')).toHaveLength(1)
})

test('the link works for a week; whoever left before the mail went is told of all the same', async () => {
  const nora = await academyOfNora()
  await nora.enter()
  const away = await nora.enter({ from: '10.0.0.1' })
  const [{ token = '' } = {}] = await nora.mails()
  nora.after(7 * DAY + 60_000)
  expect((await nora.visitor.post(END, { token })).status).toBe(400)
  expect((await away.get(ACCOUNT)).status).toBe(200)
  await nora.deps.jobs.enqueue(nora.db, clearExpired, {})
  await nora.runJobs()
  expect(await nora.db.select().from(sessionLinks)).toEqual([])

  const gone = await nora.enter({ from: '10.0.0.2' })
  await gone.post('/Academy/api/logout/')
  const last = (await nora.mails()).at(-1)
  expect(last).toMatchObject({ token: undefined, text: expect.stringContaining('That session has ended already.') })
})
