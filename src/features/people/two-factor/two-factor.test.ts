import { describe, expect, onTestFinished, test } from 'vitest'
import { createMember } from '#features/people/login/login.public.ts'
import { identify } from '#features/people/accounts/sessions.public.ts'
import { lockAccount, resetTwoFactor } from '#features/people/member-administration/member-administration.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { createAuthenticator } from '../../../../test/harness/authenticator.ts'
import { generateTotp } from '../../../../test/harness/totp.ts'

const PASSWORD = 'lamp-at-midnight'
const LOGIN = '/Academy/api/login/'
const SECOND = '/Academy/api/login/second-factor/'
const FACTORS = '/Academy/api/account/factors/'
const CODE = `${FACTORS}code/`
const CONFIRM = '/Academy/api/account/confirm/'
const PASSKEYS = '/Academy/api/account/passkeys/'
const SITE = { origin: 'http://academy.test' }
const NOON = new Date('2026-11-22T12:00:10Z').getTime()
const MINUTE = 60_000

/** Sets up a member who is logged in with her password, at a fixed time. */
async function withNora({ mode = 'test' as 'test' | 'production' } = {}) {
  const academy = await testAcademy({
    change: (deps) => ({ ...deps, config: { ...deps.config, mode } }),
  })
  let time = NOON
  const at = (ms: number) => {
    time = NOON + ms
    academy.setTime(new Date(time))
  }
  at(0)
  const memberId = await createMember(academy.deps, {
    username: 'nora',
    email: 'nora@example.com',
    password: PASSWORD,
    firstName: 'Nora',
    lastName: 'Nightingale',
    role: mode === 'production' ? 'owner' : 'learner',
    isVerified: true,
  })
  const visitor = academy.as(undefined)
  const login = (password = PASSWORD) => visitor.post(LOGIN, { username: 'nora', password })
  const begun = await login()
  const { token } = begun.body as { token: string }
  const nora = academy.withToken(token)
  const codeNow = (key: string) => generateTotp(key, time)
  /** Sets up an app, which uses up the code of this half minute. */
  const setUp = async (by = nora) => {
    const { key } = (await by.post(CODE)).body as { key: string }
    const confirmed = await by.post(`${CODE}confirm/`, { code: codeNow(key) })
    return { key, codes: confirmed.body.recovery_codes as string[] }
  }
  const addPasskey = async (by = nora) => {
    const device = createAuthenticator()
    const { body: options } = await by.post(`${PASSKEYS}options/`)
    const reply = await by.post(PASSKEYS, { name: 'My phone', response: device.make(options, SITE) })
    return { device, reply, options }
  }
  const byPasskey = async (device: ReturnType<typeof createAuthenticator>, site = SITE, how = {}) => {
    const { body: options } = await visitor.post(`${LOGIN}passkey/options/`)
    return visitor.post(`${LOGIN}passkey/`, { response: device.use(options, site, how) })
  }
  return { ...academy, memberId, visitor, login, nora, token, at, codeNow, setUp, addPasskey, byPasskey }
}

const half = 30_000

