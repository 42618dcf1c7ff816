import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { expect, onTestFinished, test, vi } from 'vitest'
import { watchCatalog } from '#db/catalog-watch.ts'
import { identify } from '#features/people/accounts/sessions.public.ts'
import { installAccess } from '#platform/http/access.ts'
import { sendError } from '#platform/http/errors.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { testDatabase } from '../../../../test/harness/database.ts'
import { liveUpdateRoutes } from './live-updates.routes.ts'
import { notify } from './notifications.public.ts'
import { LIVE_LIMITS } from './notifications.rules.ts'

const SOON = { timeout: 10_000, interval: 20 }

/** Opens streams as a separate process would, with its own database connection. */
async function process({ deps, db }: TestAcademy, limits: Partial<typeof LIVE_LIMITS> = {}) {
  const catalog = watchCatalog(await testDatabase(), () => {})
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  installAccess(app, (token, isUse) => identify(deps, token, isUse), { now: deps.now, staffNeedFactor: false })
  liveUpdateRoutes(app, { ...deps, catalog }, { ...LIVE_LIMITS, beatMs: 60_000, ...limits })
  catalog.start()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await app.close()
    await catalog.stop()
  }
  onTestFinished(close)
  const { port } = app.server.address() as AddressInfo
  const open = async (token: string | undefined) => {
    const headers = token === undefined ? {} : { authorization: `Token ${token}` }
    const response = await fetch(`http://127.0.0.1:${port}/Academy/live/`, { headers })
    return { response, ...(response.ok && reading(response)) }
  }
  const notifyMember = (to: string, cause: string) =>
    db.transaction((tx) =>
      notify(deps, tx, { kind: 'order', cause, words: 'Words.', address: '/Account/', to, now: deps.now() }),
    )
  return { open, notifyMember, close }
}

/** Collects what the stream has sent so far. `state.isOver` says whether it has ended. */
function reading(response: Response) {
  const state = { text: '', isOver: false }
  const read = async () => {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) state.text += part.value
  }
  void read()
    .catch(() => {})
    .finally(() => (state.isOver = true))
  return {
    state,
    counts: () =>
      [...state.text.matchAll(/data: \{"unread":(\d+),"newest":(?:"[\da-f-]{36}"|null)\}\n\n/g)].map(([, n]) =>
        Number(n),
      ),
  }
}

