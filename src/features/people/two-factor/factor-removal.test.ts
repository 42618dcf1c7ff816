import { expect, onTestFinished, test } from 'vitest'
import { identify } from '#features/people/accounts/sessions.public.ts'
import { createAuthenticator } from '../../../../test/harness/authenticator.ts'
import { generateTotp } from '../../../../test/harness/totp.ts'
import { createAcademyWithNora } from '../../../../test/harness/password-member.ts'

const CODE = '/Academy/api/account/factors/code/'
const PASSKEYS = '/Academy/api/account/passkeys/'
const CONFIRM = '/Academy/api/account/confirm/'
const LOGIN = '/Academy/api/login/'
const SITE = { origin: 'http://academy.test' }
const MINUTE = 60_000

/**
 * Sets up a member with an authenticator app and recovery codes, and a way to lock her row as removing a factor does.
 */
async function withApp() {
  const nora = await createAcademyWithNora()
  let time = Date.now()
  const later = (ms: number) => {
    time += ms
    nora.setTime(new Date(time))
  }
  later(0)
  const home = await nora.enter()
  const { key } = (await home.post(CODE)).body as { key: string }
  const codeNow = () => generateTotp(key, time)
  const { recovery_codes: codes } = (await home.post(`${CODE}confirm/`, { code: codeNow() })).body
  const holder = await nora.pool.connect()
  onTestFinished(() => holder.release())
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  /** Waits until the requests wait for the lock, runs the statements, and returns the responses. */
  async function meanwhile(statements: string, begin: () => Promise<{ body: { code?: string } }>[]) {
    await holder.query('begin')
    await holder.query('select 1 from members where id = $1 for no key update', [nora.memberId])
    const begun = begin()
    await expect.poll(async () => (await nora.pool.query(waits)).rowCount, { timeout: 5000 }).toBe(begun.length)
    await holder.query(`${statements}; commit`)
    return (await Promise.all(begun)).map(({ body }) => body.code)
  }
  return { ...nora, home, later, codeNow, codes: codes as string[], meanwhile }
}

test('rejects a login with a factor removed during it, even if another factor is left', async () => {
  const { home, login, visitor, later, codeNow, codes, meanwhile, pool } = await withApp()
  const device = createAuthenticator()
  const { body: toMake } = await home.post(`${PASSKEYS}options/`)
  expect((await home.post(PASSKEYS, { name: 'Phone', response: device.make(toMake, SITE) })).status).toBe(200)
  later(MINUTE)
  const begin = async () =>
    ((await login()).body as unknown as { second_factor: { token: string } }).second_factor.token
  const [one, two] = [await begin(), await begin()]
  const { body: toSign } = await visitor.post(`${LOGIN}passkey/options/`)
  const taken = `delete from passkeys; update second_factors set sealed_secret = 'new'; delete from recovery_codes`
  const answers = await meanwhile(taken, () => [
    visitor.post(`${LOGIN}passkey/`, { response: device.use(toSign, SITE) }),
    visitor.post(`${LOGIN}second-factor/`, { token: one, code: codeNow() }),
    visitor.post(`${LOGIN}second-factor/`, { token: two, recovery_code: codes[0] }),
  ])
  expect(answers).toEqual(['sign_in_failed', 'sign_in_failed', 'sign_in_failed'])
  expect((await pool.query('select 1 from sessions')).rowCount).toBe(1)
})

test('rejects an identity confirmation with a factor removed during it', async () => {
  const { home, later, codeNow, meanwhile, deps } = await withApp()
  const before = await identify(deps, home.token)
  later(11 * MINUTE)
  const taken = 'delete from second_factors; update sessions set has_factor = false'
  expect(await meanwhile(taken, () => [home.post(CONFIRM, { code: codeNow() })])).toEqual(['sign_in_failed'])
  expect(await identify(deps, home.token)).toMatchObject({ hasFactor: false, confirmedAt: before?.confirmedAt })
})
