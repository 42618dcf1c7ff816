import { expect, test } from 'vitest'
import { accountTokens } from '#db/tables/members.ts'
import { createAcademyWithNora, NEW_PASSWORD, PASSWORD } from '../../../../test/harness/password-member.ts'
import { readEventKinds } from '../../../../test/harness/audit.ts'

const CHANGE = '/Academy/api/account/password/'
const ACCOUNT = '/Academy/api/account/'
const asked = (current_password = PASSWORD, password = NEW_PASSWORD, confirm_password = password) => ({
  current_password,
  password,
  confirm_password,
})

test('ends all other sessions and all links on a new password, and sends an email', async () => {
  const nora = await createAcademyWithNora()
  const [here, other] = [await nora.enter(), await nora.enter()]
  await nora.forgot()
  await here.post('/Academy/api/account/email/', { email: 'new@example.com' })
  const before = await nora.mails()
  const reset = before.find(({ text }) => text.includes('/ResetPassword/'))?.token ?? ''
  expect(await here.post(CHANGE, asked())).toMatchObject({
    status: 200,
    body: { message: expect.stringContaining('changed') },
  })
  expect([(await here.get(ACCOUNT)).status, (await other.get(ACCOUNT)).status]).toEqual([200, 401])
  expect((await nora.reset(reset, 'another-ward-1855')).status).toBe(400)
  expect((await nora.login()).status).toBe(400)
  expect((await nora.login({ password: NEW_PASSWORD })).status).toBe(200)
  const news = (await nora.mails()).slice(before.length)
  expect(news.map(({ subject }) => subject)).toContain('Your password was changed')
  expect((await readEventKinds(nora.pool)).filter((kind) => kind === 'password.changed')).toHaveLength(1)
  const open = (await nora.db.select().from(accountTokens)).filter(({ usedAt }) => usedAt === null)
  expect(open.map(({ purpose }) => purpose)).toEqual(['end_session'])
})

test('reports invalid input on its field under the registration rules', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  const wrong = { status: 400, body: { current_password: ['That isn’t your current password.'] } }
  expect(await here.post(CHANGE, asked('wrong'))).toMatchObject(wrong)
  expect((await here.post(CHANGE, asked('', 'short', 'other'))).body).toEqual({
    current_password: ['Your current password is required'],
    password: ['Password must be at least 8 characters'],
    confirm_password: ['Passwords do not match'],
  })
  expect((await here.post(CHANGE, asked(PASSWORD, 'password123'))).body).toEqual({
    password: [expect.stringContaining('easy to guess')],
  })
  expect((await here.post(CHANGE, asked(PASSWORD, PASSWORD))).body).toHaveProperty('password')
  expect((await here.post(CHANGE, { ...asked(), username: 'nora' })).status).toBe(400)
  expect((await nora.visitor.post(CHANGE, asked())).status).toBe(401)
  expect((await nora.login()).status).toBe(200)
})

test('counts a wrong current password like a wrong login', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  for (let n = 0; n < 10; n += 1) expect((await here.post(CHANGE, asked('wrong'))).status).toBe(400)
  expect((await here.post(CHANGE, asked('wrong'))).status).toBe(429)
  expect((await here.post(CHANGE, asked())).status).toBe(429)
  expect((await nora.login()).status).toBe(429)
  const { rows } = await nora.pool.query('select failures, refused from failed_logins where member_id = $1', [
    nora.memberId,
  ])
  expect(rows).toEqual([{ failures: 10, refused: 3 }])
})

test('accepts one of two simultaneous changes', async () => {
  const nora = await createAcademyWithNora()
  const [one, two] = [await nora.enter(), await nora.enter()]
  const replies = await Promise.all([
    one.post(CHANGE, asked(PASSWORD, 'first-lamp-lit')),
    two.post(CHANGE, asked(PASSWORD, 'second-lamp-lit')),
  ])
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const opened = [await nora.login({ password: 'first-lamp-lit' }), await nora.login({ password: 'second-lamp-lit' })]
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200, 400]))
})
