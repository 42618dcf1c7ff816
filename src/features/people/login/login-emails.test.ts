import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { readEventKinds } from '../../../../test/harness/audit.ts'
import { accountTokens } from '#db/tables/members.ts'
import { sendPasswordReset, sendVerification } from '#features/people/accounts/accounts.queues.ts'
import { createPasswordLink } from '#features/people/member-administration/member-administration.public.ts'
import { createMember } from './login.public.ts'
import { identify, startSession } from '#features/people/accounts/sessions.public.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const PASSWORD = 'lamp-at-midnight'
const NEW_PASSWORD = 'scutari-1854-ward'
const MINUTE = 60_000
const DEAD_LINK = { status: 400, body: { code: 'invalid' } }

async function withNora({ isVerified = false } = {}) {
  const academy = await testAcademy()
  const names = { username: 'nora', email: 'nora@example.com', firstName: '', lastName: '', role: 'learner' as const }
  const memberId = await createMember(academy.deps, { ...names, password: PASSWORD, isVerified })
  const visitor = academy.as(undefined)
  const start = Date.now()
  return {
    ...academy,
    memberId,
    after: (ms: number) => academy.setTime(new Date(start + ms)),
    login: (password = PASSWORD) => visitor.post('/Academy/api/login/', { username: 'nora', password }),
    resend: (email = 'nora@example.com') =>
      visitor.post(`/Academy/api/resend-verification/${encodeURIComponent(email)}`),
    verify: (token: string) => visitor.post('/Academy/api/verify-email/', { token }),
    check: (token: string) => visitor.post('/Academy/api/verify-email/check/', { token }),
    forgot: (email = 'nora@example.com') => visitor.post('/Academy/api/forgot-password/', { email }),
    reset: (token: string, password = NEW_PASSWORD, confirm_password = password) =>
      visitor.post('/Academy/api/reset-password/', { token, password, confirm_password }),
    /** Returns the tokens in the emailed links, oldest first. */
    async tokens() {
      await academy.runJobs()
      const mails = await academy.mailbox()
      return mails.toReversed().flatMap(({ text }) => /\/(?:VerifyEmail|ResetPassword)\/([\w-]+)/.exec(text)?.[1] ?? [])
    },
  }
}

describe('email verification', () => {
  test('opens the account through the link, once', async () => {
    const nora = await withNora()
    await nora.resend()
    const [token = ''] = await nora.tokens()
    expect((await nora.check(token)).status).toBe(200)
    expect((await nora.login()).status).toBe(403)
    expect((await nora.verify(token)).status).toBe(200)
    expect((await nora.login()).status).toBe(200)
    const used = await nora.verify(token)
    expect(used).toMatchObject({ status: 400, body: { code: 'already_verified' } })
    expect((await nora.check(token)).body).toEqual(used.body)
    expect((await nora.check('none')).body).toMatchObject({ code: 'invalid' })
    expect((await nora.db.select().from(accountTokens)).map(({ tokenHash }) => tokenHash)).not.toContain(token)
  })

  test('works for 24 hours', async () => {
    const nora = await withNora()
    await nora.resend()
    const [token = ''] = await nora.tokens()
    nora.after(25 * 60 * MINUTE)
    expect(await nora.verify(token)).toMatchObject(DEAD_LINK)
    expect((await nora.login()).status).toBe(403)
  })

  test('keeps an older link valid when a second one is sent', async () => {
    const nora = await withNora()
    await nora.resend()
    nora.after(46_000)
    await nora.resend()
    const [older = '', newer = ''] = await nora.tokens()
    expect(older).not.toBe(newer)
    expect((await nora.verify(older)).status).toBe(200)
  })

  test('verifies once when pressed twenty times at once', async () => {
    const nora = await withNora()
    await nora.resend()
    const [token = ''] = await nora.tokens()
    const replies = await Promise.all(Array.from({ length: 20 }, () => nora.verify(token)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.code === 'already_verified')).toHaveLength(19)
    expect(await readEventKinds(nora.pool)).toEqual(['account.verified'])
  })

  test('consumes nothing when the page is opened and accepts no password reset link', async () => {
    const nora = await withNora()
    await nora.forgot()
    const [token = ''] = await nora.tokens()
    expect((await nora.as(undefined).get(`/Academy/api/verify-email/`)).status).toBe(404)
    expect(await nora.verify(token)).toMatchObject(DEAD_LINK)
    expect((await nora.reset(token)).status).toBe(200)
  })

  test.each(['', 'x', '../../..', '\u0000', 'a'.repeat(43), 'a'.repeat(201)])(
    'rejects every other token (%j)',
    async (token) => {
      const nora = await withNora()
      expect(await nora.verify(token)).toMatchObject(DEAD_LINK)
    },
  )

  test('registers while the mail server is down, and the job fails instead of completing', async () => {
    const academy = await testAcademy({
      change: (deps) => ({
        ...deps,
        mail: {
          ...deps.mail,
          send: () => Promise.reject(new Error('mail server away')),
        },
      }),
    })
    const form = { username: 'nora', email: 'nora@example.com', password: PASSWORD, confirm_password: PASSWORD }
    expect((await academy.as(undefined).post('/Academy/api/register/', form)).status).toBe(200)
    await expect(academy.runJobs()).rejects.toThrow('mail server away')
  })
})

