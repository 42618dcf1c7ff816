import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { sendPasswordReset } from '#features/people/accounts/accounts.queues.ts'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { providerEvents } from '#db/tables/sales.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { siteSettings } from '#db/tables/site.ts'
import { readConfig } from '#platform/config.ts'
import { testAcademy } from '../../test/harness/academy.ts'
import { emptyDatabase, testDatabase } from '../../test/harness/database.ts'
import { callEmulator } from '../../test/harness/stripe-emulator-control.ts'
import { runChecks } from './doctor.ts'
import { isEveryChange } from '../../test/harness/long-test.ts'

const OUR_WEBHOOK = 'http://academy.test/webhooks/stripe'

async function createSettings(changed: Record<string, string> = {}, site?: { automatic_tax: boolean }) {
  const { folder, emulator, db } = await testAcademy()
  if (site) await db.insert(siteSettings).values({ settings: site })
  await callEmulator(emulator, '/v1/webhook_endpoints', { url: OUR_WEBHOOK, 'enabled_events[0]': '*' })
  return readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: await testDatabase(),
    PUBLIC_URL: 'http://academy.test',
    STRIPE_SECRET_KEY: emulator.secretKey,
    STRIPE_PUBLISHABLE_KEY: emulator.publishableKey,
    STRIPE_API_URL: emulator.url,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    ...changed,
  })
}

const failedFindings = (findings: Awaited<ReturnType<typeof runChecks>>) =>
  findings.filter(({ isWrong }) => isWrong).map(({ what, text }) => `${what}: ${text}`)

test('prints one good line for each part of a healthy academy', async () => {
  const findings = await runChecks(await createSettings())
  expect(failedFindings(findings)).toEqual([])
  expect(findings.map(({ what }) => what)).toEqual([
    'database',
    'payments',
    'refunds',
    'disputes',
    'jobs',
    'failed jobs',
    'alerts',
    'email delivery',
    'returned emails',
    'backup',
    'former address',
    'certificate signing',
    'events',
    'secret key',
    'publishable key',
    'account',
    'webhook',
    'clock',
    'email',
    'files',
    'disk',
    'TLS certificate',
    'mode',
    'webhook secret',
    'address',
  ])
})