test('sends the unread count at once and on each change from any process, and nothing to others', async () => {
  const academy = await testAcademy()
  const [nora, kim] = [await academy.member(), await academy.member()]
  const [one, other] = [await process(academy), await process(academy)]
  await one.notifyMember(nora.id, 'order:1')
  const [first, second, hers] = [await one.open(nora.token), await other.open(nora.token), await one.open(kim.token)]
  expect(first.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await vi.waitFor(() => expect([first.counts?.(), second.counts?.(), hers.counts?.()]).toEqual([[1], [1], [0]]), SOON)
  await one.notifyMember(nora.id, 'order:2')
  await vi.waitFor(
    () =>
      expect([first.counts?.(), second.counts?.()]).toEqual([
        [1, 2],
        [1, 2],
      ]),
    SOON,
  )
  const { body } = await academy.as(nora).post('/Academy/api/account/notices/', {})
  await academy.as(nora).post('/Academy/api/account/notices/read/', { id: body.notices[0].id, and_before: true })
  await vi.waitFor(
    () =>
      expect([first.counts?.(), second.counts?.()]).toEqual([
        [1, 2, 0],
        [1, 2, 0],
      ]),
    SOON,
  )
  expect(hers.counts?.()).toEqual([0])
})

test.each([
  ['no token', undefined],
  ['a dead token', 'x'.repeat(43)],
])('rejects %s', async (_, token) => {
  const { response } = await (await process(await testAcademy())).open(token)
  expect([response.status, await response.json()]).toMatchObject([401, { code: 'sign_in_required' }])
})

test.each(['logout', 'lock', 'expiry'])(
  'ends the stream of an ended session at the next heartbeat: %s',
  async (how) => {
    const academy = await testAcademy()
    const { as, pool, member } = academy
    const [nora, kim] = [await member(), await member()]
    const { open } = await process(academy, { beatMs: 100 })
    const [dead, alive] = [await open(nora.token), await open(kim.token)]
    await vi.waitFor(() => expect([dead.counts?.(), alive.counts?.()]).toEqual([[0], [0]]), SOON)
    const ends: Record<string, () => Promise<unknown>> = {
      logout: () => as(nora).post('/Academy/api/logout/'),
      lock: () => pool.query(`update members set locked_at = now() where id = $1`, [nora.id]),
      expiry: () => pool.query(`update sessions set expires_at = now() where member_id = $1`, [nora.id]),
    }
    await ends[how]?.()
    await vi.waitFor(() => expect(dead.state?.isOver).toBe(true), SOON)
    expect(alive.state?.isOver).toBe(false)
    expect((await open(nora.token)).response.status).toBe(401)
  },
)

test('sends changes of a missed database notification, and a keepalive, at the next heartbeat', async () => {
  const academy = await testAcademy()
  const nora = await academy.member()
  const { open } = await process(academy, { beatMs: 200 })
  const stream = await open(nora.token)
  await vi.waitFor(() => expect(stream.counts?.()).toEqual([0]), SOON)
  await academy.pool.query(
    `insert into notices (member_id, kind, cause, words, address, told_at) values ($1, 'order', 'order:1', 'words', '/Account/', now())`,
    [nora.id],
  )
  await vi.waitFor(() => expect(stream.counts?.()).toEqual([0, 1]), SOON)
  await vi.waitFor(() => expect(stream.state?.text).toMatch(/(^|\n):\n\n/), SOON)
})

test('listens again after losing its connection and sends what it missed', async () => {
  const academy = await testAcademy()
  const nora = await academy.member()
  const { open, notifyMember } = await process(academy)
  const stream = await open(nora.token)
  await vi.waitFor(() => expect(stream.counts?.()).toEqual([0]), SOON)
  await academy.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'academy-catalog' and datname = current_database()`,
  )
  await notifyMember(nora.id, 'order:1')
  await vi.waitFor(() => expect(stream.counts?.()).toEqual([0, 1]), SOON)
})

test('limits the streams of a member and ends all of them when the server closes', async () => {
  const academy = await testAcademy()
  const [nora, kim] = [await academy.member(), await academy.member()]
  const { open, close } = await process(academy, { maxPerMember: 2, maxTotal: 3 })
  const streams = [await open(nora.token), await open(nora.token)]
  expect((await open(nora.token)).response.status).toBe(429)
  streams.push(await open(kim.token))
  expect((await open(kim.token)).response.status).toBe(503)
  await close()
  await vi.waitFor(() => expect(streams.map(({ state }) => state?.isOver)).toEqual([true, true, true]), SOON)
})

test('expires an unused session even while its open pages poll and listen', async () => {
  const academy = await testAcademy()
  const nora = await academy.member()
  const { open } = await process(academy)
  const expiry = async () =>
    (await academy.pool.query<{ at: Date }>('select expires_at as at from sessions')).rows.map(({ at }) => at)
  const asked = async (headers: Record<string, string>) => {
    const authorization = `Token ${nora.token}`
    const call = { method: 'POST', url: '/Academy/api/account/notices/', payload: {} } as const
    return (await academy.app.inject({ ...call, headers: { authorization, ...headers } })).statusCode
  }
  const begun = await expiry()
  academy.setTime(new Date(Date.now() + 86_400_000))
  expect([(await open(nora.token)).response.status, await asked({ 'x-unattended': '1' })]).toEqual([200, 200])
  expect(await expiry()).toEqual(begun)
  academy.setTime(new Date(Date.now() + 31 * 86_400_000))
  expect(await asked({ 'x-unattended': '1' })).toBe(401)
  academy.setTime(new Date(Date.now() + 2 * 86_400_000))
  expect(await asked({})).toBe(200)
  expect(await expiry()).not.toEqual(begun)
})