describe('resending the link', () => {
  test('sends once in 45 seconds', async () => {
    const nora = await withNora()
    expect((await nora.resend()).status).toBe(200)
    const soon = await nora.resend('NORA@example.com')
    expect(soon).toMatchObject({
      status: 429,
      body: { code: 'too_soon', retry_after: 45 },
      headers: { 'retry-after': '45' },
    })
    nora.after(46_000)
    expect((await nora.resend()).status).toBe(200)
    expect(await nora.tokens()).toHaveLength(2)
  })

  test('counts correctly when pressed twenty times at once', async () => {
    const nora = await withNora()
    const replies = await Promise.all(Array.from({ length: 20 }, () => nora.resend()))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await nora.tokens()).toHaveLength(1)
  })

  test('informs verified members that they are verified', async () => {
    const nora = await withNora({ isVerified: true })
    expect(await nora.resend()).toMatchObject({
      status: 400,
      body: { code: 'already_verified', error: 'Already Verify' },
    })
  })

  test('answers unknown addresses like others and sends no email', async () => {
    const nora = await withNora()
    const known = await nora.resend()
    const unknown = await nora.resend('nobody@example.com')
    expect(unknown).toMatchObject({ status: known.status, body: known.body })
    expect((await nora.resend('nobody@example.com')).status).toBe(429)
    expect(await nora.tokens()).toHaveLength(1)
  })

  test.each(['nowhere', '%', 'a\u0000b@example.com', 'nora@example.com\nBcc: x@example.com'])(
    'rejects %j as an address',
    async (email) => {
      const nora = await withNora()
      expect((await nora.resend(email)).status).toBe(400)
    },
  )

  test('limits emails to a mailbox even when requests are spread out', async () => {
    const nora = await withNora()
    let sent = 0
    for (let n = 0; n < 30; n += 1) {
      nora.after(n * 46_000)
      if ((await nora.resend()).status === 200) sent += 1
    }
    expect(sent).toBe(12)
  })
})

