import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { createAuthenticator } from '../../../../test/harness/authenticator.ts'
import { MAX_CHALLENGES } from './two-factor.rules.ts'

const SITE = { origin: 'http://academy.test' }
const PASSKEYS = '/Academy/api/account/passkeys/'
const CONFIRM = '/Academy/api/account/confirm/'

test('keeps only the newest challenges of a member, and they work', async () => {
  const academy = await testAcademy()
  const { as, pool, member } = academy
  const [nora, dana] = [await member(), await member()]
  academy.setTime(new Date())
  const device = createAuthenticator()
  const asked = async (address: string, times: number) => {
    let last
    for (let n = 0; n < times; n += 1) last = (await as(nora).post(address)).body
    return last
  }
  await as(dana).post(`${CONFIRM}options/`)
  const toAdd = await asked(`${PASSKEYS}options/`, MAX_CHALLENGES + 10)
  const of = async ({ id }: { id: string }) =>
    (await pool.query('select from passkey_challenges where member_id = $1', [id])).rowCount
  expect(await of(nora)).toBe(MAX_CHALLENGES)
  expect((await as(nora).post(PASSKEYS, { name: 'Phone', response: device.make(toAdd, SITE) })).status).toBe(200)
  const toConfirm = await asked(`${CONFIRM}options/`, MAX_CHALLENGES + 10)
  expect(await of(nora)).toBe(MAX_CHALLENGES)
  expect((await as(nora).post(CONFIRM, { passkey: device.use(toConfirm, SITE) })).status).toBe(200)
  await Promise.all(Array.from({ length: 60 }, () => as(nora).post(`${CONFIRM}options/`)))
  await as(nora).post(`${CONFIRM}options/`)
  expect(await of(nora)).toBeLessThanOrEqual(MAX_CHALLENGES)
  // The challenges of other members are not deleted.
  expect(await of(dana)).toBe(1)
})
