import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/open-database.ts'
import { sessions } from '#db/tables/members.ts'
import { throttles } from '#db/tables/throttles.ts'
import { openWindow, uncountHits } from '#features/foundation/rate-limits/rate-limits.queries.ts'
import { getRateLimitKey } from '#features/foundation/rate-limits/rate-limits.service.ts'
import { busyError } from '#shared/app-error.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { testDatabase } from '../../../../test/harness/database.ts'
import { buildApp } from '../../../app.ts'
import { clearExpired } from './accounts.queues.ts'
import { createMember } from '#features/people/login/login.public.ts'
import { createStaff } from '#features/people/member-administration/member-administration.public.ts'
import { identify, startSession } from './sessions.public.ts'
import { KNOWN_CLIENT, LOGINS_PER_ADDRESS } from './account-limits.rules.ts'
import { verifyAttempt } from './login-attempts.service.ts'
import { hashToken } from './emailed-links.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const LOGIN = '/Academy/api/login/'
const PASSWORD = 'lamp-at-midnight'
const FAILED = { code: 'sign_in_failed', message: 'Login failed. Please check your credentials and try again.' }

async function withNora({ isVerified = true } = {}) {
  const academy = await testAcademy()
  const memberId = await createMember(academy.deps, {
    username: 'Nora',
    email: 'nora@example.com',
    password: PASSWORD,
    firstName: 'Nora',
    lastName: 'Nightingale',
    role: 'learner',
    isVerified,
  })
  const login = (username: string, password: string) => academy.as(undefined).post(LOGIN, { username, password })
  const loginFrom = (remoteAddress: string) =>
    academy.app.inject({ method: 'POST', url: LOGIN, remoteAddress, payload: { username: 'nora', password: PASSWORD } })
  return { ...academy, memberId, login, loginFrom }
}

