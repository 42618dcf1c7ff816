import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { reconcilePayments } from '#features/commerce/payments/payments.public.ts'
import { createStripePayments } from '#platform/payments.ts'
import { storeServiceSettings } from '#platform/services/stored-services.ts'
import { createSwitchablePayments, type PaymentsInUse } from '#platform/services/switchable-payments.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { startStripeEmulator } from '../../../../stripe-emulator/server.ts'
import { findKeyErrors } from './card-settings.rules.ts'
import { saveCardSettings } from './card-settings.service.ts'

const URL = '/Academy/api/studio/settings/payments/'
const PAY = '/Academy/create-payment-intent/'

async function setUp() {
  const academy = await testAcademy()
  const owner = academy.as(await academy.member({ role: 'owner' }))
  const { publishableKey: publishable_key, secretKey: secret_key, webhookSecret: webhook_secret } = academy.emulator
  return { ...academy, owner, keys: { publishable_key, secret_key, webhook_secret } }
}

test('an owner enters the keys; pages name the new key, and nothing returns a secret', async () => {
  const { owner, as, keys, emulator, pool, deps, runJobs, mailbox } = await setUp()
  const saved = await owner.post(URL, { ...keys, webhook_secret: '', revision: 'none' })
  expect(saved).toMatchObject({ status: 200, body: { message: expect.stringContaining('we added the webhook') } })
  const read = await owner.get(URL)
  expect(read.body).toMatchObject({
    state: 'used',
    publishable_key: emulator.publishableKey,
    secret_key: emulator.secretKey.slice(-4),
    webhook_secrets: [emulator.webhookSecret.slice(-4)],
    is_live: false,
    former_account: null,
  })
  expect((await as(undefined).get('/Academy/api/site/')).body.cards).toEqual({
    provider: 'stripe',
    publishableKey: emulator.publishableKey,
  })
  const checked = await owner.post(`${URL}check/`, {})
  expect(checked.body.findings).toContainEqual({ what: 'account', result: 'ok', text: 'it can charge cards' })
  expect(checked.body.findings.filter(({ result }: { result: string }) => result === 'wrong')).toEqual([])
  // The payment that was created to compare both accounts was canceled.
  const { rows: events } = await pool.query('select * from audit_events')
  const { rows: stored } = await pool.query('select t::text as line from service_settings t')
  await runJobs()
  const texts = [saved.text, read.text, checked.text, JSON.stringify([events, stored, await mailbox()])]
  for (const secret of [emulator.secretKey, emulator.webhookSecret]) {
    expect(deps.services.inUse.stripe).toMatchObject({ secretKey: emulator.secretKey })
    for (const text of texts) expect(text).not.toContain(secret)
  }
  // Only the webhook secret changes; the secret key stays.
  const { revision } = saved.body
  const again = await owner.post(URL, { ...keys, secret_key: '', webhook_secret: 'whsec_another_one', revision })
  expect(again.status).toBe(200)
  expect(deps.services.inUse.stripe?.webhookSecrets).toEqual(['whsec_another_one'])
  expect(await owner.post(URL, { ...keys, revision })).toMatchObject({ status: 503, body: { code: 'busy' } })
})

test('adds one webhook when two owners save at once, and none when the keys could not be stored', async () => {
  const { as, member, keys, emulator, deps, owner } = await setUp()
  const body = { ...keys, webhook_secret: '', revision: 'none' }
  const { jobs } = deps
  const enqueueAll = vi.spyOn(jobs, 'enqueueAll').mockRejectedValue(new Error('the database failed'))
  expect((await owner.post(URL, body)).status).toBe(500)
  expect(await listWebhooks(emulator)).toEqual([])
  enqueueAll.mockRestore()
  const other = as(await member({ role: 'owner' }))
  const replies = await Promise.all([owner.post(URL, body), other.post(URL, body)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 503])
  expect(await listWebhooks(emulator)).toEqual(['http://academy.test/webhooks/stripe'])
  expect(deps.services.inUse.stripe?.webhookSecrets).toEqual([emulator.webhookSecret])
})

async function listWebhooks({ url, secretKey }: { url: string; secretKey: string }): Promise<string[]> {
  const headers = { authorization: `Bearer ${secretKey}` }
  const { data } = (await (await fetch(`${url}/v1/webhook_endpoints`, { headers })).json()) as {
    data: { url: string }[]
  }
  return data.map((endpoint) => endpoint.url)
}

