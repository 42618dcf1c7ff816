import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { register } from 'prom-client'
import { alerts } from '#db/tables/alerts.ts'
import type { Config } from '#platform/config.ts'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { PermanentFailureError } from '#shared/permanent-failure-error.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import type { HealthCheck } from './alerts.rules.ts'
import { sendAlertChanges, runHealthChecks } from './alerts.service.ts'
import { postJson } from './alert-webhook.service.ts'

const FULL: HealthCheck = {
  name: 'disk_low',
  is: 'wrong',
  text: '0.5 GB free in /srv. Free up space: at least 1 GB is needed',
}
const MAIL_DOWN: HealthCheck = { name: 'mail_failing', is: 'wrong', text: 'for 2 hours not one letter was sent' }

/** An academy with these settings. */
function academyWith(settings: Partial<Config>) {
  const errors: string[] = []
  const log = { info() {}, warn() {}, error: (_fields: object, message: string) => void errors.push(message) }
  return testAcademy({ change: (deps) => ({ ...deps, log, config: { ...deps.config, ...settings } }) }).then(
    (academy) => ({ ...academy, errors }),
  )
}

/** Imitates a chat program's webhook. `answer` sets the status of its responses. */
async function receiver() {
  const received: { body: unknown; request: IncomingMessage }[] = []
  let status = 200
  const server = createServer((request, reply) => {
    void buffer(request).then((body) => {
      received.push({ body: JSON.parse(body.toString()), request })
      reply.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('thanks')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/secret-token`
  return { address, received, answer: (next: number) => void (status = next) }
}

test('reports an alert by email, webhook, log, and metrics, once even when two processes check at once', async () => {
  const hook = await receiver()
  const academy = await academyWith({ operatorMail: 'operator@academy.test', alertWebhook: hook.address })
  const { deps, mailbox, runJobs, setTime, errors, db } = academy
  const start = new Date('2026-11-22T10:00:00Z')
  setTime(start)
  await Promise.all([
    sendAlertChanges(deps, [FULL]),
    sendAlertChanges(deps, [FULL]),
    sendAlertChanges(deps, [FULL, MAIL_DOWN]),
  ])
  await sendAlertChanges(deps, [FULL, MAIL_DOWN])
  await runJobs()
  const emails = await mailbox()
  expect(emails.map(({ to }) => to)).toEqual(emails.map(() => 'operator@academy.test'))
  const texts = emails.map(({ text }) => text).join()
  expect(texts.match(/The disk needs attention, since/g)).toHaveLength(1)
  expect(texts.match(/Emails are failing, since/g)).toHaveLength(1)
  const [first] = emails.filter(({ text }) => text.includes('disk needs attention'))
  expect(first?.text).toContain(
    'The disk needs attention, since Nov 22, 2026, 10:00 AM UTC: 0.5 GB free in /srv. Free up space: at least 1 GB is needed.',
  )
  expect(errors.toSorted()).toEqual([`Emails are failing: ${MAIL_DOWN.text}`, `The disk needs attention: ${FULL.text}`])
  const received = hook.received.flatMap(({ body }) => (body as { alerts: { name: string }[] }).alerts)
  expect(received.map(({ name }) => name).toSorted()).toEqual(['disk_low', 'mail_failing'])
  expect(await register.getSingleMetricAsString('academy_alert')).toMatch(
    /academy_alert\{name="mail_failing"\} 1[^]*name="disk_low"\} 1[^]*name="jobs_waiting"\} 0/,
  )

  setTime(new Date(start.getTime() + 20 * 60_000))
  await sendAlertChanges(deps, [{ ...FULL, is: 'fine' }, MAIL_DOWN])
  await runJobs()
  expect((await mailbox())[0]?.subject).toBe('Resolved: The disk needs attention. (academy.test)')
  expect(hook.received.at(-1)?.request.headers['content-type']).toBe('application/json')
  expect(hook.received.at(-1)?.body).toEqual({
    academy: 'http://academy.test',
    at: '2026-11-22T10:20:00.000Z',
    text: 'Resolved: The disk needs attention. (academy.test)',
    alerts: [
      {
        name: 'disk_low',
        is: 'over',
        title: 'The disk needs attention',
        text: FULL.text,
        since: start.toISOString(),
      },
    ],
  })
  expect(await db.select().from(alerts)).toMatchObject([{ name: 'mail_failing' }])
})

test('logs a failed check and still reports the disk and everything else', async () => {
  const { deps, db, errors } = await academyWith({ dataDir: '/proc/version/data' })
  await db.execute(`insert into site_settings (settings) values ('{"name": 5}')`)
  await runHealthChecks(deps)
  expect(errors.toSorted()).toEqual([
    expect.stringContaining('The disk needs attention: /proc/version/data can'),
    'a health check failed; retrying',
  ])
  expect(await db.select().from(alerts)).toMatchObject([{ name: 'disk_low' }])
})

test('enqueues nothing without a destination, and still logs', async () => {
  const { deps, errors, runJobs, mailbox, pool } = await academyWith({})
  await sendAlertChanges(deps, [FULL])
  await runJobs()
  expect([errors.length, await mailbox()]).toEqual([1, []])
  expect((await pool.query(`select from pgboss.job where name like '%-alerts'`)).rowCount).toBe(0)
})

test('retries an unavailable webhook, gives up soon on one that rejects, and never puts its address in an error', async () => {
  const { address, answer, received } = await receiver()
  await postJson(address, { a: 1 })
  const named = address.replace('//', '//alert:p%40ss%@')
  await postJson(named, {})
  expect(received.map(({ request }) => request.headers.authorization)).toEqual([
    undefined,
    `Basic ${Buffer.from('alert:p@ss%').toString('base64')}`,
  ])
  const failure = async (url: string) => postJson(url, {}).catch((error: unknown) => error)
  for (const [status, kind] of [
    [503, UnavailableError],
    [429, UnavailableError],
    [404, PermanentFailureError],
    [302, PermanentFailureError],
  ] as const) {
    answer(status)
    const error = await failure(address)
    expect(error).toBeInstanceOf(kind)
    expect((error as Error).cause).toMatchObject({ message: `It answered with status ${status}` })
  }
  const away = await failure('http://127.0.0.1:1999/hooks/secret-token')
  expect(away).toBeInstanceOf(UnavailableError)
  expect((away as Error).cause).toMatchObject({ message: 'It does not answer (ECONNREFUSED)' })
  expect(String(away) + String((away as Error).cause)).not.toContain('secret-token')
})