const later = (academy: Pick<TestAcademy, 'setTime'>, ms: number) => academy.setTime(new Date(Date.now() + ms))
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('login', () => {
  test.each(['Nora', 'nora', ' NORA ', 'nora@example.com', 'Nora@Example.COM'])(
    'accepts %j as a username or email',
    async (username) => {
      const nora = await withNora()
      const reply = await nora.login(username, PASSWORD)
      expect(reply.status).toBe(200)
      expect(reply.body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
      expect(reply.headers['cache-control']).toBe('no-store')
      const stored = await nora.db.select().from(sessions)
      expect(stored.map(({ tokenHash }) => tokenHash)).toEqual([hashToken(reply.body.token)])
      expect((await nora.withToken(reply.body.token).get('/Academy/api/account/')).body).toEqual({
        username: 'Nora',
        email: 'nora@example.com',
        first_name: 'Nora',
        last_name: 'Nightingale',
        credentials_after_name: '',
        new_email: null,
        new_email_link_at: null,
        email_problem: null,
        role: 'learner',
      })
    },
  )

  test.each([
    ['Nora', 'wrong'],
    ['nobody', PASSWORD],
    ['', ''],
    ['nora@example.com', ''],
    ['%', PASSWORD],
    ['a\u0000b', PASSWORD],
    ["' or 1=1 --", PASSWORD],
  ])('answers %j with %j like any other failed login', async (username, password) => {
    const nora = await withNora()
    expect(await nora.login(username, password)).toMatchObject({ status: 400, body: FAILED })
  })

  test('accepts the same password typed with composed and with combining accents', async () => {
    const nora = await testAcademy()
    const member = {
      username: 'lucja',
      email: 'lucja@example.com',
      firstName: '',
      lastName: '',
      role: 'learner' as const,
    }
    await createMember(nora.deps, { ...member, password: 'café au lait chaud', isVerified: true })
    const reply = await nora.as(undefined).post(LOGIN, { username: 'lucja', password: 'cafe\u0301 au lait chaud' })
    expect(reply.status).toBe(200)
  })

  test('reports an unverified email only with the right password', async () => {
    const nora = await withNora({ isVerified: false })
    expect(await nora.login('nora', PASSWORD)).toMatchObject({
      status: 403,
      body: { code: 'email_not_verified', email: 'nora@example.com' },
    })
    const wrong = await nora.login('nora', 'wrong')
    expect(wrong).toMatchObject({ status: 400, body: FAILED })
    expect(wrong.text).not.toContain('example.com')
  })

  test.each([
    ['an unknown field', { username: 'nora', password: PASSWORD, remember: true }],
    ['a missing field', { username: 'nora' }],
    ['an object', { username: { like: '%' }, password: PASSWORD }],
    ['a list', { username: ['nora'], password: PASSWORD }],
    ['a very long password', { username: 'nora', password: 'x'.repeat(2_000) }],
  ])('rejects %s', async (_, body) => {
    const nora = await withNora()
    expect(await nora.as(undefined).post(LOGIN, body)).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  test('does not count a login rejected because the queue is full as a wrong guess', async () => {
    const { deps, memberId } = await withNora()
    const guesser = { memberId, passwordHash: 'any', address: '10.0.0.1' }
    for (let n = 0; n < 40; n++)
      await expect(verifyAttempt(deps, guesser, () => Promise.reject(busyError()))).rejects.toMatchObject({
        code: 'busy',
      })
    expect(await verifyAttempt(deps, guesser, () => Promise.resolve(true))).toBe(true)
  })

  test.skipIf(isEveryChange)('asks a flooding address to retry later while another address logs in', async () => {
    const nora = await withNora()
    let isOver = false
    const flood = Promise.all(Array.from({ length: 120 }, (_, n) => nora.login(`nobody-${n}`, 'wrong guess'))).finally(
      () => (isOver = true),
    )
    expect((await nora.loginFrom('10.0.0.1')).statusCode).toBe(200)
    expect(isOver).toBe(false)
    const replies = await flood
    const busy = replies.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    for (const reply of busy) expect(reply.headers['retry-after']).toBe('2')
    expect(replies.filter(({ status }) => status !== 503 && status !== 400)).toEqual([])
    expect((await nora.login('nora', PASSWORD)).status).toBe(200)
  })

  test('allows at most thirty successful logins an hour for an account, even at once', async () => {
    const nora = await withNora()
    const addresses = Array.from({ length: 40 }, (_, n) => `10.0.0.${n}`)
    const statuses = (await Promise.all(addresses.map(nora.loginFrom))).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    const { body, headers } = await nora.login('nora', PASSWORD)
    expect(body.message).toBe('Too many attempts. Try again in 60 minutes.')
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500)
    later(nora, 61 * MINUTE)
    expect((await nora.login('nora', PASSWORD)).status).toBe(200)
  })

  test('allows 300 successful logins an hour from an address', async () => {
    const nora = await withNora()
    expect((await nora.loginFrom('10.0.0.1')).statusCode).toBe(200)
    await nora.db
      .update(throttles)
      .set({ hits: 300 })
      .where(eq(throttles.key, getRateLimitKey(nora.deps, LOGINS_PER_ADDRESS, '10.0.0.1')))
    expect((await nora.loginFrom('10.0.0.1')).statusCode).toBe(429)
    expect((await nora.loginFrom('10.0.0.2')).statusCode).toBe(200)
  })

  test('reports a new location once for simultaneous logins, and again after it is forgotten', async () => {
    const nora = await withNora()
    const countNotified = async () =>
      (await readEventKinds(nora.pool)).filter((kind) => kind === 'login.new_place').length
    const replies = await Promise.all(Array.from({ length: 10 }, () => nora.loginFrom('10.0.0.1')))
    expect([replies.every(({ statusCode }) => statusCode === 200), await countNotified()]).toEqual([true, 1])
    expect([(await nora.loginFrom('10.0.0.2')).statusCode, await countNotified()]).toEqual([200, 2])
    later(nora, KNOWN_CLIENT.windowMs + MINUTE)
    expect([(await nora.loginFrom('10.0.0.1')).statusCode, await countNotified()]).toEqual([200, 3])
    expect([(await nora.loginFrom('10.0.0.1')).statusCode, await countNotified()]).toEqual([200, 3])
  })

  test('uncounts attempts in a fixed order to avoid deadlocks', async () => {
    const nora = await withNora()
    const [first, second] = ['first', 'second']
    // In the table, the rows are in the opposite order.
    const now = new Date()
    const resetsAt = new Date(now.getTime() + MINUTE)
    for (const key of [second, first]) await openWindow(nora.db, { key, now, resetsAt })
    const other = await nora.pool.connect()
    onTestFinished(() => other.release())
    const lock = (key: string) => other.query('select 1 from throttles where key = $1 for update', [key])
    await other.query(`begin; set local deadlock_timeout = '1min'`)
    await lock(first)
    const refunded = uncountHits(nora.db, [first, second])
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "throttles"%'`
    await expect.poll(async () => (await nora.pool.query(waiting)).rowCount).toBe(1)
    await lock(second)
    await other.query('commit')
    await refunded
  })
})

/** Adds up failed logins over several hours. Some had their password verified, and others were rejected before that. */
async function failedLoginsOf({ pool, memberId }: Awaited<ReturnType<typeof withNora>>) {
  const { rows } = await pool.query<{ failures: number; refused: number }>(
    `select coalesce(sum(failures), 0)::int as failures, coalesce(sum(refused), 0)::int as refused
      from failed_logins where member_id = $1`,
    [memberId],
  )
  return rows[0]
}

describe('guessing', () => {
  test('verifies at most 100 guesses an hour for an account from anywhere, while its owner stays logged in and can log in from a known network', async () => {
    const nora = await withNora()
    const { token } = (await nora.login('nora', PASSWORD)).body
    const names = ['nora', 'NORA', 'nora@example.com']
    let looked = 0
    for (let round = 0; round < 5; round += 1) {
      const guesses = Array.from({ length: 30 }, (_, n) =>
        nora.app.inject({
          method: 'POST',
          url: LOGIN,
          remoteAddress: `10.0.${round}.${n}`,
          payload: { username: names[n % 3] ?? '', password: `guess ${n}` },
        }),
      )
      const replies = await Promise.all(guesses)
      looked += replies.filter(({ statusCode }) => statusCode === 400).length
      expect(replies.every(({ statusCode }) => statusCode === 400 || statusCode === 429)).toBe(true)
    }
    expect(looked).toBeGreaterThan(10)
    expect(looked).toBeLessThanOrEqual(100)
    // Each time, thirty logins arrived at once, and the log contains each of them.
    expect(await failedLoginsOf(nora)).toEqual({ failures: looked, refused: 150 - looked })
    const elsewhere = () => nora.loginFrom('10.9.9.9')
    const reply = await elsewhere()
    expect(reply.statusCode).toBe(429)
    expect(reply.json()).toMatchObject({ code: 'too_many_requests' })
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3_000)
    expect((await nora.withToken(token).get('/Academy/api/account/')).status).toBe(200)
    expect((await nora.login('nora', PASSWORD)).status).toBe(200)

    later(nora, 61 * MINUTE)
    expect((await elsewhere()).statusCode).toBe(200)
  })

  test('stops guesses from a known network sooner', async () => {
    const nora = await withNora()
    await nora.login('nora', PASSWORD)
    for (let n = 0; n < 10; n += 1) expect((await nora.login('nora', 'wrong')).status).toBe(400)
    expect((await nora.login('nora', 'wrong')).status).toBe(429)
    expect(await failedLoginsOf(nora)).toEqual({ failures: 10, refused: 1 })
  })

  test('does not count right passwords as guesses and stores no identifiable names', async () => {
    const nora = await withNora()
    for (let n = 0; n < 12; n += 1) expect((await nora.login('nora', PASSWORD)).status).toBe(200)
    const rows = await nora.db.select().from(throttles)
    expect(rows.map(({ hits }) => hits).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1, 1, 12, 12])
    expect(JSON.stringify(rows)).not.toMatch(/nora|127\.0/i)
  })

  test('lets one address try 300 accounts an hour', async () => {
    const nora = await withNora()
    await nora.login('nobody', 'x')
    await nora.db.update(throttles).set({ hits: 299 })
    expect((await nora.login('another', 'x')).status).toBe(400)
    expect((await nora.login('nora', PASSWORD)).status).toBe(429)
    expect((await nora.loginFrom('10.0.0.1')).statusCode).toBe(200)
  })

  test('counts addresses of one IPv6 network as one and allows four times as many tries from the wider network', async () => {
    const { app, db } = await testAcademy()
    const send = async (remoteAddress: string) => {
      const payload = { email: 'no address' }
      return (await app.inject({ method: 'POST', url: '/Academy/api/forgot-password/', remoteAddress, payload }))
        .statusCode
    }
    await send('2001:db8:1:2::1')
    await db.update(throttles).set({ hits: 300 })
    expect(await send('2001:db8:1:2:3:4:5:6')).toBe(429)
    expect(await send('2001:db8:1:3::1')).toBe(400)
    await db.update(throttles).set({ hits: 1_200 })
    expect(await send('2001:db8:1:4::1')).toBe(429)
    expect(await send('2001:db8:2:4::1')).toBe(400)
  })

  test.skipIf(isEveryChange)('does not extend the wait when the clock is set back', async () => {
    const nora = await withNora()
    later(nora, DAY)
    for (let n = 0; n < 51; n += 1) await nora.login('nora', 'wrong')
    expect((await nora.login('nora', PASSWORD)).status).toBe(429)
    later(nora, 0)
    expect((await nora.login('nora', PASSWORD)).status).toBe(200)
  })
})