describe('forgotten password', () => {
  test('is replaced through the link, which ends all sessions and verifies the address', async () => {
    const nora = await withNora()
    const old = await startSession(nora.deps, { memberId: nora.memberId, agent: 'old' })
    await nora.forgot('NORA@Example.com')
    const [token = ''] = await nora.tokens()
    expect((await nora.reset(token)).status).toBe(200)
    expect(await identify(nora.deps, old)).toBeUndefined()
    expect((await nora.login()).status).toBe(400)
    expect((await nora.login(NEW_PASSWORD)).status).toBe(200)
    expect(await nora.reset(token, 'another-lamp-1')).toMatchObject(DEAD_LINK)
  })

  test('never reveals whether an address is known', async () => {
    const nora = await withNora()
    const [known, unknown, again] = [await nora.forgot(), await nora.forgot('nobody@example.com'), await nora.forgot()]
    expect(known.status).toBe(200)
    expect(unknown).toMatchObject({ status: 200, body: known.body })
    expect(again).toMatchObject({ status: 200, body: known.body })
    expect(await nora.tokens()).toHaveLength(1)
    expect(await nora.forgot('nowhere')).toMatchObject({
      status: 400,
      body: { email: ['Enter a valid email address'] },
    })
  })

  test('accepts a link for an hour, and once when it is used twice at the same time', async () => {
    const nora = await withNora()
    await nora.forgot()
    const [token = ''] = await nora.tokens()
    nora.after(61 * MINUTE)
    expect(await nora.reset(token)).toMatchObject(DEAD_LINK)
    nora.after(0)
    const replies = await Promise.all(
      ['first-lamp-lit', 'second-lamp-lit'].map((password) => nora.reset(token, password)),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]))
  })

  test('invalidates the other links when one is used', async () => {
    const nora = await withNora()
    await nora.forgot()
    nora.after(46_000)
    await nora.forgot()
    const [older = '', newer = ''] = await nora.tokens()
    expect((await nora.reset(newer)).status).toBe(200)
    expect(await nora.reset(older)).toMatchObject(DEAD_LINK)
  })

  test('applies the usual rules to the new password, and a rejected one does not consume the link', async () => {
    const nora = await withNora()
    await nora.forgot()
    const [token = ''] = await nora.tokens()
    expect((await nora.reset(token, 'short', 'other')).body).toEqual({
      password: ['Password must be at least 8 characters'],
      confirm_password: ['Passwords do not match'],
    })
    expect((await nora.reset(token, 'password123')).body).toEqual({
      password: [expect.stringContaining('easy to guess')],
    })
    expect((await nora.reset(token, 'Nora2026!')).body).toHaveProperty('password')
    expect((await nora.reset(token)).status).toBe(200)
  })

  test('lets in an owner locked out by wrong guesses', async () => {
    const nora = await withNora({ isVerified: true })
    for (let n = 0; n < 31; n += 1) await nora.login('wrong')
    expect((await nora.login()).status).toBe(429)
    await nora.forgot()
    const [token = ''] = await nora.tokens()
    await nora.reset(token)
    expect((await nora.login(NEW_PASSWORD)).status).toBe(200)
  })

  test.skipIf(isEveryChange)(
    'reports busy when PostgreSQL aborts the transaction, and succeeds on the next try',
    async () => {
      const nora = await withNora({ isVerified: true })
      await nora.forgot()
      const [token = ''] = await nora.tokens()
      const other = await nora.pool.connect()
      onTestFinished(() => other.release())
      await other.query(`begin; set local deadlock_timeout = '1min'`)
      await other.query('select 1 from account_tokens for update')
      const reset = nora.reset(token)
      const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "account_tokens"%'`
      await expect.poll(async () => (await nora.pool.query(waiting)).rowCount).toBe(1)
      await other.query('select 1 from members for update')
      expect(await reset).toMatchObject({ status: 503, headers: { 'retry-after': '2' }, body: { code: 'busy' } })
      await other.query('commit')
      expect((await nora.reset(token)).status).toBe(200)
    },
  )

  test.each([
    { token: 'x', password: NEW_PASSWORD, confirm_password: NEW_PASSWORD, username: 'nora' },
    { token: ['x'], password: NEW_PASSWORD, confirm_password: NEW_PASSWORD },
    { password: NEW_PASSWORD, confirm_password: NEW_PASSWORD },
    { token: 'a'.repeat(43), password: NEW_PASSWORD, confirm_password: NEW_PASSWORD },
  ])('rejects %j', async (body) => {
    const nora = await withNora()
    expect((await nora.as(undefined).post('/Academy/api/reset-password/', body)).status).toBe(400)
  })
})

async function academyWithoutMail() {
  let isMailUp = false
  const academy = await testAcademy({
    change: (standard) => ({
      ...standard,
      mail: {
        ...standard.mail,
        async send(message) {
          if (!isMailUp) throw new Error('mail server away')
          await standard.mail.send(message)
        },
      },
    }),
  })
  const bringMailBack = () => {
    isMailUp = true
  }
  return { ...academy, bringMailBack }
}

