import { describe, expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { accountTokens, members, sessions } from '#db/tables/members.ts'
import { lockAccount } from '#features/people/member-administration/member-administration.public.ts'
import { deliverVerificationEmail } from './verification.service.ts'

const PASSWORD = 'lamp-at-midnight'
const NEW_PASSWORD = 'scutari-1854-ward'
const KEY = '6f1c2f0e8f3b4a4b9a551f4b0f3f6a01'
const PAY = '/Course/ethics#buy'

/** Sets up a member who gets emailed links, with functions to use them. */
async function academyOfNora() {
  const academy = await testAcademy()
  const visitor = academy.as(undefined)
  const form = { username: 'nora', email: 'nora@example.com', password: PASSWORD, confirm_password: PASSWORD }
  const passwords = { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
  const start = Date.now()
  return {
    ...academy,
    visitor,
    register: (next?: unknown) => visitor.post('/Academy/api/register/', { ...form, next, browser_key: KEY }),
    resend: () => visitor.post('/Academy/api/resend-verification/nora%40example.com'),
    forgot: (next?: unknown) => visitor.post('/Academy/api/forgot-password/', { email: form.email, next }),
    verify: (token: string, sign_in = true, browser_key: string | null = KEY) =>
      visitor.post('/Academy/api/verify-email/', { token, sign_in, ...(browser_key !== null && { browser_key }) }),
    reset: (token: string, sign_in = true) =>
      visitor.post('/Academy/api/reset-password/', { token, ...passwords, sign_in }),
    after: (ms: number) => academy.setTime(new Date(start + ms)),
    nora: async () => {
      const [nora] = await academy.db.select().from(members)
      if (!nora) throw new Error('Nobody has registered')
      return nora
    },
    sessions: () => academy.db.select().from(sessions),
    /** Returns the tokens in the emailed links, oldest first. */
    async tokens() {
      await academy.runJobs()
      const mails = await academy.mailbox()
      return mails.toReversed().flatMap(({ text }) => /\/(?:VerifyEmail|ResetPassword)\/([\w-]+)/.exec(text)?.[1] ?? [])
    },
  }
}

describe('email verification link', () => {
  test('logs in the browser that registered and returns to where the registration started', async () => {
    const academy = await academyOfNora()
    await academy.register(PAY)
    const [token = ''] = await academy.tokens()
    const { status, body } = await academy.verify(token)
    expect([status, body]).toMatchObject([200, { message: 'Your email is verified.', username: 'nora', next: PAY }])
    const account = await academy.withToken(body.token).get('/Academy/api/account/')
    expect(account).toMatchObject({ status: 200, body: { email: 'nora@example.com' } })
    expect(await readEventKinds(academy.pool)).toEqual(['account.verified', 'login.new_place'])
  })

  test('is reported as used only to the browser that registered', async () => {
    const academy = await academyOfNora()
    await academy.register()
    const [token = ''] = await academy.tokens()
    const isVerified = async (browser_key: string, email = 'Nora@example.com') =>
      (await academy.visitor.post('/Academy/api/verify-email/status/', { email, browser_key })).body.is_verified
    expect(await isVerified(KEY)).toBe(false)
    await academy.verify(token, false, null)
    expect(await isVerified(KEY)).toBe(true)
    expect(await isVerified(KEY.replace('6f', '6e'))).toBe(false)
    expect([await isVerified(KEY, 'nina@example.com'), await isVerified(KEY, 'x')]).toEqual([false, false])
  })

  test.each([
    ['no key', null],
    ['another key', KEY.replace('6f', '6e')],
  ])('verifies the email without a login in a browser with %s, such as an email scanner', async (_, key) => {
    const academy = await academyOfNora()
    await academy.register(PAY)
    const [token = ''] = await academy.tokens()
    expect((await academy.verify(token, true, key)).body).toEqual({ message: 'Your email is verified.', next: PAY })
    expect(await academy.sessions()).toEqual([])
    // A scanner has clicked the button, and now Nora logs in with her password.
    expect((await academy.verify(token)).body).toMatchObject({ code: 'already_verified', next: PAY })
    const login = await academy.visitor.post('/Academy/api/login/', { username: 'nora', password: PASSWORD })
    expect(login.body).toEqual({ token: expect.any(String) })
  })

  test('is not exposed to someone who registers a second account with the same key', async () => {
    const academy = await academyOfNora()
    await academy.register()
    const other = { username: 'vera', email: 'vera@example.com', password: PASSWORD, confirm_password: PASSWORD }
    await academy.visitor.post('/Academy/api/register/', { ...other, browser_key: KEY })
    expect(new Set(await academy.tokens()).size).toBe(2)
  })

  test('starts no session unless requested', async () => {
    const academy = await academyOfNora()
    await academy.register(PAY)
    const [token = ''] = await academy.tokens()
    expect((await academy.verify(token, false)).body).toEqual({ message: 'Your email is verified.', next: PAY })
    expect(await academy.sessions()).toEqual([])
  })

  test('logs in once when used thirty times at once', async () => {
    const academy = await academyOfNora()
    await academy.register(PAY)
    const [token = ''] = await academy.tokens()
    const replies = await Promise.all(Array.from({ length: 30 }, () => academy.verify(token)))
    expect(replies.filter(({ body }) => body.token !== undefined)).toHaveLength(1)
    // The other attempts are not errors. They continue on the login page.
    expect(replies.filter(({ body }) => body.code === 'already_verified' && body.next === PAY)).toHaveLength(29)
    expect(await academy.sessions()).toHaveLength(1)
  })

  test('logs no one in after another link has verified the account', async () => {
    const academy = await academyOfNora()
    await academy.register(PAY)
    academy.after(46_000)
    await academy.resend()
    const [older = '', newer = ''] = await academy.tokens()
    expect((await academy.verify(older)).body).toMatchObject({ token: expect.any(String), next: PAY })
    expect((await academy.verify(newer)).body).toEqual({ message: 'Your email is verified.', next: PAY })
    expect(await academy.sessions()).toHaveLength(1)
  })

  test('logs no one in after a new password was chosen', async () => {
    const academy = await academyOfNora()
    await academy.register(PAY)
    await academy.forgot()
    const tokens = await academy.tokens()
    const [link] = (await academy.mailbox()).flatMap(({ text }) => /VerifyEmail\/([\w-]+)/.exec(text)?.[1] ?? [])
    const reset = tokens.find((token) => token !== link) ?? ''
    expect((await academy.reset(reset, false)).status).toBe(200)
    expect((await academy.verify(link ?? '')).body).not.toHaveProperty('token')
    expect(await academy.sessions()).toEqual([])
  })

  test('does not work for a locked account and opens nothing issued before a lock', async () => {
    const academy = await academyOfNora()
    await academy.register(PAY)
    const [token = ''] = await academy.tokens()
    await lockAccount(academy.deps, { memberId: (await academy.nora()).id, by: OPERATOR })
    expect(await academy.verify(token)).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(await academy.sessions()).toEqual([])
  })

  test('verifies and logs in together, or does neither', async () => {
    const academy = await academyOfNora()
    await academy.register(PAY)
    const [token = ''] = await academy.tokens()
    await academy.pool.query(`alter table sessions add constraint fails check (agent = 'nobody')`)
    expect((await academy.verify(token)).status).toBe(500)
    expect((await academy.nora()).emailVerifiedAt).toBeNull()
    await academy.pool.query('alter table sessions drop constraint fails')
    expect((await academy.verify(token)).body).toMatchObject({ token: expect.any(String), next: PAY })
  })

  test('allows studying and paying, while sensitive actions ask for the password', async () => {
    const academy = await academyOfNora()
    await academy.register()
    const [token = ''] = await academy.tokens()
    const nora = academy.withToken((await academy.verify(token)).body.token)
    const wish = () => nora.post('/Academy/api/account/email/', { email: 'other@example.com' })
    expect((await wish()).body.code).toBe('confirm_identity')
    expect((await nora.post('/Academy/api/account/confirm/', { password: PASSWORD })).status).toBe(200)
    expect((await wish()).status).toBe(200)
  })

  test('keeps its return-to URL when emailed a second time', async () => {
    const academy = await academyOfNora()
    await academy.register(PAY)
    await academy.tokens()
    academy.after(25 * 60 * 60_000)
    await academy.resend()
    const [, token = ''] = await academy.tokens()
    expect((await academy.verify(token)).body.next).toBe(PAY)
  })
})

test.each(['verify-email', 'reset-password', 'confirm-email', 'end-session', 'keep-email'])(
  'wrong emailed links are limited per address, whatever they are for, and do not close it to working ones: %s',
  async (call) => {
    const academy = await academyOfNora()
    const { visitor, pool } = academy
    await academy.register()
    const [token = ''] = await academy.tokens()
    const use = () => visitor.post(`/Academy/api/${call}/`, { token: 'guess' })
    expect((await use()).status).toBe(400)
    const { body } = await visitor.post(`/Academy/api/${call}/`, { token: 'x'.repeat(201) })
    expect(JSON.stringify(body)).toContain('This link is invalid. Open it again from the email.')
    await pool.query('update throttles set hits = 300')
    expect((await use()).status).toBe(429)
    expect((await academy.verify(token)).status).toBe(200)
  },
)

describe('password reset link', () => {
  test('logs in, continues to where the reader was going, and ends every other session', async () => {
    const academy = await academyOfNora()
    await academy.register()
    const [first = ''] = await academy.tokens()
    const before = (await academy.verify(first)).body.token as string
    await academy.forgot(PAY)
    const [, token = ''] = await academy.tokens()
    const { body } = await academy.reset(token)
    expect(body).toMatchObject({ message: 'Your password has been changed.', username: 'nora', next: PAY })
    expect((await academy.withToken(before).get('/Academy/api/account/')).status).toBe(401)
    expect((await academy.withToken(body.token).get('/Academy/api/account/')).status).toBe(200)
    // She has just chosen the password, so she is not asked for it again.
    const wish = { email: 'other@example.com' }
    expect((await academy.withToken(body.token).post('/Academy/api/account/email/', wish)).status).toBe(200)
  })

  test('replaces the password but no second factor', async () => {
    const academy = await academyOfNora()
    await academy.register()
    const [first = ''] = await academy.tokens()
    await academy.verify(first)
    const { id } = await academy.nora()
    await academy.pool.query(
      `insert into second_factors (member_id, sealed_secret, created_at, confirmed_at) values ($1, 'x', now(), now())`,
      [id],
    )
    await academy.forgot(PAY)
    const [, token = ''] = await academy.tokens()
    const { status, body } = await academy.reset(token)
    expect([status, body.token]).toEqual([200, undefined])
    expect(body).toMatchObject({ second_factor: { token: expect.any(String), ways: ['code'] }, next: PAY })
    expect(await academy.sessions()).toEqual([])
  })

  test('sets one password and logs in once when used thirty times at once', async () => {
    const academy = await academyOfNora()
    await academy.register()
    await academy.tokens()
    await academy.forgot(PAY)
    const token = (await academy.tokens()).at(-1) ?? ''
    const replies = await Promise.all(Array.from({ length: 30 }, () => academy.reset(token)))
    expect(replies.filter(({ body }) => body.token !== undefined)).toHaveLength(1)
    expect(await academy.sessions()).toHaveLength(1)
  })
})

describe('return-to URL of an emailed link', () => {
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/Course/\u0000',
    '/no-such-page',
    '/Course/ethics?next=//evil.example',
  ])('is never %j, and does not block registration', async (next) => {
    const academy = await academyOfNora()
    expect((await academy.register(next)).status).toBe(200)
    const [token = ''] = await academy.tokens()
    expect((await academy.verify(token)).body).toMatchObject({ token: expect.any(String), next: null })
  })

  test('is validated again when stored and when read, whatever a job or row contains', async () => {
    const academy = await academyOfNora()
    await academy.register()
    const [token = ''] = await academy.tokens()
    const { id: memberId } = await academy.nora()
    await deliverVerificationEmail(academy.deps, { memberId, request: crypto.randomUUID(), wayOn: '//evil.example' })
    expect((await academy.db.select().from(accountTokens)).map(({ returnTo }) => returnTo)).toEqual([null, null])
    await expect(academy.pool.query(`update account_tokens set way_on = '//evil.example'`)).rejects.toThrow(
      'account_tokens_way_on',
    )
    await academy.pool.query(`update account_tokens set way_on = '/Login'`)
    expect((await academy.verify(token)).body.next).toBeNull()
  })

  test.each([
    ['a list', ['/Courses/']],
    ['a number', 7],
    ['a text that is too long', 'a'.repeat(2_001)],
  ])('rejects %s', async (_, next) => {
    const academy = await academyOfNora()
    expect((await academy.register(next)).status).toBe(400)
  })
})