describe('session', () => {
  test('ends only itself at logout', async () => {
    const nora = await withNora()
    const [one, two] = [
      (await nora.login('nora', PASSWORD)).body.token,
      (await nora.login('nora', PASSWORD)).body.token,
    ]
    expect((await nora.withToken(one).post('/Academy/api/logout/')).status).toBe(200)
    expect(await nora.withToken(one).get('/Academy/api/account/')).toMatchObject({
      status: 401,
      body: { code: 'sign_in_required' },
    })
    expect((await nora.withToken(one).post('/Academy/api/logout/')).status).toBe(401)
    expect((await nora.withToken(two).get('/Academy/api/account/')).status).toBe(200)
  })

  test('ends in all processes when it ends in one', async () => {
    const { deps, member, withToken } = await testAcademy()
    const other = openDatabase(await testDatabase(), () => {})
    onTestFinished(() => other.close())
    const otherProcess = await buildApp({ ...deps, db: other.db })
    onTestFinished(() => otherProcess.close())
    const { token } = await member()
    const ask = async () => {
      const url = '/Academy/api/account/'
      return (await otherProcess.inject({ url, headers: { authorization: `Token ${token}` } })).statusCode
    }
    expect(await ask()).toBe(200)
    await withToken(token).post('/Academy/api/logout/')
    expect(await ask()).toBe(401)
  })

  test('does not start with a password that is being replaced', async () => {
    const nora = await withNora()
    const reset = await nora.pool.connect()
    onTestFinished(() => reset.release())
    await reset.query('begin')
    await reset.query(`update members set password_hash = 'another' where id = $1`, [nora.memberId])
    await reset.query('delete from sessions where member_id = $1', [nora.memberId])
    const login = nora.login('nora', PASSWORD)
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "sessions"%'`
    await expect.poll(async () => (await nora.pool.query(waiting)).rowCount).toBe(1)
    await reset.query('commit')
    expect(await login).toMatchObject({ status: 400, body: FAILED })
    expect(await nora.db.select().from(sessions)).toEqual([])
  })

  test('lasts for thirty days after its last use', async () => {
    const nora = await withNora()
    const { token } = (await nora.login('nora', PASSWORD)).body
    later(nora, 25 * 60 * MINUTE)
    expect(await identify(nora.deps, token)).toMatchObject({ id: nora.memberId, role: 'learner' })
    later(nora, 30 * DAY)
    expect(await identify(nora.deps, token)).toBeDefined()
    later(nora, 61 * DAY)
    expect(await identify(nora.deps, token)).toBeUndefined()
  })

  test('ends after half a year regardless of use', async () => {
    const nora = await withNora()
    const { token } = (await nora.login('nora', PASSWORD)).body
    for (let days = 0; days < 180; days += 20) {
      later(nora, days * DAY)
      expect(await identify(nora.deps, token)).toBeDefined()
    }
    later(nora, 179 * DAY)
    expect(await identify(nora.deps, token)).toBeDefined()
    later(nora, 180 * DAY + MINUTE)
    expect(await identify(nora.deps, token)).toBeUndefined()
  })

  test('ends when the member has twenty newer ones', async () => {
    const nora = await withNora()
    const tokens: string[] = []
    for (let n = 0; n < 22; n += 1) {
      later(nora, n * MINUTE)
      tokens.push(await startSession(nora.deps, { memberId: nora.memberId, agent: 'test' }))
    }
    const known = await Promise.all(tokens.map((token) => identify(nora.deps, token)))
    expect(known.map((caller) => caller !== undefined)).toEqual(tokens.map((_, n) => n >= 2))
  })

  test('is deleted with its counters the night after it expires', async () => {
    const nora = await withNora()
    await nora.login('nora', PASSWORD)
    later(nora, DAY)
    const { token } = (await nora.login('nora', PASSWORD)).body
    later(nora, 30.5 * DAY)
    const { rows } = await nora.pool.query(`select cron from pgboss.schedule where name = 'clear-expired'`)
    expect(rows).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }])
    await nora.deps.jobs.enqueue(nora.db, clearExpired, {})
    await nora.runJobs()
    expect((await nora.db.select().from(sessions)).map(({ tokenHash }) => tokenHash)).toEqual([hashToken(token)])
    // Her network and her device remain known for longer than her session.
    expect(await nora.db.select().from(throttles)).toHaveLength(2)
  })

  test('is written at most every ten minutes', async () => {
    const nora = await withNora()
    const { token } = (await nora.login('nora', PASSWORD)).body
    const lastUsed = async () => (await nora.db.select().from(sessions))[0]?.lastUsedAt
    const first = await lastUsed()
    later(nora, 9 * MINUTE)
    await identify(nora.deps, token)
    expect(await lastUsed()).toEqual(first)
    later(nora, 11 * MINUTE)
    await identify(nora.deps, token)
    expect(await lastUsed()).not.toEqual(first)
  })

  test.each(['', 'x', 'a'.repeat(43), 'a b', '\u00ff', `${'a'.repeat(5_000)}`])(
    'rejects every other token (%#)',
    async (token) => {
      const nora = await withNora()
      expect((await nora.withToken(token).get('/Academy/api/account/')).status).toBe(401)
    },
  )

  test('does not accept the stored hash as a token', async () => {
    const nora = await withNora()
    const { token } = (await nora.login('nora', PASSWORD)).body
    expect(await identify(nora.deps, hashToken(token))).toBeUndefined()
  })
})

