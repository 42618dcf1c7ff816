import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendPasswordReset } from '#features/accounts/accounts.jobs.ts'
import { providerEvents } from '#db/tables/ownership.ts'
import { siteSettings } from '#db/tables/site.ts'
import { readConfig } from '#platform/config.ts'
import { testAcademy } from '../../test/academy.ts'
import { testDatabase } from '../../test/database.ts'
import { examine } from './doctor.ts'

async function settings(changed: Record<string, string> = {}, site?: { automatic_tax: boolean }) {
  const { folder, standIn, db } = await testAcademy()
  if (site) await db.insert(siteSettings).values({ settings: site })
  return readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    DATABASE_URL: await testDatabase(),
    PUBLIC_URL: 'http://academy.test',
    STRIPE_SECRET_KEY: standIn.secretKey,
    STRIPE_PUBLISHABLE_KEY: standIn.publishableKey,
    STRIPE_API_URL: standIn.url,
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
    ...changed,
  })
}

const wrongIn = (findings: Awaited<ReturnType<typeof examine>>) =>
  findings.filter(({ isWrong }) => isWrong).map(({ what, text }) => `${what}: ${text}`)

test('an academy in order has one good line for each part', async () => {
  const findings = await examine(await settings())
  expect(wrongIn(findings)).toEqual([])
  expect(findings.map(({ what }) => what)).toEqual([
    'database',
    'jobs',
    'failed jobs',
    'events',
    'secret key',
    'publishable key',
    'clock',
    'mail',
    'files',
    'disk',
    'mode',
    'webhook secret',
    'address',
  ])
})

test('each thing that is wrong is named, with what to mend', async () => {
  const config = await settings({
    STRIPE_SECRET_KEY: 'sk_test_wrong',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_wrong',
    STRIPE_WEBHOOK_SECRET: 'sk_test_wrong',
    SMTP_URL: 'smtp://office:secret@127.0.0.1:9',
    FILES_URL: 's3://academy?endpoint=http://127.0.0.1:9',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
  })
  const found = wrongIn(await examine(config))
  expect(found).toEqual([
    expect.stringMatching(/^secret key: .*refuses STRIPE_SECRET_KEY/),
    expect.stringMatching(/^mail: 127\.0\.0\.1:9 .*(ECONNREFUSED|ESOCKET).*SMTP_URL/),
    expect.stringMatching(/^files: the storage at 127\.0\.0\.1:9 does not answer/),
    expect.stringMatching(/^webhook secret: .*whsec_/),
  ])
  expect(found.join()).not.toContain('secret@')
})