test('creates one link and one log entry however often an email is retried, and stores no address in the job', async () => {
  const { pool, runJobs, mailbox, as, setTime, deps, bringMailBack } = await academyWithoutMail()
  const form = { username: 'nora', email: 'nora@example.com', password: PASSWORD, confirm_password: PASSWORD }
  expect((await as(undefined).post('/Academy/api/register/', form)).status).toBe(200)
  const forgot = (email: string) => as(undefined).post('/Academy/api/forgot-password/', { email })
  await forgot('nora@example.com')
  await forgot('nobody@example.com')
  for (let hours = 0; hours < 3; hours += 1) {
    // More time passes than a link stays valid.
    setTime(new Date(Date.now() + hours * 0.9 * 60 * MINUTE))
    for (let kinds = 0; kinds < 2; kinds += 1) await expect(runJobs()).rejects.toThrow('mail server away')
    await pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  }
  bringMailBack()
  await runJobs()
  const purposes = await deps.db.select({ purpose: accountTokens.purpose }).from(accountTokens)
  expect(purposes.map(({ purpose }) => purpose).toSorted()).toEqual(['reset_password', 'verify_email'])
  expect(await readEventKinds(pool)).toEqual(['password.link_made'])
  const { rows } = await pool.query(`select name from pgboss.job where data::text like '%@%'`)
  expect(rows).toEqual([])
  const link = (await mailbox()).map(({ text }) => /\/ResetPassword\/([\w-]+)/.exec(text)?.[1]).find(Boolean)
  const reset = { token: link, password: NEW_PASSWORD, confirm_password: NEW_PASSWORD }
  expect((await as(undefined).post('/Academy/api/reset-password/', reset)).status).toBe(200)
})

test('sends no link to an address that changes while its email is being prepared', async () => {
  const { deps, pool, memberId, runJobs, mailbox, forgot, resend } = await withNora()
  const makings = [
    () => forgot().then(runJobs),
    () => resend().then(runJobs),
    () => createPasswordLink(deps, { memberId, request: randomUUID(), next: '/' }),
  ]
  for (const [index, make] of makings.entries()) {
    const client = await pool.connect()
    await client.query('begin')
    await client.query('select from members where id = $1 for update', [memberId])
    const made = make()
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1)
    const email = `new-${index}@example.com`
    await client.query('update members set email = $2 where id = $1', [memberId, email])
    await client.query('commit')
    client.release()
    const to = (await made)?.member.email ?? (await mailbox())[0]?.to
    expect([index, to]).toEqual([index, email])
    await pool.query(`update members set email = 'nora@example.com' where id = $1`, [memberId])
  }
})

test('sends emails queued by an earlier version, each with one link across retries', async () => {
  const { deps, db, pool, runJobs, mailbox, member, bringMailBack } = await academyWithoutMail()
  const { id: memberId, email } = await member({ isVerified: false })
  await db.transaction(async (tx) => {
    await deps.jobs.enqueue(tx, sendVerification, { memberId })
    await deps.jobs.enqueue(tx, sendPasswordReset, { email: email.toUpperCase() })
    await deps.jobs.enqueue(tx, sendPasswordReset, { email: 'nobody@example.com' })
  })
  for (let kinds = 0; kinds < 2; kinds += 1) await expect(runJobs()).rejects.toThrow('mail server away')
  await pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  bringMailBack()
  await runJobs()
  expect((await mailbox()).map(({ to }) => to)).toEqual([email, email])
  expect(await db.select().from(accountTokens)).toHaveLength(2)
})

test('removes addresses that an earlier version left in the queue tables once the database is migrated', async () => {
  const { deps, db, pool, memberId } = await withNora()
  for (const email of ['Nora@example.com', 'stranger@example.com'])
    await deps.jobs.enqueue(db, sendPasswordReset, { email })
  await pool.query(`update pgboss.job set output = '{"message": "to nora@example.com"}'`)
  const folder = new URL('../../../db/migrations/', import.meta.url)
  const file = readdirSync(folder).find((name) => name.endsWith('_jobs_without_addresses.sql')) ?? ''
  await pool.query(readFileSync(new URL(file, folder), 'utf8'))
  const { rows } = await pool.query(`select data, output, source_output from pgboss.job`)
  expect(rows).toHaveLength(2)
  for (const whose of [memberId, null])
    expect(rows).toContainEqual({
      data: { memberId: whose, request: expect.any(String) },
      output: null,
      source_output: null,
    })
})
