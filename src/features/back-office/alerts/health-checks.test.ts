import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { runAsJob } from '#db/current-job.ts'
import { sendPasswordReset } from '#features/people/accounts/accounts.queues.ts'
import { sendReceipt } from '#features/commerce/payments/payments.public.ts'
import { withEmailLog } from '#platform/mail/logged-mail.ts'
import { testAcademy, type TestAcademy } from '../../../../test/harness/academy.ts'
import { startMailServer } from '../../../../test/harness/mail-server.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { postAlerts } from './alerts.queues.ts'
import type { AlertName, HealthCheck } from './alerts.rules.ts'
import { runSystemChecks, runDatabaseChecks } from './health-checks.service.ts'

async function runCheck({ deps }: Pick<TestAcademy, 'deps'>, name: AlertName): Promise<HealthCheck | undefined> {
  return (await runDatabaseChecks(deps)).find((each) => each.name === name)
}

test("reports failing email after an hour in which nothing was sent and the server accepted nothing, but not for one recipient's error", async () => {
  const server = await startMailServer()
  const academy = await testAcademy({
    change: (deps) => ({ ...deps, mail: withEmailLog(server.mail, { db: deps.db, now: deps.now, onError() {} }) }),
  })
  const { deps, setTime } = academy
  const emailIds = { 'nora@mail.test': randomUUID(), 'full@mail.test': randomUUID(), 'next@mail.test': randomUUID() }
  const insertEmail = (to: keyof typeof emailIds) =>
    runAsJob({ id: emailIds[to], name: 'send-receipt' }, () =>
      deps.mail.send({ to, memberId: null, subject: 'a', text: 'b', html: 'c' }).catch(() => {}),
    )
  const at = (minute: number) => setTime(new Date(Date.UTC(2026, 10, 22, 10, minute)))
  const said = () => runCheck(academy, 'mail_failing')
  at(0)
  await insertEmail('nora@mail.test')
  server.refuse({ at: 'receiver', code: 450 })
  at(10)
  await insertEmail('full@mail.test')
  at(75)
  await insertEmail('full@mail.test')
  expect(await said()).toMatchObject({ is: 'fine' })
  // Now the server rejects every email, so the cause can't be a single recipient.
  server.refuse({ at: 'sender', code: 451 })
  at(80)
  await insertEmail('next@mail.test')
  expect(await said()).toMatchObject({
    is: 'wrong',
    since: new Date(Date.UTC(2026, 10, 22, 10, 10)),
    text: expect.stringMatching(/2 emails failed\. The last error was: 451 5\.1\.1 \(MAIL FROM\)/),
  })
})

test('reports recovered email as fine and email untried for an hour or just begun as unknown, and ignores alert emails that fail', async () => {
  const academy = await testAcademy()
  const { pool, setTime } = academy
  const now = new Date('2026-11-22T12:00:00Z')
  setTime(now)
  const note = async (kind: string, minutesAgo: number, result: string, first = minutesAgo) =>
    pool.query(
      `insert into mails (id, kind, address, subject, result, answer, first_tried_at, tried_at)
        values ($1, $2, 'a@mail.test', 's', $3, 'ECONNREFUSED (CONN)', $4, $5)`,
      [randomUUID(), kind, result, ...[first, minutesAgo].map((each) => new Date(now.getTime() - each * 60_000))],
    )
  const is = async () => (await runCheck(academy, 'mail_failing'))?.is
  await note('mail-alerts', 5, 'waiting', 500)
  expect(await is()).toBe('fine')
  await note('send-receipt', 90, 'waiting', 500)
  expect(await runCheck(academy, 'mail_failing')).toMatchObject({
    is: 'unknown',
    text: expect.stringMatching(/^no email has been sent for 8 hours.* No attempt was made in the last hour/),
  })
  await note('send-receipt', 5, 'waiting', 59)
  expect(await runCheck(academy, 'mail_failing')).toMatchObject({
    is: 'unknown',
    text: expect.stringMatching(/^no email has been sent for 59 minutes.* is reported as a problem after an hour/),
  })
  await note('send-receipt', 5, 'waiting', 61)
  expect(await is()).toBe('wrong')
  await note('mail-alerts', 1, 'sent')
  expect(await is()).toBe('wrong')
  await note('send-receipt', 1, 'sent')
  expect(await is()).toBe('fine')
})