test('a provider that is away and a database that is down are told, too', async () => {
  const config = await settings({
    STRIPE_API_URL: 'http://127.0.0.1:9',
    DATABASE_URL: 'postgresql://nobody:secret@127.0.0.1:9/nothing',
    STRIPE_WEBHOOK_SECRET: '',
  })
  const found = wrongIn(await examine(config))
  expect(found).toEqual([
    expect.stringMatching(/^database: DATABASE_URL can't be used \(.*ECONNREFUSED/),
    expect.stringMatching(/^card provider: 127\.0\.0\.1:9 can't be reached/),
    expect.stringMatching(/^webhook secret: .*missing/),
  ])
  expect(found.join()).not.toContain('secret@')
})

test('jobs that should long be done are named with their number and age, and what to look at', async () => {
  const config = await settings()
  const { db, deps, pool } = await testAcademy()
  await db.transaction(async (tx) => {
    for (const request of [randomUUID(), randomUUID()])
      await deps.jobs.enqueue(tx, sendPasswordReset, { memberId: null, request })
  })
  expect(wrongIn(await examine(config))).toEqual([])
  await pool.query(`update pgboss.job set created_on = now() - interval '3 hours'`)
  expect(wrongIn(await examine(config))).toEqual([
    expect.stringMatching(/^jobs: not done yet: send-password-reset \(2 waiting, 3 hours old\).*log.*mail server/),
  ])
})

test('the webhook is known to work by an event that came, and not to by a sale without one', async () => {
  const config = await settings()
  const { db, member, course, purchase, setTime } = await testAcademy()
  const said = async () => (await examine(config)).find(({ what }) => what === 'events')
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const sell = async (minutes: number) => {
    setTime(minutesAgo(minutes))
    await purchase((await member()).id, (await course()).id)
  }
  expect(await said()).toMatchObject({ isWrong: false, text: expect.stringContaining('none has come yet') })
  await sell(2)
  expect(await said()).toMatchObject({ isWrong: false })
  await sell(90)
  const never =
    /^none arrives: 1 sale so far, and not one event\. .*academy\.test\/webhooks\/stripe .*STRIPE_WEBHOOK_SECRET/
  expect(await said()).toMatchObject({ isWrong: true, text: expect.stringMatching(never) })

  const found = { id: 'evt_found', type: 'payment_intent.succeeded', receivedAt: minutesAgo(60) }
  await db.insert(providerEvents).values([found, { ...found, id: 'evt_came', arrivedAt: minutesAgo(80) }])
  expect(await said()).toMatchObject({
    isWrong: false,
    text: expect.stringMatching(/^the last one came 80 minutes ago/),
  })
  await sell(40)
  const stopped = /^none arrives: 1 sale since, and the last one came 80 minutes ago/
  expect(await said()).toMatchObject({ isWrong: true, text: expect.stringMatching(stopped) })
})

test('a clock that is off is measured against the provider’s', async () => {
  const config = await settings()
  const { now } = Date
  Date.now = () => now() + 10 * 60_000
  onTestFinished(() => {
    Date.now = now
  })
  expect(wrongIn(await examine(config))).toContainEqual(expect.stringMatching(/^clock: \d+ seconds off/))
})

/** A card provider that answers these calls so, and knows nothing else. */
async function providerWith(answers: Record<string, { status: number; body?: object }>): Promise<string> {
  const server = createServer((request, reply) => {
    const { status, body = {} } = answers[request.url?.split('?')[0] ?? ''] ?? { status: 404 }
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('where tax is added to prices, the tax settings are looked at', async () => {
  const findings = await examine(await settings({}, { automatic_tax: true }))
  expect(findings).toContainEqual({ what: 'tax', isWrong: false, text: expect.stringContaining('complete') })

  const pending = { status: 'pending', status_details: { pending: { missing_fields: ['head_office'] } } }
  for (const [status, reply, said] of [
    [200, pending, 'lack head_office'],
    [403, {}, 'may not read the tax settings'],
    [500, {}, 'answer with status 500'],
  ] as const) {
    const away = { STRIPE_API_URL: await providerWith({ '/v1/tax/settings': { status, body: reply } }) }
    const found = wrongIn(await examine(await settings(away, { automatic_tax: true })))
    expect(found).toEqual([expect.stringContaining(said)])
    expect(wrongIn(await examine(await settings(away)))).toEqual([])
  }
})

test('a restricted key is asked for each right that settling needs', async () => {
  const refusing = await providerWith({
    '/v1/events': { status: 403 },
    '/v1/charges': { status: 403 },
    '/v1/refunds': { status: 403 },
  })
  expect(wrongIn(await examine(await settings({ STRIPE_API_URL: refusing })))).toEqual([
    expect.stringMatching(
      /^secret key: STRIPE_SECRET_KEY may not read Events, read Charges, write Refunds\. .*Events, Charges and Disputes$/,
    ),
  ])
})

test('a key that may not write customers is told so, since payments then name no buyer', async () => {
  const config = await settings({ STRIPE_API_URL: await providerWith({ '/v1/customers/cus_doctor': { status: 403 } }) })
  expect(wrongIn(await examine(config))).toEqual([
    expect.stringMatching(/^customers: STRIPE_SECRET_KEY may not write Customers, .*Allow it there/),
  ])
})

test('keys of two accounts, an account that may not charge and a webhook that leads nowhere are named', async () => {
  const intents = { data: [{ id: 'pi_1', client_secret: 'pi_1_secret_2' }] }
  const other = { url: 'http://elsewhere.test/webhooks/stripe', status: 'enabled', enabled_events: ['*'] }
  const provider = { '/v1/payment_intents': { status: 200, body: intents } }
  const found = async (endpoints: object[], charges_enabled: boolean) => {
    const url = await providerWith({
      ...provider,
      '/v1/account': { status: 200, body: { charges_enabled } },
      '/v1/webhook_endpoints': { status: 200, body: { data: endpoints } },
    })
    return wrongIn(await examine(await settings({ STRIPE_API_URL: url })))
  }
  expect(await found([other], false)).toEqual([
    expect.stringMatching(/^publishable key: it is of another account/),
    expect.stringMatching(/^account: it may not charge cards yet/),
    expect.stringMatching(/^webhook: the card provider has none for http:\/\/academy\.test\/webhooks\/stripe/),
  ])
  const ours = { ...other, url: 'http://academy.test/webhooks/stripe', enabled_events: ['charge.refunded'] }
  expect((await found([ours], true)).at(-1)).toMatch(/^webhook: it lacks the events payment_intent\.succeeded, /)
})