describe('certificate name', () => {
  test('can be changed', async () => {
    const nora = await withNora()
    const { token } = (await nora.login('nora', PASSWORD)).body
    const change = (body: object) => nora.withToken(token).post('/Academy/api/account/name/', body)
    const name = { first_name: ' Łucja ', last_name: 'Nightingale', credentials_after_name: 'RN, LNC' }
    expect(await change(name)).toMatchObject({ status: 200, body: { ...name, first_name: 'Łucja' } })
    expect(await change({ first_name: '', last_name: ' ' })).toMatchObject({
      status: 400,
      body: { fields: { first_name: ['Please enter your name.'] } },
    })
    expect(await change({ first_name: 'a\nb', last_name: 'x'.repeat(101) })).toMatchObject({
      status: 400,
      body: { fields: { first_name: [expect.any(String)], last_name: [expect.any(String)] } },
    })
    expect(await change({ ...name, credentials_after_name: 'Board Certified by the State' })).toMatchObject({
      status: 400,
      body: { fields: { credentials_after_name: [expect.stringContaining('abbreviations')] } },
    })
    expect((await change({ ...name, role: 'staff' })).status).toBe(400)
  })
})

describe('staff', () => {
  async function come({ as }: Pick<TestAcademy, 'as'>, link = ''): Promise<number> {
    const [, token] = /\/ResetPassword\/([\w-]+)/.exec(link) ?? []
    const chosen = { token, password: PASSWORD, confirm_password: PASSWORD }
    return (await as(undefined).post('/Academy/api/reset-password/', chosen)).status
  }

  test('creates a staff account with a link that works', async () => {
    const academy = await testAcademy()
    const { link } = await createStaff(academy.deps, { username: 'sam', email: 'sam@example.com', by: OPERATOR })
    expect(await come(academy, link)).toBe(200)
    const reply = await academy.as(undefined).post(LOGIN, { username: 'sam', password: PASSWORD })
    expect(reply.status).toBe(200)
    expect(await identify(academy.deps, reply.body.token)).toMatchObject({ role: 'owner' })
  })

  test('makes an existing member staff, who logs in again', async () => {
    const nora = await withNora()
    const { token } = (await nora.login('nora', PASSWORD)).body
    expect(await createStaff(nora.deps, { username: 'nora', email: 'Nora@example.com', by: OPERATOR })).toMatchObject({
      link: undefined,
    })
    expect(await identify(nora.deps, token)).toBeUndefined()
    const again = (await nora.login('nora', PASSWORD)).body.token
    expect(await identify(nora.deps, again)).toMatchObject({ role: 'owner' })
    await createStaff(nora.deps, { username: 'nora', email: 'nora@example.com', by: OPERATOR })
    expect(await readEventKinds(nora.pool)).toEqual(['login.new_place', 'account.made_staff'])
  })

  test('creates one account for three simultaneous requests, and one of the returned links works', async () => {
    const academy = await testAcademy()
    const { deps, pool } = academy
    const names = { username: 'sam', email: 'sam@example.com', by: OPERATOR }
    const made = await Promise.all(Array.from({ length: 3 }, () => createStaff(deps, names)))
    const statuses: number[] = []
    for (const { link } of made) statuses.push(await come(academy, link))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await pool.query('select role from members')).rows).toEqual([{ role: 'staff' }])
  })

  test.each([
    ['nora', 'other@example.com', 'The username nora is already taken.'],
    ['other', 'nora@example.com', 'nora@example.com already has an account with a different username.'],
    ['no', 'nora@example.com', 'Username must be at least 3 characters.'],
    ['other', 'nowhere', 'Enter a valid email address.'],
  ])('rejects %s with %s', async (username, email, message) => {
    const nora = await withNora()
    await expect(createStaff(nora.deps, { username, email, by: OPERATOR })).rejects.toThrow(message)
    expect(await readEventKinds(nora.pool)).toEqual([])
  })
})