test('names each issue with what to fix', async () => {
  const config = await createSettings({
    STRIPE_SECRET_KEY: 'sk_test_wrong',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_wrong',
    STRIPE_WEBHOOK_SECRET: 'sk_test_wrong',
    SMTP_URL: 'smtp://office:secret@127.0.0.1:9',
    FILES_URL: 's3://academy?endpoint=http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  })
  const found = failedFindings(await runChecks(config))
  expect(found).toEqual([
    expect.stringMatching(/^secret key: .*rejects the secret key/),
    expect.stringMatching(/^email: 127\.0\.0\.1:9 .*(ECONNREFUSED|ESOCKET).*SMTP_URL/),
    expect.stringMatching(/^files: the storage at 127\.0\.0\.1:9 is not responding/),
    expect.stringMatching(/^webhook secret: .*whsec_/),
  ])
  expect(found.join()).not.toContain('secret@')
})

test('reports an unavailable provider and a database that is down, too', async () => {
  const config = await createSettings({
    STRIPE_API_URL: 'http://127.0.0.1:9',
    DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:9/nothing',
    STRIPE_WEBHOOK_SECRET: '',
  })
  const found = failedFindings(await runChecks(config))
  expect(found).toEqual([
    expect.stringMatching(/^database: The database server at 127\.0\.0\.1:9 is not responding\. Start it/),
    expect.stringMatching(/^Stripe: 127\.0\.0\.1:9 can't be reached/),
    expect.stringMatching(/^webhook secret: .*missing/),
  ])
  expect(found.join()).not.toContain('secret@')
})

test('names overdue jobs with their number and age, and where to look', async () => {
  const config = await createSettings()
  const { db, deps, pool } = await testAcademy()
  await db.transaction(async (tx) => {
    for (const request of [randomUUID(), randomUUID()])
      await deps.jobs.enqueue(tx, sendPasswordReset, { memberId: null, request })
  })
  expect(failedFindings(await runChecks(config))).toEqual([])
  await pool.query(
    `update pgboss.job set created_on = now() - interval '3 hours', start_after = now() - interval '3 hours'`,
  )
  expect(failedFindings(await runChecks(config))).toEqual([
    expect.stringMatching(/^jobs: delayed: send-password-reset \(2 waiting, 3 hours old\).*log.*mail server/),
  ])
})

test('a received event shows that the webhook works; a sale without an event shows that it does not', async () => {
  const config = await createSettings()
  const { db, member, course, purchase, setTime } = await testAcademy()
  const said = async () => (await runChecks(config)).find(({ what }) => what === 'events')
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const sell = async (minutes: number) => {
    setTime(minutesAgo(minutes))
    await purchase((await member()).id, (await course()).id)
  }
  expect(await said()).toMatchObject({ isWrong: false, text: expect.stringContaining('none yet') })
  await sell(2)
  expect(await said()).toMatchObject({ isWrong: false })
  await sell(90)
  const never = /^none are arriving: 1 sale so far, and no events\. .*academy\.test\/webhooks\/stripe .*webhook secret/
  expect(await said()).toMatchObject({ isWrong: true, text: expect.stringMatching(never) })

  const found = { id: 'evt_found', type: 'payment_intent.succeeded', receivedAt: minutesAgo(60) }
  await db.insert(providerEvents).values([found, { ...found, id: 'evt_came', arrivedAt: minutesAgo(80) }])
  expect(await said()).toMatchObject({
    isWrong: false,
    text: expect.stringMatching(/^the last one arrived 80 minutes ago/),
  })
  await sell(40)
  const stopped = /^none are arriving: the last one arrived 80 minutes ago .*, before 1 sale[.]/
  expect(await said()).toMatchObject({ isWrong: true, text: expect.stringMatching(stopped) })
})

test('measures a wrong clock against the provider’s', async () => {
  const config = await createSettings()
  const { now } = Date
  Date.now = () => now() + 10 * 60_000
  onTestFinished(() => {
    Date.now = now
  })
  expect(failedFindings(await runChecks(config))).toContainEqual(
    expect.stringMatching(/^clock: differs from Stripe's clock by \d+ seconds/),
  )
})

/** Calls the emulator that the settings point to: its control API by default, or a path of Stripe's API. */
async function configureEmulator(
  { stripe }: Awaited<ReturnType<typeof createSettings>>,
  fields: Record<string, string>,
  call = '/stand-in/behavior',
) {
  return callEmulator({ url: stripe?.apiUrl ?? '', secretKey: stripe?.secretKey ?? '' }, call, fields)
}

test.skipIf(isEveryChange)('checks the tax settings if tax is added to prices', async () => {
  const findings = await runChecks(await createSettings({}, { automatic_tax: true }))
  expect(findings).toContainEqual({ what: 'tax', isWrong: false, text: expect.stringContaining('complete') })

  for (const [behavior, said] of [
    [{ tax_lacks: 'head_office' }, 'lack head_office'],
    [{ refused: '/v1/tax/settings=403' }, 'is not allowed to read the tax settings'],
    [{ refused: '/v1/tax/settings=500' }, 'returned status 500'],
    [{ refused: '/v1/tax/calculations=403' }, 'is not allowed to write Tax Calculations'],
    [{ refused: '/v1/tax/transactions/create_from_calculation=403' }, 'is not allowed to write Tax Transactions'],
  ] as const) {
    const taxed = await createSettings({}, { automatic_tax: true })
    await configureEmulator(taxed, behavior)
    expect(failedFindings(await runChecks(taxed))).toEqual([expect.stringContaining(said)])
  }
  const untaxed = await createSettings()
  await configureEmulator(untaxed, { tax_lacks: 'head_office' })
  expect(failedFindings(await runChecks(untaxed))).toEqual([])
})

test('checks a restricted key for each permission that settling needs', async () => {
  const config = await createSettings()
  await configureEmulator(config, { refused: '/v1/events=403,/v1/charges=403,/v1/refunds=403' })
  expect(failedFindings(await runChecks(config))).toEqual([
    expect.stringMatching(
      /^secret key: it is not allowed to read Events, read Charges, write Refunds\. .*Events, Charges, and Disputes\. Change its permissions in the Stripe Dashboard/,
    ),
  ])
})

test('reports each missing permission of a restricted key by name', async () => {
  const config = await createSettings()
  await configureEmulator(config, { refused: '/v1/account=403,/v1/webhook_endpoints=403' })
  const findings = await runChecks(config)
  expect(failedFindings(findings)).toEqual([])
  expect(findings.filter(({ isUnknown }) => isUnknown).map(({ what, text }) => `${what}: ${text}`)).toEqual([
    expect.stringMatching(/^account: could not be checked: allow Accounts \(read\)/),
    expect.stringMatching(/^webhook: could not be checked: allow Webhook Endpoints \(read\)/),
  ])
  const guide = await readFile('docs/payments.md', 'utf8')
  for (const right of [
    'PaymentIntents',
    'Refunds',
    'Customers',
    'Events',
    'Charges',
    'Disputes',
    'Accounts',
    'Webhook Endpoints',
  ])
    expect(guide.split('\n4. ')[0]).toContain(right)
})

test('reports a key that may not write customers, because payments then name no buyer', async () => {
  const config = await createSettings()
  await configureEmulator(config, { writes_customers: 'false' })
  expect(failedFindings(await runChecks(config))).toEqual([
    expect.stringMatching(
      /^customers: the secret key is not allowed to write Customers, .*Change its permissions there/,
    ),
  ])
})

test('names keys of two accounts, an account that may not charge, and a webhook that leads nowhere', async () => {
  const config = await createSettings({ STRIPE_PUBLISHABLE_KEY: 'pk_test_of_another_account' })
  await configureEmulator(config, { amount: '900', currency: 'usd' }, '/v1/payment_intents')
  await configureEmulator(config, { charges_enabled: 'false', strangers_key: 'pk_test_of_another_account' })
  const elsewhere = { ...config, publicUrl: 'http://elsewhere.test' }
  expect(failedFindings(await runChecks(elsewhere))).toEqual([
    expect.stringMatching(/^publishable key: it belongs to a different account/),
    expect.stringMatching(/^account: it can't charge cards yet/),
    expect.stringMatching(/^webhook: Stripe has no webhook for http:\/\/elsewhere\.test\/webhooks\/stripe/),
  ])
  const events = { url: 'http://elsewhere.test/webhooks/stripe', 'enabled_events[0]': 'charge.refunded' }
  const { id } = await configureEmulator(config, events, '/v1/webhook_endpoints')
  const last = async () => failedFindings(await runChecks(elsewhere)).at(-1)
  expect(await last()).toMatch(/^webhook: these events are missing: payment_intent\.succeeded, /)
  await configureEmulator(config, { disabled: 'true' }, `/v1/webhook_endpoints/${id}`)
  expect(await last()).toMatch(/^webhook: it is turned off/)
})

/** The entire content of a database, including its jobs and queues. */
async function dumpDatabase(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const dump: string[] = []
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`select t::text as line from ${name} t order by 1`)
    dump.push(name, ...rows.map(({ line }) => line))
  }
  await client.end()
  return dump
}

test('changes nothing: not in an outdated database, not in one in use, not in the folders', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const behind = await emptyDatabase()
  await migrateDatabase(behind, { count: 20 })
  const settled = { DATA_DIR: folder, FILES_URL: `file:${folder}/no/files`, APP_SECRET: 's'.repeat(32) }
  const config = await createSettings(settled)
  const { db, deps } = await testAcademy()
  await db.transaction((tx) => deps.jobs.enqueue(tx, sendPasswordReset, { memberId: null, request: randomUUID() }))
  // Running jobs update their queues continuously.
  await deps.jobs.stop()
  onTestFinished(() => deps.jobs.start({ work: false }))
  const about = async (databaseUrl: string) => {
    const before = await dumpDatabase(databaseUrl)
    const findings = await runChecks({ ...config, databaseUrl })
    expect(await dumpDatabase(databaseUrl)).toEqual(before)
    return findings.find(({ what }) => what === 'database')
  }
  const missing = /lacks \d+ migrations that this version needs\. Start the academy/
  expect(await about(behind)).toMatchObject({ isWrong: true, text: expect.stringMatching(missing) })
  expect(await about(await testDatabase())).toMatchObject({ isWrong: false })
  expect(await readdir(folder)).toEqual([])
})

test('production with test keys, the embedded database, or a published secret is reported unless explicitly accepted', async () => {
  const { folder, emulator } = await testAcademy()
  const own = path.join(folder, 'production')
  await (await startEmbeddedServer(own)).stop()
  const live = {
    NODE_ENV: 'production',
    DATA_DIR: own,
    PUBLIC_URL: 'https://academy.test',
    APP_SECRET: 'changeme'.repeat(5),
    STRIPE_SECRET_KEY: emulator.secretKey,
    STRIPE_PUBLISHABLE_KEY: emulator.publishableKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'office@academy.test',
  }
  const named = async (changed: Record<string, string>) => {
    // The test environment has no TLS.
    const config = readConfig({ ...live, ...changed })
    const stripe = config.stripe && { ...config.stripe, apiUrl: emulator.url }
    return (await runChecks({ ...config, stripe })).filter(({ isWrong }) => isWrong).map(({ what }) => what)
  }
  const expectedWarnings = ['embedded database', 'proxies', 'secret', 'mode']
  expect(await named({})).toEqual(expect.arrayContaining(expectedWarnings))
  const knowingly = {
    EMBEDDED_DATABASE: 'accepted',
    TRUSTED_PROXIES: '127.0.0.1',
    APP_SECRET: 'kV3uG1mX0aQ9tZ7pR5sB2nC8wE4yH6jL',
  }
  expect((await named(knowingly)).filter((what) => expectedWarnings.includes(what))).toEqual(['mode'])
})