test('reports jobs that no one runs, three of a kind that all fail, and given-up ones, and handles alert jobs separately', async () => {
  const academy = await testAcademy()
  const { deps, db, pool } = academy
  const { jobs } = deps
  const check = async (name: AlertName) => runCheck(academy, name)
  const failing = async (many: number) => {
    await pool.query('delete from pgboss.job')
    for (let n = 0; n < many; n += 1) await jobs.enqueue(db, sendReceipt, { purchaseId: randomUUID() })
    await pool.query(`update pgboss.job set state = 'retry', retry_count = 3, created_on = now() - interval '3 hours'`)
  }
  await failing(2)
  expect(await check('jobs_waiting')).toMatchObject({ is: 'fine', text: expect.stringContaining('send-receipt (2)') })
  await failing(3)
  expect(await check('jobs_waiting')).toMatchObject({
    is: 'wrong',
    text: expect.stringContaining('3 waiting, 3 hours old'),
  })
  await pool.query('delete from pgboss.job')
  await jobs.enqueue(db, sendPasswordReset, { memberId: null, request: randomUUID() })
  await pool.query(`update pgboss.job set start_after = now() - interval '31 minutes'`)
  const waiting = await check('jobs_waiting')
  expect(waiting).toMatchObject({
    is: 'wrong',
    text: expect.stringContaining('send-password-reset (1 waiting, 31 minutes old)'),
  })
  expect(Math.abs(Date.now() - (waiting?.since?.getTime() ?? 0) - 31 * 60_000)).toBeLessThan(60_000)

  await pool.query('delete from pgboss.job')
  expect(await check('alerts_undelivered')).toMatchObject({
    is: 'fine',
    text: expect.stringContaining('set OPERATOR_MAIL'),
  })
  await jobs.enqueue(db, postAlerts, { at: new Date().toISOString(), changes: [] })
  await pool.query(`update pgboss.job set start_after = now() - interval '31 minutes'`)
  expect(await check('jobs_waiting')).toMatchObject({ is: 'fine' })
  expect(await check('alerts_undelivered')).toMatchObject({ is: 'wrong' })
  await pool.query(
    `with given_up as (delete from pgboss.job returning id, data)
     insert into pgboss.job (name, data, source_name, source_id, source_root_id) select 'failed-jobs', data, n, id, id
       from given_up, unnest(array['post-alerts', 'send-receipt']) as n`,
  )
  expect(await check('jobs_given_up')).toMatchObject({
    is: 'wrong',
    text: expect.stringContaining(': send-receipt (1).'),
  })
  expect(await check('alerts_undelivered')).toMatchObject({
    is: 'wrong',
    text: expect.stringContaining('by ALERT_WEBHOOK are delayed or have failed'),
  })
  expect(await countStatements(async () => void (await runDatabaseChecks(deps)))).toBeLessThanOrEqual(13)
})

// A certificate for no real site, valid for a hundred years, because the tests move the clock. Made with `openssl req
// -x509 -newkey ec -nodes -subj /CN=localhost -days 36500`.
const ENDS = Date.parse('2126-10-29T20:40:00Z')
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTH1/QhmqZKUbyIdv
2fpjLVEaYk5u08fEo+Uj+kBsHXmhRANCAASExV4kuhm8xPmQFcDPGAHniMjZMJ3B
4S3InNCdiILKeAD7dv/4MgOTx+sxLr3ELCiDm6qP5QAhcTGY81CjS0MZ
-----END PRIVATE KEY-----`
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUcQ9O8aB4e1x7GjLti9FsLIzpRyEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjIwNDAyMloYDzIxMjYxMDI5
MjA0MDIyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASExV4kuhm8xPmQFcDPGAHniMjZMJ3B4S3InNCdiILKeAD7dv/4MgOT
x+sxLr3ELCiDm6qP5QAhcTGY81CjS0MZo1MwUTAdBgNVHQ4EFgQU+8NgVTLtfnmo
+Pu2RIa2Kpefm1cwHwYDVR0jBBgwFoAU+8NgVTLtfnmo+Pu2RIa2Kpefm1cwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiEA+YXNOoYA0ipm96zXl7lv
1UGxoDaC+9TQqJyKJlQXTQMCIBqagOAKzhQiLvvNqJ+dXbj/fGJOdGthrZv326r/
skEP
-----END CERTIFICATE-----`