test('says when earlier payments were made with keys that are missing now', async () => {
  const { deps, keys, pool, member, course } = await setUp()
  const [{ id: memberId }, { id: productId }] = [await member(), await course()]
  await pool.query(
    `insert into purchases (member_id, product_id, list_price_cents, price_cents, currency, state, is_live,
       payment_intent_id, paid_at) values ($1, $2, 100, 100, 'usd', 'paid', true, 'pi_elsewhere', now())`,
    [memberId, productId],
  )
  const save = async (payments: typeof deps.payments, revision: string) =>
    saveCardSettings({ ...deps, payments }, { form: keys, revision, by: OPERATOR })
  const known = await save(deps.payments, 'none')
  expect(known.message).toBe('Saved. Stripe accepts the keys.')
  const { readIntent } = deps.payments
  const live = await save({ ...deps.payments, isLive: true, readIntent }, known.revision)
  expect(live.message).toContain('Some earlier payments can’t be refunded with these keys.')
})

test('keeps live keys if a buyer starts to pay while Stripe checks the test keys', async () => {
  const { deps, keys, pool, member, course, emulator } = await setUp()
  const [{ id: memberId }, { id: productId }] = [await member(), await course()]
  const settings = { publishableKey: 'pk_live_0123456789', accountId: null, accountName: '', isLive: true }
  const secrets = { secretKey: 'sk_live_0123456789', webhookSecrets: [] }
  const stored = { kind: 'cards', settings, secrets, now: deps.now() } as const
  const revision = await deps.db.transaction((tx) => storeServiceSettings(tx, deps.config, stored))
  const startToPay = () =>
    pool.query(
      `insert into purchases (member_id, product_id, list_price_cents, price_cents, currency, state, is_live,
         payment_intent_id) values ($1, $2, 100, 100, 'usd', 'pending', true, 'pi_live') on conflict do nothing`,
      [memberId, productId],
    )
  const slow = createServer((request, reply) => void startToPay().then(() => forward(request, reply, emulator.url)))
  slow.listen(0, '127.0.0.1')
  await once(slow, 'listening')
  onTestFinished(() => void slow.close())
  const { port } = slow.address() as AddressInfo
  const config = { ...deps.config, stripeApiUrl: `http://127.0.0.1:${port}` }
  await expect(saveCardSettings({ ...deps, config }, { form: keys, revision, by: OPERATOR })).rejects.toThrow(
    'Buyers are still paying with real cards (1 payment)',
  )
  const { rows } = await pool.query('select id from service_settings where replaced_at is null')
  expect(rows).toEqual([{ id: revision }])
})

async function forward(request: IncomingMessage, reply: ServerResponse, to: string): Promise<void> {
  const { method = '', url, headers } = request
  const body = method === 'POST' ? await text(request) : null
  const authorization = headers.authorization ?? ''
  const answer = await fetch(`${to}${url}`, { method, headers: { authorization }, body })
  reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
}

test('refuses wrong, mixed, foreign, and live keys by field, and stores nothing', async () => {
  const { owner, keys, emulator, pool, deps } = await setUp()
  const send = async (change: object) => (await owner.post(URL, { ...keys, revision: 'none', ...change })).body.fields
  expect(await send({ secret_key: 'sk_test_wrong_key' })).toMatchObject({
    secret_key: [expect.stringContaining('rejects')],
  })
  expect(await send({ publishable_key: 'pk_test_wrong_key' })).toMatchObject({
    publishable_key: [expect.stringContaining('rejects')],
  })
  expect(await send({ publishable_key: 'pk_live_0123456789' })).toMatchObject({
    secret_key: [expect.stringContaining('same mode')],
  })
  expect(await send({ publishable_key: 'pk_live_0123456789', secret_key: 'sk_live_0123456789' })).toMatchObject({
    secret_key: [expect.stringContaining('public server')],
  })
  const stranger = 'pk_test_of_another_account'
  await callEmulator(emulator, '/stand-in/behavior', { strangers_key: stranger })
  expect(await send({ publishable_key: stranger })).toMatchObject({
    publishable_key: [expect.stringContaining('different Stripe account')],
  })
  expect((await pool.query('select from service_settings')).rowCount).toBe(0)
  expect(deps.cards).toMatchObject({ provider: 'stand-in' })

  const known = { hasStoredKey: false }
  expect(
    findKeyErrors({ publishable_key: 'sk_test_0123456', secret_key: 'pk_test_0123456', webhook_secret: 'x' }, known),
  ).toEqual({
    publishable_key: [expect.stringContaining('secret key, which must stay secret')],
    secret_key: [expect.stringContaining('This is the publishable key')],
    webhook_secret: [expect.stringContaining('whsec_')],
  })
})

