import { expect, test } from 'vitest'
import { recoveryCodes, secondFactors } from '#db/tables/members.ts'
import { identify, startSession } from '#features/people/accounts/sessions.public.ts'
import { getRateLimitKey } from '#features/foundation/rate-limits/rate-limits.service.ts'
import { clientKeyFor } from '#platform/client-key.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { createAuthenticator } from '../../../../test/harness/authenticator.ts'
import { generateTotp } from '../../../../test/harness/totp.ts'
import { PASSKEYS_PER_ADDRESS } from './two-factor.rules.ts'
import { removeAllAuthenticators } from './two-factor.queries.ts'

const SITE = { origin: 'http://academy.test' }
const CODE = '/Academy/api/account/factors/code/'
const PASSKEYS = '/Academy/api/account/passkeys/'
const BY_PASSKEY = '/Academy/api/login/passkey/'

/** Creates a logged-in member, with functions for their factors. */
async function withMember() {
  const academy = await testAcademy()
  const nurse = await academy.member()
  const as = academy.as(nurse)
  const addPasskey = async () => {
    const device = createAuthenticator()
    const { body: options } = await as.post(`${PASSKEYS}options/`)
    expect((await as.post(PASSKEYS, { name: 'Phone', response: device.make(options, SITE) })).status).toBe(200)
    return device
  }
  return { ...academy, nurse, asNurse: as, addPasskey }
}

test.each(['app', 'passkey'])('marks no session as verified after the last factor is removed (%s)', async (which) => {
  const { nurse, asNurse, addPasskey, deps } = await withMember()
  const hasFactor = async (token: string) => (await identify(deps, token))?.hasFactor
  let remove = () => asNurse.post(`${CODE}remove/`)
  if (which === 'app') {
    const { key } = (await asNurse.post(CODE)).body as { key: string }
    await asNurse.post(`${CODE}confirm/`, { code: generateTotp(key, Date.now()) })
  } else {
    const { id } = await addPasskey()
    remove = () => asNurse.post(`${PASSKEYS}remove/`, { id })
  }
  const other = await startSession(deps, { memberId: nurse.id, agent: 'other', hasFactor: true })
  expect([await hasFactor(nurse.token), await hasFactor(other)]).toEqual([true, true])
  expect((await remove()).status).toBe(200)
  // No session counts as verified anymore. Otherwise, a session from before would count as verified for the next
  // factor.
  expect([await hasFactor(nurse.token), await hasFactor(other)]).toEqual([false, false])
})

test('limits an address to 300 passkey logins an hour, started and finished ones together', async () => {
  const { app, addPasskey, deps, pool } = await withMember()
  const device = await addPasskey()
  const from = '198.51.100.7'
  const post = (url: string, payload: object, remoteAddress = from) =>
    app.inject({ method: 'POST', url, remoteAddress, payload })
  const begin = (address = from) => post(`${BY_PASSKEY}options/`, {}, address)
  const key = getRateLimitKey(deps, PASSKEYS_PER_ADDRESS, clientKeyFor(from).network)
  const open = `insert into throttles (key, hits, resets_at) values ($1, 297, now() + interval '1 hour')`
  await pool.query(open, [key])
  const [first, second] = [await begin(), await begin()]
  const login = await post(BY_PASSKEY, { response: device.use(first.json(), SITE) })
  expect([second.statusCode, login.statusCode]).toEqual([200, 200])
  expect((await begin()).statusCode).toBe(429)
  expect((await post(BY_PASSKEY, { response: device.use(second.json(), SITE) })).statusCode).toBe(429)
  expect((await begin('198.51.100.8')).statusCode).toBe(200)
})

test('rejects a passkey that claims to belong to another account', async () => {
  const { visitor, device, nurse, other } = await withMember().then(async (given) => ({
    ...given,
    visitor: given.as(undefined),
    device: await given.addPasskey(),
    other: await given.member(),
  }))
  const logIn = async (memberId: string) => {
    const { body: options } = await visitor.post(`${BY_PASSKEY}options/`)
    const signed = device.use(options, SITE)
    const response = { ...signed.response, userHandle: Buffer.from(memberId).toString('base64url') }
    return (await visitor.post(BY_PASSKEY, { response: { ...signed, response } })).body.code
  }
  expect(await logIn(other.id)).toBe('sign_in_failed')
  expect(await logIn(nurse.id)).toBeUndefined()
})

test('keeps recovery codes of members with a passkey when all apps are removed', async () => {
  const { db, nurse, addPasskey, member } = await withMember()
  await addPasskey()
  const other = await member()
  const createdAt = new Date()
  for (const { id: memberId } of [nurse, other])
    await db.insert(secondFactors).values({ memberId, sealedSecret: 'sealed', createdAt, confirmedAt: createdAt })
  await db.insert(recoveryCodes).values({ memberId: other.id, codeHash: 'hash' })
  expect(await removeAllAuthenticators(db)).toBe(2)
  const left = await db.select({ memberId: recoveryCodes.memberId }).from(recoveryCodes)
  expect(left.map(({ memberId }) => memberId)).toEqual(Array(10).fill(nurse.id))
})