describe('authenticator app', () => {
  test('becomes active after its first code and issues ten recovery codes once', async () => {
    const { nora, pool, setUp, at, runJobs, mailbox } = await withNora()
    const before = await nora.get(FACTORS)
    expect(before.body).toMatchObject({ code_since: null, recovery_codes_left: 0, must_set_up: false })
    const begun = await nora.post(CODE)
    expect(begun.body).toEqual({
      key: expect.stringMatching(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/),
      address: expect.stringMatching(/^otpauth:\/\/totp\/.*nora\?.*secret=[A-Z2-7]{32}/),
      picture: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    })
    expect((await nora.get(FACTORS)).body.code_since).toBeNull()
    const wrong = await nora.post(`${CODE}confirm/`, { code: '000000' })
    expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([400, ['code']])
    const { key, codes } = await setUp()
    expect(codes).toHaveLength(10)
    for (const code of codes) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
    expect((await nora.get(FACTORS)).body).toMatchObject({
      code_since: new Date(NOON).toISOString(),
      recovery_codes_left: 10,
    })
    // Neither the secret nor the codes are stored in plain text.
    const { rows } = await pool.query('select sealed_secret, code_hash from second_factors, recovery_codes')
    expect(JSON.stringify(rows)).not.toContain(key.replaceAll(' ', ''))
    expect(JSON.stringify(rows)).not.toContain((codes[0] ?? '').replaceAll('-', ''))
    expect((await nora.post(CODE)).status).toBe(400)
    at(half)
    const fresh = await nora.post(`${FACTORS}recovery-codes/`)
    expect(fresh.body.recovery_codes).not.toContain(codes[0])
    await nora.post(`${CODE}remove/`)
    expect((await nora.get(FACTORS)).body).toMatchObject({ code_since: null, recovery_codes_left: 0 })
    expect(await readEventKinds(pool)).toEqual(
      expect.arrayContaining(['factor.set_up', 'factor.codes_made', 'factor.removed']),
    )
    await runJobs()
    const subjects = (await mailbox()).map(({ subject }) => subject.split(':')[0])
    expect(new Set(subjects)).toEqual(
      new Set(['Two-factor authentication is on', 'You have new recovery codes', 'Your authenticator app was removed']),
    )
  })

  test('asks for a code after the right password, accepts one period of drift, and never accepts a code twice', async () => {
    const { login, visitor, setUp, codeNow, at, withToken, deps } = await withNora()
    const { key } = await setUp()
    expect((await login('wrong')).body.code).toBe('sign_in_failed')
    const waiting = await login()
    expect(waiting.body).toEqual({ second_factor: { token: expect.any(String), ways: ['code', 'recovery_code'] } })
    const { token } = waiting.body.second_factor as { token: string }
    expect((await withToken(token).get('/Academy/api/account/')).status).toBe(401)
    // The setup has used up this code.
    expect((await visitor.post(SECOND, { token, code: codeNow(key) })).body.code).toBe('sign_in_failed')
    at(-half)
    expect((await visitor.post(SECOND, { token, code: codeNow(key) })).body.code).toBe('sign_in_failed')
    at(half)
    const early = generateTotp(key, NOON + 2 * half)
    expect((await visitor.post(SECOND, { token, code: generateTotp(key, NOON + 3 * half) })).status).toBe(400)
    const entered = await visitor.post(SECOND, { token, code: `${early.slice(0, 3)} ${early.slice(3)}` })
    expect(entered.body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await identify(deps, entered.body.token)).toMatchObject({ hasFactor: true })
    // Both the token and the code have been used.
    at(2 * half)
    expect((await visitor.post(SECOND, { token, code: codeNow(key) })).body.code).toBe('invalid')
    const again = (await login()).body.second_factor.token as string
    expect((await visitor.post(SECOND, { token: again, code: codeNow(key) })).body.code).toBe('sign_in_failed')
    at(3 * half)
    expect((await visitor.post(SECOND, { token: again, code: codeNow(key) })).status).toBe(200)
  })

  test('logs in one of twenty simultaneous attempts with one code', async () => {
    const { login, visitor, setUp, codeNow, at } = await withNora()
    const { key } = await setUp()
    at(half)
    const tokens: string[] = []
    for (let n = 0; n < 8; n += 1) tokens.push((await login()).body.second_factor.token as string)
    const tries = Array.from({ length: 20 }, (_, n) => ({ token: tokens[n % 8], code: codeNow(key) }))
    const replies = await Promise.all(tries.map((body) => visitor.post(SECOND, body)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('accepts a recovery code once, even for twenty attempts at once, and emails the member', async () => {
    const { login, visitor, setUp, nora, runJobs, mailbox } = await withNora()
    const { codes } = await setUp()
    const waiting = (await login()).body.second_factor.token as string
    const recovery_code = (codes[3] ?? '').toLowerCase().replaceAll('-', ' ')
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => visitor.post(SECOND, { token: waiting, recovery_code })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await nora.get(FACTORS)).body.recovery_codes_left).toBe(9)
    await runJobs()
    expect((await mailbox()).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining([expect.stringContaining('A recovery code was used')]),
    )
  })

  test('rate limits after twenty wrong codes, allows ten more from a known network, and records failed logins', async () => {
    const { login, app, setUp, codeNow, at, pool } = await withNora()
    const { key } = await setUp()
    at(half)
    const { token } = (await login()).body.second_factor as { token: string }
    const attempt = (code: string, remoteAddress: string) =>
      app.inject({ method: 'POST', url: SECOND, remoteAddress, payload: { token, code } })
    for (let n = 0; n < 20; n += 1) expect((await attempt('000000', `198.51.100.${n}`)).statusCode).toBe(400)
    const refused = await attempt(codeNow(key), '198.51.100.99')
    // On a known network, she can still log in with a code. Recovery codes are too long to guess.
    for (let n = 0; n < 10; n += 1) expect((await attempt('000000', '127.0.0.1')).statusCode).toBe(400)
    expect((await attempt(codeNow(key), '127.0.0.1')).statusCode).toBe(429)
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([429, expect.any(Number)])
    const { rows } = await pool.query(
      'select sum(failures)::int as failures, sum(refused)::int as refused from failed_logins',
    )
    expect(rows).toEqual([{ failures: 30, refused: 2 }])
  })

  test('expires the login token after five minutes, on a new password, and on a lock', async () => {
    const { login, visitor, setUp, codeNow, at, deps, memberId, runJobs, mailbox } = await withNora()
    const { key } = await setUp()
    const first = (await login()).body.second_factor.token as string
    at(5 * MINUTE + 1)
    expect((await visitor.post(SECOND, { token: first, code: codeNow(key) })).body.code).toBe('invalid')
    const second = (await login()).body.second_factor.token as string
    await visitor.post('/Academy/api/forgot-password/', { email: 'nora@example.com' })
    await runJobs()
    const link = (await mailbox()).map(({ text }) => /ResetPassword\/([\w-]+)/.exec(text)?.[1]).find(Boolean)
    const passwords = { password: 'scutari-1854-ward', confirm_password: 'scutari-1854-ward' }
    expect((await visitor.post('/Academy/api/reset-password/', { token: link, ...passwords })).status).toBe(200)
    expect((await visitor.post(SECOND, { token: second, code: codeNow(key) })).body.code).toBe('invalid')
    // An emailed link replaces the password, and nothing else.
    const third = await login('scutari-1854-ward')
    expect(third.body).toEqual({ second_factor: expect.any(Object) })
    await lockAccount(deps, { memberId, by: OPERATOR })
    const { token } = third.body.second_factor as { token: string }
    const locked = await visitor.post(SECOND, { token, code: codeNow(key) })
    expect(locked.body).toMatchObject({ code: 'account_locked', message: expect.stringContaining('is locked') })
  })
})

describe('identity confirmation', () => {
  test('accepts the password without a factor, for one session only', async () => {
    const { nora, login, withToken, at } = await withNora()
    const other = withToken((await login()).body.token)
    at(11 * MINUTE)
    expect((await nora.post(CODE)).body.code).toBe('confirm_identity')
    expect((await nora.get(CONFIRM)).body).toEqual({ ways: ['password'] })
    expect((await nora.post(CONFIRM, { password: 'wrong' })).body.code).toBe('sign_in_failed')
    expect((await nora.post(CONFIRM, {})).body.code).toBe('invalid')
    expect((await nora.post(CONFIRM, { password: PASSWORD, code: '1' })).body.code).toBe('invalid')
    expect((await nora.post(CONFIRM, { password: PASSWORD })).status).toBe(200)
    expect((await nora.post(CODE)).status).toBe(200)
    expect((await other.post(CODE)).body.code).toBe('confirm_identity')
  })

  test('requires the factor if there is one, and no password', async () => {
    const { nora, login, visitor, withToken, at, setUp, codeNow, deps, token, pool } = await withNora()
    const { key, codes } = await setUp()
    const waiting = (await login()).body.second_factor.token as string
    const other = (await visitor.post(SECOND, { token: waiting, recovery_code: codes[0] })).body.token as string
    const before = withToken(other)
    // An earlier version may have left this state. A session that has not verified a factor can't change factors, no
    // matter how new it is.
    const { sessionId } = (await identify(deps, other)) ?? {}
    await pool.query('update sessions set has_factor = false where id = $1', [sessionId])
    const words = { current_password: PASSWORD, password: 'scutari-1854-ward', confirm_password: 'scutari-1854-ward' }
    expect((await before.post('/Academy/api/account/password/', words)).body.code).toBe('confirm_identity')
    expect((await before.post(`${CODE}remove/`)).body.code).toBe('confirm_identity')
    expect((await before.post(`${PASSKEYS}options/`)).body.code).toBe('confirm_identity')
    at(11 * MINUTE)
    expect((await nora.get(CONFIRM)).body).toEqual({ ways: ['code', 'recovery_code'] })
    expect((await nora.post(CONFIRM, { password: PASSWORD })).body.code).toBe('invalid')
    expect((await before.post(CONFIRM, { code: codeNow(key) })).status).toBe(200)
    expect((await nora.post(`${FACTORS}recovery-codes/`)).body.code).toBe('confirm_identity')
    expect((await before.post(`${FACTORS}recovery-codes/`)).status).toBe(200)
    // A code that was used in one session can't be used to log in to another.
    expect((await nora.post(CONFIRM, { code: codeNow(key) })).body.code).toBe('sign_in_failed')
    expect((await visitor.get(CONFIRM)).status).toBe(401)
    expect(await identify(deps, token)).toMatchObject({ hasFactor: true })
  })

  test('rate limits after twenty wrong attempts', async () => {
    const { nora, setUp, at, app, token } = await withNora()
    const { codes } = await setUp()
    at(11 * MINUTE)
    for (let n = 0; n < 20; n += 1) {
      const headers = { authorization: `Token ${token}` }
      const remoteAddress = `198.51.100.${n}`
      await app.inject({ method: 'POST', url: CONFIRM, remoteAddress, headers, payload: { code: '000000' } })
    }
    // On a known network, she can still confirm her identity. Recovery codes are too long to guess.
    expect((await nora.post(CONFIRM, { code: '000000' })).status).toBe(400)
    const away = { method: 'POST', url: CONFIRM, remoteAddress: '198.51.100.99' } as const
    const say = (payload: object) => app.inject({ ...away, headers: { authorization: `Token ${token}` }, payload })
    expect((await say({ code: '000000' })).statusCode).toBe(429)
    expect((await say({ recovery_code: codes[0] })).statusCode).toBe(200)
  })
})

describe('passkey', () => {
  test('is added, logs in by itself, counts as a factor, and is removed', async () => {
    const { nora, addPasskey, byPasskey, deps, login, at, pool } = await withNora()
    const { device, reply, options } = await addPasskey()
    expect(options).toMatchObject({
      rp: { id: 'academy.test' },
      pubKeyCredParams: [{ alg: -8 }, { alg: -7 }, { alg: -257 }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect([reply.status, reply.body.recovery_codes.length]).toEqual([200, 10])
    at(MINUTE)
    const entered = await byPasskey(device)
    expect(entered.body).toEqual({ token: expect.any(String) })
    expect(await identify(deps, entered.body.token)).toMatchObject({ hasFactor: true })
    expect((await nora.get(FACTORS)).body.passkeys).toEqual([
      {
        id: device.id,
        name: 'My phone',
        created: new Date(NOON).toISOString(),
        last_used: new Date(NOON + MINUTE).toISOString(),
      },
    ])
    expect((await login()).body.second_factor.ways).toEqual(['passkey', 'recovery_code'])
    expect((await nora.post(`${PASSKEYS}remove/`, { id: device.id })).status).toBe(200)
    expect((await nora.post(`${PASSKEYS}remove/`, { id: device.id })).status).toBe(404)
    expect((await byPasskey(device)).body.code).toBe('sign_in_failed')
    expect((await login()).body).toEqual({ token: expect.any(String) })
    expect(await readEventKinds(pool)).toEqual(expect.arrayContaining(['passkey.added', 'passkey.removed']))
  })

  test('confirms the identity of its own member only', async () => {
    const { nora, addPasskey, at, member, as } = await withNora()
    const { device } = await addPasskey()
    at(11 * MINUTE)
    const { body: options } = await nora.post(`${CONFIRM}options/`)
    const passkey = device.use(options, SITE)
    const dana = await member()
    expect((await as(dana).post(CONFIRM, { passkey })).body.code).toBe('sign_in_failed')
    expect((await nora.post(CONFIRM, { passkey })).status).toBe(200)
    expect((await nora.post(`${PASSKEYS}options/`)).status).toBe(200)
    expect((await nora.post(CONFIRM, { passkey })).body.code).toBe('sign_in_failed')
  })

  test('accepts a challenge once, even for twenty attempts at once, for five minutes and for one purpose', async () => {
    const { nora, visitor, addPasskey, at } = await withNora()
    const { device, options: used } = await addPasskey()
    const refused = await nora.post(PASSKEYS, { name: 'Again', response: createAuthenticator().make(used, SITE) })
    expect(refused.body.code).toBe('sign_in_failed')
    const { body: options } = await visitor.post(`${LOGIN}passkey/options/`)
    const response = device.use(options, SITE)
    const replies = await Promise.all(Array.from({ length: 20 }, () => visitor.post(`${LOGIN}passkey/`, { response })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const { body: toConfirm } = await nora.post(`${CONFIRM}options/`)
    const wrongPurpose = await visitor.post(`${LOGIN}passkey/`, { response: device.use(toConfirm, SITE) })
    expect(wrongPurpose.body.code).toBe('sign_in_failed')
    const { body: late } = await visitor.post(`${LOGIN}passkey/options/`)
    at(5 * MINUTE + 1)
    expect((await visitor.post(`${LOGIN}passkey/`, { response: device.use(late, SITE) })).status).toBe(400)
  })

  test('rejects another site, missing user verification, another key, and a cloned key', async () => {
    const { nora, addPasskey, byPasskey } = await withNora()
    const { device } = await addPasskey()
    for (const site of [
      { origin: 'http://academy.test.example.com', rpId: 'academy.test' },
      { origin: 'https://academy.test' },
      { ...SITE, rpId: 'evil.test' },
    ])
      expect((await byPasskey(device, site)).body.code).toBe('sign_in_failed')
    expect((await byPasskey(device, SITE, { isVerified: false })).body.code).toBe('sign_in_failed')
    expect((await byPasskey(createAuthenticator())).body.code).toBe('sign_in_failed')
    const { body: options } = await nora.post(`${PASSKEYS}options/`)
    const elsewhere = createAuthenticator().make(options, { origin: 'http://evil.test', rpId: 'academy.test' })
    expect((await nora.post(PASSKEYS, { name: 'x', response: elsewhere })).body.code).toBe('sign_in_failed')
    expect((await byPasskey(device)).status).toBe(200)
    // The counter did not increase, so the key may have been cloned.
    expect((await byPasskey(device, SITE, { counts: false })).body.code).toBe('sign_in_failed')
  })

  test('rejects a locked or unverified account', async () => {
    const { addPasskey, byPasskey, pool, memberId } = await withNora()
    const { device } = await addPasskey()
    await pool.query(`update members set locked_at = now(), locked_because = 'Please call us.' where id = $1`, [
      memberId,
    ])
    expect((await byPasskey(device)).body).toEqual({ code: 'account_locked', message: 'Please call us.' })
    await pool.query('update members set locked_at = null, locked_because = null, email_verified_at = null')
    expect((await byPasskey(device)).body.code).toBe('email_not_verified')
  })

  test("is not offered when the academy's address is an IP address", async () => {
    const academy = await testAcademy({
      change: (deps) => ({ ...deps, config: { ...deps.config, publicUrl: 'http://127.0.0.1:3000' } }),
    })
    const nurse = academy.as(await academy.member())
    expect((await nurse.get(FACTORS)).body.passkeys_offered).toBe(false)
    expect((await nurse.post(`${PASSKEYS}options/`)).body.code).toBe('invalid')
  })
})

describe('staff outside development', () => {
  test('can only set up a factor, and then stay logged in for twelve hours without use, a day in total', async () => {
    const { nora, setUp, at, login, visitor, codeNow, withToken } = await withNora({ mode: 'production' })
    expect((await nora.get('/Academy/api/account/')).body.code).toBe('factor_required')
    expect((await nora.get(FACTORS)).body.must_set_up).toBe(true)
    const { key } = await setUp()
    expect((await nora.get('/Academy/api/account/')).status).toBe(200)
    const hour = 60 * MINUTE
    at(11 * hour)
    expect((await nora.get('/Academy/api/account/')).status).toBe(200)
    at(23 * hour + MINUTE)
    expect((await nora.get('/Academy/api/account/')).status).toBe(401)
    const { token } = (await login()).body.second_factor as { token: string }
    const entered = await visitor.post(SECOND, { token, code: codeNow(key) })
    expect(entered.status).toBe(200)
    const again = withToken(entered.body.token)
    for (const [hours, status] of [
      [34, 200],
      [45, 200],
      [46.9, 200],
      [47.1, 401],
    ] as const) {
      at(hours * hour)
      expect([hours, (await again.get('/Academy/api/account/')).status]).toEqual([hours, status])
    }
  })
})

describe('first factor', () => {
  const HAND = `insert into passkeys (id, member_id, public_key, counter, transports, name, created_at) values ('AbC1', $1, 'pQ', 0, '{}', 'phone', now())`

  /** Locks the member's row, as setting up a factor does, so that others wait. */
  async function holding({ pool, memberId }: Awaited<ReturnType<typeof withNora>>) {
    const holder = await pool.connect()
    onTestFinished(() => holder.release())
    await holder.query('begin')
    await holder.query('select 1 from members where id = $1 for update', [memberId])
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const waiting = async (many: number) => {
      await expect.poll(async () => (await pool.query(waits)).rowCount).toBe(many)
    }
    return { holder, waiting }
  }

  test.each(['app', 'passkey'])('ends all other sessions and what was requested in them: %s', async (which) => {
    const { nora, login, withToken, setUp, addPasskey, pool, member, memberId } = await withNora()
    const other = withToken((await login()).body.token)
    expect((await other.post('/Academy/api/account/email/', { email: 'thief@example.com' })).status).toBe(200)
    await pool.query(
      `with invited as (update members set invited_role = 'owner', invited_by = array[$2::uuid] where id = $1 returning id)
        insert into account_tokens (token_hash, member_id, purpose, expires_at, asked_by)
        select 'invitation', id, 'reset_password', now() + interval '1 day', $2 from invited`,
      [(await member()).id, memberId],
    )
    await (which === 'app' ? setUp() : addPasskey())
    expect([(await nora.get(FACTORS)).status, (await other.get(FACTORS)).status]).toEqual([200, 401])
    expect((await pool.query('select 1 from account_tokens where used_at is null')).rowCount).toBe(0)
    expect((await pool.query('select 1 from members where invited_role is not null')).rowCount).toBe(0)
    expect((await readEventKinds(pool)).filter((kind) => kind === 'session.ended')).toHaveLength(1)
  })

  test('is set up once when two sessions set it up at once', async () => {
    const given = await withNora()
    const { nora, login, withToken, codeNow } = given
    const other = withToken((await login()).body.token)
    const { key } = (await nora.post(CODE)).body as { key: string }
    const { body: options } = await other.post(`${PASSKEYS}options/`)
    const response = createAuthenticator().make(options, SITE)
    const { holder, waiting } = await holding(given)
    const replies = [
      nora.post(`${CODE}confirm/`, { code: codeNow(key) }),
      other.post(PASSKEYS, { name: 'Mine', response }),
    ]
    await waiting(2)
    await holder.query('commit')
    expect(new Set((await Promise.all(replies)).map(({ status }) => status))).toEqual(new Set([200, 401]))
  })

  test('invalidates a password-only login or confirmation in progress when it becomes active', async () => {
    const given = await withNora()
    const { nora, login, memberId, pool } = given
    const { holder, waiting } = await holding(given)
    const replies = [login(), nora.post(CONFIRM, { password: PASSWORD })]
    await waiting(2)
    await holder.query(HAND, [memberId])
    await holder.query('commit')
    expect((await Promise.all(replies)).map(({ body }) => body.code)).toEqual(['sign_in_failed', 'invalid'])
    expect((await pool.query('select 1 from sessions')).rowCount).toBe(1)
  })

  test('is reported as active before any code is verified', async () => {
    const { nora, setUp, at, codeNow } = await withNora()
    const { key } = await setUp()
    at(half)
    const replies = [
      await nora.post(`${CODE}confirm/`, { code: '000000' }),
      await nora.post(`${CODE}confirm/`, { code: codeNow(key) }),
    ]
    expect(replies.map(({ body }) => body.message)).toEqual(Array(2).fill(expect.stringContaining('already active')))
  })
})

test('lets an operator remove the factors of a member who lost them, which ends all sessions and is reported', async () => {
  const { deps, memberId, setUp, addPasskey, nora, login, pool, runJobs, mailbox } = await withNora()
  await setUp()
  await addPasskey()
  await nora.post('/Academy/api/account/email/', { email: 'thief@example.com' })
  await resetTwoFactor(deps, { memberId, by: OPERATOR })
  expect((await nora.get(FACTORS)).status).toBe(401)
  expect(
    (await pool.query(`select 1 from account_tokens where purpose = 'change_email' and used_at is null`)).rowCount,
  ).toBe(0)
  expect((await login()).body).toEqual({ token: expect.any(String) })
  expect(await readEventKinds(pool)).toContain('factor.reset')
  await runJobs()
  expect((await mailbox()).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([expect.stringContaining('turned off')]),
  )
  await expect(resetTwoFactor(deps, { memberId, by: OPERATOR })).rejects.toThrow(
    'Two-factor authentication is already off',
  )
})