test('a payment that was under way when the account changed is settled in its own account; a new one uses the new account', async () => {
  const other = await startStripeEmulator({ folder: path.join('/tmp', `other-${process.pid}-${Date.now()}`) })
  onTestFinished(() => other.close())
  const inUse: PaymentsInUse[] = []
  const { emulator, as, member, course, deps, pool } = await testAcademy({
    change: (standard) => ({
      ...standard,
      payments: createSwitchablePayments(() => inUse[0] ?? { current: standard.payments, former: [] }),
    }),
  })
  const nurse = await member()
  const [one, two] = [await course(), await course()]
  const open = async (slug: string) => (await as(nurse).post(PAY, { courseId: slug })).body
  const paid = await open(one.slug)
  const waiting = await open(two.slug)
  await confirmCard(emulator, paid.clientSecret, { number: TEST_CARD.succeeds })
  const account = (place: typeof emulator) => createStripePayments({ secretKey: place.secretKey, apiUrl: place.url })
  inUse[0] = { current: account(other), former: [account(emulator)] }

  const intent = getIntentId(paid.clientSecret)
  const confirmed = await as(nurse).post(`/Academy/api/myAcademy/payment/${paid.myDocsID}/${intent}`)
  expect(confirmed.body).toMatchObject({ response: 'SUCCESS' })
  const again = await open(two.slug)
  // The new publishable key could not confirm the former account's payment.
  expect(again.clientSecret).not.toBe(waiting.clientSecret)
  expect(await hasPayment(other, getIntentId(again.clientSecret))).toBe(true)
  expect(await deps.payments.readIntent(getIntentId(waiting.clientSecret))).toMatchObject({ status: 'canceled' })
  const refund = await deps.payments.refundIntent(intent, { amount: 'rest', refundsBefore: 0 })
  expect(refund).toMatchObject({ status: 'succeeded' })
  await reconcilePayments(deps)
  const { rows } = await pool.query('select state from purchases order by created_at')
  expect(rows.map(({ state }) => state)).toEqual(['refunded', 'expired', 'pending'])
})

async function hasPayment({ url, secretKey }: { url: string; secretKey: string }, id: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${secretKey}` }
  return (await fetch(`${url}/v1/payment_intents/${id}`, { headers })).ok
}

test('saves nothing while Stripe does not answer', async () => {
  const broken = createServer((_, reply) => void reply.writeHead(503).end('{}')).listen(0, '127.0.0.1')
  await once(broken, 'listening')
  onTestFinished(() => void broken.close())
  const { port } = broken.address() as AddressInfo
  const { as, member, pool } = await testAcademy({ settings: { STRIPE_API_URL: `http://127.0.0.1:${port}` } })
  const owner = as(await member({ role: 'owner' }))
  const body = {
    publishable_key: 'pk_test_0123456789',
    secret_key: 'sk_test_0123456789',
    webhook_secret: '',
    revision: 'none',
  }
  expect(await owner.post(URL, body)).toMatchObject({ status: 503, body: { code: 'payment_provider_unavailable' } })
  expect((await pool.query('select from service_settings')).rowCount).toBe(0)
})

test('sales tax can be turned on only if Stripe can calculate it; turning it on again changes nothing', async () => {
  const { owner, keys, emulator, pool } = await setUp()
  const turn = (isOn: boolean) => owner.post(`${URL}tax/`, { is_tax_added: isOn })
  expect(await turn(true)).toMatchObject({ status: 409, body: { message: 'Save your Stripe keys first.' } })
  await owner.post(URL, { ...keys, revision: 'none' })
  await callEmulator(emulator, '/stand-in/behavior', { tax_lacks: 'head_office' })
  expect(await turn(true)).toMatchObject({ status: 409, body: { message: expect.stringContaining('not turned on') } })
  await callEmulator(emulator, '/stand-in/behavior', { tax_lacks: '' })
  expect((await turn(true)).body).toEqual({ message: 'Sales tax is on.' })
  expect((await turn(true)).status).toBe(200)
  expect((await owner.get(URL)).body.is_tax_added).toBe(true)
  expect((await turn(false)).body).toEqual({ message: 'Sales tax is off.' })
  const { rows } = await pool.query(`select after from audit_events where kind = 'site.saved' order by id`)
  expect(rows).toEqual([{ after: { automatic_tax: true } }, { after: { automatic_tax: false } }])
})
