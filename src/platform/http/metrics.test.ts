import { expect, test } from 'vitest'
import { withMailMetrics } from '../mail/metered-mail.ts'
import { testAcademy } from '../../../test/harness/academy.ts'

const TOKEN = 'a-token-of-thirty-two-characters'
const withToken = {
  change: <D extends { config: object }>(deps: D): D => ({ ...deps, config: { ...deps.config, metricsToken: TOKEN } }),
}
const ELSEWHERE = '203.0.113.9'

test('they report durations by declared route, memory, event loop, and connections', async () => {
  const { app, as } = await testAcademy()
  await as(undefined).get('/Academy/api/course/nobody-knows-this-one/')
  const { statusCode, headers, payload } = await app.inject('/metrics')
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringContaining('text/plain')])
  expect(payload).toContain('academy_request_seconds_count{method="GET",route="/Academy/api/course/:id/",status="4xx"}')
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_seconds',
    'academy_payments_settled_total',
    'academy_mails_total',
    'academy_jobs_worked_total',
  ])
    expect(payload).toContain(name)
  expect(payload).not.toContain('nobody-knows-this-one')
})

test.each([
  ['another machine with the token', { remoteAddress: ELSEWHERE, headers: { authorization: `Bearer ${TOKEN}` } }, 200],
  [
    'another machine with a wrong token',
    { remoteAddress: ELSEWHERE, headers: { authorization: `Bearer ${TOKEN}x` } },
    404,
  ],
  ['another machine with an empty token', { remoteAddress: ELSEWHERE, headers: { authorization: 'Bearer ' } }, 404],
])('%s', async (_, from, status) => {
  const { app } = await testAcademy(withToken)
  const reply = await app.inject({ url: '/metrics', ...from })
  expect(reply.statusCode).toBe(status)
  expect(reply.payload.includes('academy_')).toBe(status === 200)
})

test.each([TOKEN, undefined])('in production only the token opens them: %s', async (metricsToken) => {
  const { app } = await testAcademy({
    change: (deps) => ({ ...deps, config: { ...deps.config, mode: 'production', metricsToken } }),
  })
  const statusOf = async (authorization?: string) =>
    (await app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })).statusCode
  expect(await statusOf()).toBe(404)
  expect(await statusOf(`Bearer ${metricsToken}`)).toBe(metricsToken ? 200 : 404)
  expect(await statusOf('Bearer undefined')).toBe(404)
})

test('without a configured token no remote client has access', async () => {
  const { app } = await testAcademy()
  const asked = { url: '/metrics', remoteAddress: ELSEWHERE, headers: { authorization: 'Bearer undefined' } }
  expect((await app.inject(asked)).statusCode).toBe(404)
})

test('counts emails, including those that failed', async () => {
  const { app } = await testAcademy()
  // All academies in this process share one registry, so the test compares counts before and after.
  const count = async (result: string) =>
    Number(
      new RegExp(`academy_mails_total{result="${result}"} (\\d+)`).exec((await app.inject('/metrics')).payload)?.[1] ??
        0,
    )
  const before = { sent: await count('sent'), failed: await count('failed') }
  const message = { to: 'nora@example.com', memberId: null, subject: 'Hello', text: 'Hello', html: 'Hello' }
  await withMailMetrics({ send: async () => {}, close() {} }).send(message)
  const refused = withMailMetrics({ send: () => Promise.reject(new Error('no')), close() {} }).send(message)
  await expect(refused).rejects.toThrow('no')
  expect({ sent: await count('sent'), failed: await count('failed') }).toEqual({
    sent: before.sent + 1,
    failed: before.failed + 1,
  })
})