/** A server with this certificate. */
async function siteWithCertificate(): Promise<string> {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (socket) => socket.on('error', () => {}).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

test('reports a TLS certificate that expires within two weeks, an unreachable one as unknown, and checks the data disk', async () => {
  const { deps } = await testAcademy()
  const of = async (publicUrl: string, days = 100) =>
    (await runSystemChecks({ ...deps.config, publicUrl }, new Date(ENDS - days * 86_400_000))).find(
      ({ name }) => name === 'certificate_ending',
    )
  const site = await siteWithCertificate()
  expect(await of(site, 15)).toMatchObject({ is: 'fine', text: expect.stringContaining('valid until 2126-10-29') })
  expect(await of(site, 9.5)).toMatchObject({
    is: 'wrong',
    text: expect.stringMatching(/^for localhost:\d+: expires on \S+, in 9 days\. Renew it/),
  })
  expect(await of(site, -1)).toMatchObject({ is: 'wrong', text: expect.stringMatching(/expired on/) })
  expect(await of('https://127.0.0.1:9')).toMatchObject({
    is: 'unknown',
    text: expect.stringContaining('ECONNREFUSED'),
  })
  // The alert about an expired certificate ends when the site no longer uses HTTPS.
  expect(await of('http://127.0.0.1:9')).toMatchObject({ is: 'fine' })

  const elsewhere = { ...deps.config, files: { kind: 'folder' as const, folder: '/proc/version/files' } }
  expect((await runSystemChecks(elsewhere, new Date()))[0]).toMatchObject({
    is: 'wrong',
    text: expect.stringContaining('FILES_URL'),
  })
})

test('reports a day in which more than 5% of the emails to members came back, and an unreadable mailbox', async () => {
  const academy = await testAcademy()
  const { pool, member, setTime } = academy
  setTime(new Date('2026-11-22T12:00:00Z'))
  const { id } = await member()
  const send = (count: number, bouncedAt: string | null, at = '2026-11-22T10:00:00Z') =>
    pool.query(
      `insert into mails (id, kind, member_id, address, subject, result, first_tried_at, tried_at, bounced_at)
        select gen_random_uuid(), 'send-receipt', $1, 'a@example.com', 'A', 'sent', $2, $2, $3 from generate_series(1, $4)`,
      [id, at, bouncedAt, count],
    )
  const found = async () => {
    const { is, text } = (await runCheck(academy, 'emails_returned')) ?? {}
    return [is, text]
  }
  expect(await found()).toEqual(['fine', 'none in the last day'])
  await send(30, '2026-11-21T11:30:00Z', '2026-11-21T11:00:00Z')
  await send(4, '2026-11-22T10:05:00Z')
  expect(await found()).toEqual(['fine', '4 in the last day'])
  await send(95, null)
  await send(1, '2026-11-22T10:05:00Z')
  expect(await found()).toEqual(['fine', '5 in the last day'])
  await send(1, '2026-11-22T10:05:00Z')
  expect(await found()).toEqual(['wrong', expect.stringContaining('6 of 101 emails in the last day came back')])
  await pool.query('delete from mails')
  await pool.query(
    `insert into bounce_mailboxes (name, failure, failing_since) values ('a', 'login', '2026-11-21T13:00:00Z')`,
  )
  expect(await found()).toMatchObject(['fine', expect.anything()])
  await pool.query(`update bounce_mailboxes set failing_since = '2026-11-21T11:00:00Z'`)
  expect(await found()).toEqual(['wrong', expect.stringContaining("can't be read (login)")])
})
