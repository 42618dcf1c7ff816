import { expect, onTestFinished, test } from 'vitest'
import { accountTokens, members, sessions } from '#db/tables/members.ts'
import { createAcademyWithNora, NEW_PASSWORD } from '../../../../test/harness/password-member.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { identify, startSession } from '#features/people/accounts/sessions.public.ts'
import { lockAccount, unlockAccount } from './member-administration.public.ts'

const ACCOUNT = '/Academy/api/account/'
const DEAD_LINK = { status: 400, body: { code: 'invalid' } }
const MINUTE = 60_000

test('ends all access to a locked account and restores the previous password after unlocking', async () => {
  const nora = await createAcademyWithNora()
  const by = OPERATOR
  const { memberId, deps } = nora
  const here = await nora.enter()
  await nora.enter({ from: '10.0.0.9' })
  await here.post('/Academy/api/account/email/', { email: 'new@example.com' })
  await nora.forgot()
  const before = await nora.mails()
  const linkOf = (name: string) => before.find(({ text }) => text.includes(`/${name}/`))?.token ?? ''
  const [reset, confirm, end] = [linkOf('ResetPassword'), linkOf('ConfirmEmail'), linkOf('EndSession')]
  expect([reset, confirm, end]).not.toContain('')

  await lockAccount(deps, { memberId, by })
  expect(await nora.db.select().from(sessions)).toEqual([])
  expect((await nora.db.select().from(accountTokens)).every(({ usedAt }) => usedAt)).toBe(true)
  expect((await here.get(ACCOUNT)).status).toBe(401)
  expect(await nora.reset(reset)).toMatchObject(DEAD_LINK)
  expect(await nora.visitor.post('/Academy/api/confirm-email/', { token: confirm })).toMatchObject(DEAD_LINK)
  expect(await nora.visitor.post('/Academy/api/end-session/', { token: end })).toMatchObject(DEAD_LINK)
  expect(await nora.login({ password: 'wrong' })).toMatchObject({ status: 400, body: { code: 'sign_in_failed' } })
  expect(await nora.login()).toEqual({
    status: 403,
    body: { code: 'account_locked', message: 'This account is locked. Please contact us.' },
  })
  await expect(startSession(deps, { memberId, agent: 'test' })).rejects.toThrow('Login failed')

  nora.after(MINUTE)
  expect(await nora.forgot()).toMatchObject({ status: 200, body: { message: expect.stringContaining('If there’s') } })
  const [email] = (await nora.mails()).slice(before.length)
  expect(email).toMatchObject({
    to: 'nora@example.com',
    subject: expect.stringContaining('is locked'),
    token: undefined,
  })

  await unlockAccount(deps, { memberId, by })
  await expect(unlockAccount(deps, { memberId, by })).rejects.toThrow('isn’t locked')
  expect(await nora.reset(reset)).toMatchObject(DEAD_LINK)
  expect((await nora.login()).status).toBe(200)
  expect((await readEventKinds(nora.pool)).filter((kind) => kind.startsWith('account'))).toEqual([
    'account.locked',
    'account.unlocked',
  ])
})

test('shows the reason to someone with the right password, and keeps the first lock time when locked again', async () => {
  const nora = await createAcademyWithNora()
  await lockAccount(nora.deps, { memberId: nora.memberId, by: OPERATOR })
  const since = async () => (await nora.db.select().from(members))[0]?.lockedAt
  const first = await since()
  nora.after(MINUTE)
  const because = 'Please call us about your last order.'
  await lockAccount(nora.deps, { memberId: nora.memberId, because, by: OPERATOR })
  expect(await since()).toEqual(first)
  expect(await nora.login()).toMatchObject({ status: 403, body: { code: 'account_locked', message: because } })
})

test('rejects a session that was created despite the lock, in the same single statement', async () => {
  const nora = await createAcademyWithNora()
  const { token } = await nora.enter()
  expect(await identify(nora.deps, token)).toBeDefined()
  await nora.pool.query('update members set locked_at = now()')
  const statements = await countStatements(async () => expect(await identify(nora.deps, token)).toBeUndefined())
  expect(statements).toBe(1)
})

test('starts no session for a login in progress during a lock', async () => {
  const nora = await createAcademyWithNora()
  const lock = await nora.pool.connect()
  onTestFinished(() => lock.release())
  await lock.query('begin')
  await lock.query('update members set locked_at = now() where id = $1', [nora.memberId])
  const login = nora.login()
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "sessions"%'`
  await expect.poll(async () => (await nora.pool.query(waiting)).rowCount).toBe(1)
  await lock.query('commit')
  expect((await login).status).toBe(400)
  expect(await nora.db.select().from(sessions)).toEqual([])
})

test('does not verify an address into a locked account, and accepts a new password after unlocking an account locked by an earlier version', async () => {
  const nora = await createAcademyWithNora({ isVerified: false })
  const by = OPERATOR
  await nora.visitor.post('/Academy/api/resend-verification/nora%40example.com')
  const [{ token = '' } = {}] = await nora.mails()
  await lockAccount(nora.deps, { memberId: nora.memberId, by })
  expect(await nora.visitor.post('/Academy/api/verify-email/', { token })).toMatchObject(DEAD_LINK)
  await nora.pool.query(`update members set password_hash = 'no password opens this', locked_because = null`)
  expect((await nora.login()).status).toBe(400)
  await unlockAccount(nora.deps, { memberId: nora.memberId, by })
  expect((await nora.login()).status).toBe(400)
  nora.after(MINUTE)
  await nora.forgot()
  const reset = (await nora.mails()).at(-1)?.token ?? ''
  expect((await nora.reset(reset)).status).toBe(200)
  expect((await nora.login({ password: NEW_PASSWORD })).status).toBe(200)
  expect((await nora.db.select().from(accountTokens)).every(({ usedAt }) => usedAt)).toBe(true)
})

test('does not deadlock when a lock and a password reset run at once', async () => {
  const nora = await createAcademyWithNora()
  await nora.forgot()
  const token = (await nora.mails()).at(-1)?.token ?? ''
  const lock = await nora.pool.connect()
  onTestFinished(() => lock.release())
  await lock.query('begin')
  await lock.query('update members set locked_at = now() where id = $1', [nora.memberId])
  const reset = nora.reset(token)
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await nora.pool.query(waits)).rowCount).toBe(1)
  await lock.query('update account_tokens set used_at = now()')
  await lock.query('commit')
  expect(await reset).toMatchObject(DEAD_LINK)
})
