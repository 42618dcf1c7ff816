import { expect, test } from 'vitest'
import { countStatements } from '../../../../test/harness/statements.ts'
import { createAcademyWithNora } from '../../../../test/harness/password-member.ts'
import { readEventKinds } from '../../../../test/harness/audit.ts'
import { startSession } from '#features/people/accounts/sessions.public.ts'

const LIST = '/Academy/api/account/sessions/'
const EVERYWHERE = '/Academy/api/account/log-out-everywhere/'
const MINUTE = 60_000
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Mobile Safari/537.36'
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'

test('lists this device first and the others by last use, in three statements regardless of count', async () => {
  const nora = await createAcademyWithNora()
  nora.setTime(new Date('2026-11-22T14:43:00Z'))
  await nora.enter({ agent: MAC, from: '203.0.113.9' })
  nora.setTime(new Date('2026-11-22T15:00:00Z'))
  const phone = await nora.enter({ agent: ANDROID, from: '10.0.0.7' })
  nora.setTime(new Date('2026-11-22T15:01:00Z'))
  await nora.enter({ from: '2001:db8:1:2::3' })
  const { body } = await phone.get(LIST)
  expect(body).toEqual([
    {
      id: expect.any(String),
      device: 'Chrome on Android',
      network: '10.0.0.7',
      begun: '2026-11-22T15:00:00.000Z',
      last_used: '2026-11-22T15:00:00.000Z',
      is_this_one: true,
    },
    expect.objectContaining({ device: 'Unknown device', network: '2001:db8:1:2::/64', is_this_one: false }),
    expect.objectContaining({ device: 'Safari on Mac', network: '203.0.113.9', is_this_one: false }),
  ])
  for (let n = 0; n < 10; n += 1) await startSession(nora.deps, { memberId: nora.memberId, agent: 'test' })
  expect(await countStatements(async () => void (await phone.get(LIST)))).toBeLessThanOrEqual(3)
})

test('repeats nothing from user agents', async () => {
  const nora = await createAcademyWithNora()
  const agents = [
    '',
    'x'.repeat(200),
    '\u202Emoc.live',
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    '\u0000\u001B[2J',
    '𝕏'.repeat(90),
    "'; drop table sessions; --",
    '{{7*7}}',
    '%s%n',
  ]
  for (const agent of [...agents, ...agents]) await startSession(nora.deps, { memberId: nora.memberId, agent })
  const { token } = { token: await startSession(nora.deps, { memberId: nora.memberId, agent: 'last' }) }
  const { body } = await nora.withToken(token).get(LIST)
  expect(body).toHaveLength(20)
  expect(new Set(body.map(({ device }: { device: string }) => device))).toEqual(new Set(['Unknown device']))
})

test("ends one session by its id, only one's own and only once", async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  const other = await nora.enter()
  const stranger = await nora.member()
  const idOf = async (caller: typeof here) =>
    (await caller.get(LIST)).body.find((session: { is_this_one: boolean }) => session.is_this_one).id as string
  const id = await idOf(other)
  for (const foreign of [id, 'x', '../../..', '00000000-0000-4000-8000-000000000000'])
    expect((await nora.as(stranger).post(`${LIST}${encodeURIComponent(foreign)}/end/`)).status).toBe(404)
  expect((await other.get(LIST)).status).toBe(200)
  expect((await here.post(`${LIST}${id}/end/`)).status).toBe(200)
  expect((await other.get(LIST)).status).toBe(401)
  expect((await here.post(`${LIST}${id}/end/`)).status).toBe(404)
  expect((await here.get(LIST)).body).toHaveLength(1)
  expect((await readEventKinds(nora.pool)).filter((kind) => kind === 'session.ended')).toHaveLength(1)
})

test('ends all other sessions, or all, only within ten minutes of confirming identity', async () => {
  const nora = await createAcademyWithNora()
  const [here, one, two] = [await nora.enter(), await nora.enter(), await nora.enter()]
  nora.after(11 * MINUTE)
  expect(await here.post(EVERYWHERE, {})).toMatchObject({ status: 403, body: { code: 'confirm_identity' } })
  nora.after(9 * MINUTE)
  expect(await here.post(EVERYWHERE, {})).toMatchObject({ status: 200, body: { ended: 2 } })
  expect([(await one.get(LIST)).status, (await two.get(LIST)).status, (await here.get(LIST)).status]).toEqual([
    401, 401, 200,
  ])
  expect(await here.post(EVERYWHERE, {})).toMatchObject({
    body: { ended: 0, message: 'You aren’t logged in on any other device.' },
  })
  expect(await here.post(EVERYWHERE, { with_this_one: true })).toMatchObject({ status: 200, body: { ended: 1 } })
  expect((await here.get(LIST)).status).toBe(401)
})

test('cancels a pending email change whenever sessions are ended', async () => {
  const nora = await createAcademyWithNora()
  const here = await nora.enter()
  const idOf = async ({ get }: Pick<typeof here, 'get'>) =>
    (await get(LIST)).body.find((session: { is_this_one: boolean }) => session.is_this_one).id as string
  const ways = {
    everywhere: () => here.post(EVERYWHERE, {}),
    one: (id: string) => here.post(`${LIST}${id}/end/`),
    async link() {
      const token = (await nora.mails()).findLast(({ text }) => text.includes('/EndSession/'))?.token
      return nora.visitor.post('/Academy/api/end-session/', { token })
    },
  }
  for (const [n, way] of Object.values(ways).entries()) {
    const thief = await nora.enter({ from: `10.0.0.${n + 1}` })
    const id = await idOf(thief)
    expect((await thief.post('/Academy/api/account/email/', { email: `thief${n}@example.com` })).status).toBe(200)
    expect((await way(id)).status).toBe(200)
    const token = (await nora.mails()).findLast(({ text }) => text.includes('/ConfirmEmail/'))?.token
    expect((await nora.visitor.post('/Academy/api/confirm-email/', { token })).status).toBe(400)
  }
})
