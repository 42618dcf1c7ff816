import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authenticateCard, confirmCard, TEST_CARD } from '../test/harness/card-browser.ts'
import { type RecordedStripeEmulator, startRecordedStripeEmulator } from '../test/harness/recorded-stripe-emulator.ts'
import { callEmulator } from '../test/harness/stripe-emulator-control.ts'
import { findRunningEmulator } from './address.ts'
import { parseForm } from './form.ts'
import { startStripeEmulator } from './server.ts'

let emulator: RecordedStripeEmulator
let stripe: Stripe

beforeEach(async () => {
  emulator = await startRecordedStripeEmulator()
  stripe = sdkFor(emulator)
})
// Closing also checks every request and response against the provider's API description.
afterEach(() => emulator.close())

function sdkFor({ url, secretKey }: { url: string; secretKey: string }): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

async function newIntent(amount = 14_900) {
  const intent = await stripe.paymentIntents.create({
    amount,
    currency: 'usd',
    allowed_payment_method_types: ['card', 'link'],
    metadata: { purchase_id: 'p1' },
  })
  return { id: intent.id, clientSecret: intent.client_secret ?? '' }
}

describe('customers', () => {
  test('are created, read, updated, used in payments, and deleted; a deleted one cannot be used any more', async () => {
    const { id } = await stripe.customers.create({ email: 'nora@example.com', metadata: { member_id: 'm1' } })
    const updated = await stripe.customers.update(id, { name: 'Nora', metadata: { note: 'x' } })
    expect(updated).toMatchObject({ email: 'nora@example.com', name: 'Nora', metadata: { member_id: 'm1', note: 'x' } })
    emulator = await emulator.restart()
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, livemode: false, name: 'Nora' })

    const order = { amount: 900, currency: 'usd', customer: id }
    const { id: intentId, client_secret: secret } = await stripe.paymentIntents.create(order)
    await confirmCard(emulator, secret ?? '', { number: TEST_CARD.succeeds })
    const paid = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({ customer: id, latest_charge: { customer: id } })

    expect(await stripe.customers.del(id)).toEqual(expect.objectContaining({ id, object: 'customer', deleted: true }))
    expect(await stripe.customers.retrieve(id)).toMatchObject({ id, deleted: true })
    const missing = { code: 'resource_missing', statusCode: 404 }
    await expect(stripe.customers.del(id)).rejects.toMatchObject(missing)
    await expect(stripe.customers.update('cus_no', {})).rejects.toMatchObject(missing)
    const named = { code: 'resource_missing', statusCode: 400, param: 'customer' }
    await expect(stripe.paymentIntents.create(order)).rejects.toMatchObject(named)
    await expect(stripe.customers.create({ email: 'nora' })).rejects.toMatchObject({ code: 'email_invalid' })
    const events = await stripe.events.list({ types: ['customer.created', 'customer.updated', 'customer.deleted'] })
    expect(events.data).toHaveLength(3)
  })
})

describe('intents', () => {
  test('are created, read, updated, and canceled by the official SDK', async () => {
    const { id } = await newIntent()
    const read = await stripe.paymentIntents.retrieve(id)
    expect(read).toMatchObject({ amount: 14_900, currency: 'usd', status: 'requires_payment_method', livemode: false })
    expect(read.metadata).toEqual({ purchase_id: 'p1' })

    const updated = await stripe.paymentIntents.update(id, { amount: 5_000, metadata: { note: 'x' } })
    expect(updated).toMatchObject({ amount: 5_000, metadata: { purchase_id: 'p1', note: 'x' } })

    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect(canceled.status).toBe('canceled')
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  test('repeat their reply for the same idempotency key, and reject other parameters under it', async () => {
    const order = { amount: 900, currency: 'usd' }
    const first = await stripe.paymentIntents.create(order, { idempotencyKey: 'k' })
    const again = await stripe.paymentIntents.create(order, { idempotencyKey: 'k' })
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    const other = stripe.paymentIntents.create({ ...order, amount: 901 }, { idempotencyKey: 'k' })
    await expect(other).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
  })

  test('reject unknown, missing, and invalid parameters by name', async () => {
    const create = async (body: string) => {
      const response = await fetch(`${emulator.url}/v1/payment_intents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${emulator.secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      })
      return { status: response.status, ...((await response.json()) as { error: { code: string; param: string } }) }
    }
    expect(await create('amount=900')).toMatchObject({
      status: 400,
      error: { code: 'parameter_missing', param: 'currency' },
    })
    expect(await create('amount=9.5&currency=usd')).toMatchObject({ error: { code: 'parameter_invalid_integer' } })
    expect(await create('amount=49&currency=usd')).toMatchObject({ error: { code: 'amount_too_small' } })
    const both = 'automatic_payment_methods[enabled]=true&allowed_payment_method_types[0]=card'
    expect(await create(`amount=900&currency=usd&${both}`)).toMatchObject({ status: 400 })
    const unknown = await create('amount=900&currency=usd&color=red')
    expect(unknown).toMatchObject({ error: { code: 'parameter_unknown', param: 'color' } })
    // That request was meant to violate the provider's description.
    emulator.exchanges.length = 0
  })
})

describe('keys', () => {
  test('a wrong key is rejected without being repeated', async () => {
    const stranger = sdkFor({ url: emulator.url, secretKey: 'sk_test_wrong_key' })
    const refused = stranger.paymentIntents.retrieve('pi_x')
    await expect(refused).rejects.toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
    await expect(refused).rejects.not.toThrow(/wrong_key/)
  })

  test('a browser reads an intent with its client secret, without the shop’s own fields', async () => {
    const { id, clientSecret } = await newIntent()
    const read = (secret: string) =>
      fetch(`${emulator.url}/v1/payment_intents/${id}?key=${emulator.publishableKey}&client_secret=${secret}`)
    const seen = await read(clientSecret)
    expect(seen.headers.get('access-control-allow-origin')).toBe('*')
    const body = await seen.json()
    expect(body).toMatchObject({ id, client_secret: clientSecret })
    expect(body).not.toHaveProperty('metadata')
    expect((await read(`${id}_secret_guess`)).status).toBe(400)
  })

  test('a publishable key can neither create nor cancel', async () => {
    const { id } = await newIntent()
    const browser = sdkFor({ url: emulator.url, secretKey: emulator.publishableKey })
    await expect(browser.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 401 })
    await expect(browser.events.list()).rejects.toMatchObject({ statusCode: 401 })
  })

  test('basic authentication works too; another host name, or a proxy, does not', async () => {
    const { id } = await newIntent()
    const authorization = `Basic ${Buffer.from(`${emulator.secretKey}:`).toString('base64')}`
    const statusWith = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve) => {
        get(`${emulator.url}/v1/payment_intents/${id}`, { headers: { authorization, ...headers } }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
      })
    expect(await statusWith({})).toBe(200)
    expect(await statusWith({ host: 'elsewhere.example' })).toBe(403)
    expect(await statusWith({ 'x-forwarded-for': '127.0.0.1' })).toBe(403)
  })
})

describe('cards', () => {
  test('4242… succeeds and leaves a charge with brand and last four digits', async () => {
    const { id, clientSecret } = await newIntent()
    expect(await confirmCard(emulator, clientSecret, { number: '4242 4242 4242 4242' })).toMatchObject({
      status: 'succeeded',
    })
    const intent = await stripe.paymentIntents.retrieve(id)
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 14_900 })
    const charge = await stripe.charges.retrieve(intent.latest_charge as string)
    expect(charge).toMatchObject({ paid: true, payment_intent: id, metadata: { purchase_id: 'p1' } })
    expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242' })
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  test.each([
    [TEST_CARD.declined, 'generic_decline'],
    [TEST_CARD.lacksFunds, 'insufficient_funds'],
    ['4111111111111111', 'test_mode_live_card'],
  ])('%s is declined with %s, and another card may follow', async (number, declineCode) => {
    const { id, clientSecret } = await newIntent()
    const reply = await confirmCard(emulator, clientSecret, { number })
    expect(reply.error).toMatchObject({ type: 'card_error', code: 'card_declined', decline_code: declineCode })
    const intent = await stripe.paymentIntents.retrieve(id)
    expect(intent).toMatchObject({ status: 'requires_payment_method', amount_received: 0 })
    expect(intent.last_payment_error).toMatchObject({ decline_code: declineCode })
    expect(await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })).toMatchObject({
      status: 'succeeded',
    })
  })

  test.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ number: '12' }, 'incorrect_number'],
    [{ number: TEST_CARD.succeeds, exp_year: '20' }, 'invalid_expiry_year'],
    [{ number: TEST_CARD.succeeds, exp_month: '13' }, 'invalid_expiry_month'],
    [{ number: TEST_CARD.succeeds, cvc: '12' }, 'invalid_cvc'],
  ])('%o is rejected with %s', async (card, code) => {
    const { clientSecret } = await newIntent()
    expect((await confirmCard(emulator, clientSecret, card)).error).toMatchObject({ type: 'card_error', code })
  })

  test('3-D Secure asks first: completed, it succeeds; failed, it requires another card', async () => {
    const { id, clientSecret } = await newIntent()
    const asking = await confirmCard(emulator, clientSecret, { number: TEST_CARD.asksForAuthentication })
    expect(asking).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(await authenticateCard(emulator, clientSecret, 'fail')).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    })
    expect((await authenticateCard(emulator, clientSecret, 'complete')).error?.code).toBe(
      'payment_intent_unexpected_state',
    )
    expect((await stripe.paymentIntents.retrieve(id)).latest_charge).toBeNull()

    await confirmCard(emulator, clientSecret, { number: TEST_CARD.asksForAuthentication })
    expect(await authenticateCard(emulator, clientSecret, 'complete')).toMatchObject({ status: 'succeeded' })
  })
})

test('events are listed newest first, by type and page', async () => {
  const { id, clientSecret } = await newIntent()
  await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
  const all = await stripe.events.list({ limit: 10 })
  expect(all.data.map((event) => event.type)).toEqual([
    'payment_intent.succeeded',
    'charge.succeeded',
    'payment_intent.created',
  ])
  const [newest] = all.data
  expect(await stripe.events.retrieve(newest?.id ?? '')).toMatchObject({
    data: { object: { id, status: 'succeeded' } },
  })
  const created = await stripe.events.list({ type: 'payment_intent.created', created: { gte: 1 } })
  expect(created.data).toHaveLength(1)
  const older = await stripe.events.list({ limit: 1, starting_after: newest?.id ?? '' })
  expect(older).toMatchObject({ has_more: true, data: [{ type: 'charge.succeeded' }] })
})

describe('the journal', () => {
  test('keeps everything over a restart: keys, intents, stored replies, a waiting card', async () => {
    const first = await stripe.paymentIntents.create({ amount: 900, currency: 'usd' }, { idempotencyKey: 'k' })
    await confirmCard(emulator, first.client_secret ?? '', { number: TEST_CARD.asksForAuthentication })
    const { secretKey } = emulator
    emulator = await emulator.restart()
    expect(emulator.secretKey).toBe(secretKey)
    const again = await stripe.paymentIntents.create({ amount: 900, currency: 'usd' }, { idempotencyKey: 'k' })
    expect(again.id).toBe(first.id)
    expect(await authenticateCard(emulator, first.client_secret ?? '', 'complete')).toMatchObject({
      status: 'succeeded',
    })
  })

  test('survives kill -9 and a torn last line', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stand-in-killed-'))
    const script = `import { startStripeEmulator } from ${JSON.stringify(new URL('server.ts', import.meta.url).href)}
      console.log(JSON.stringify(await startStripeEmulator({ folder: ${JSON.stringify(folder)} })))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const line = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data))))
    const place = JSON.parse(line) as { url: string; secretKey: string }
    const intent = await sdkFor(place).paymentIntents.create({ amount: 900, currency: 'usd' })
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    appendFileSync(path.join(folder, 'journal.jsonl'), '[{"intent":{"id":"pi_to')

    for (let round = 0; round < 2; round++) {
      const next = await startStripeEmulator({ folder })
      expect((await sdkFor(next).paymentIntents.retrieve(intent.id)).amount).toBe(900)
      await sdkFor(next).paymentIntents.create({ amount: 800, currency: 'usd' })
      await next.close()
    }
    rmSync(folder, { recursive: true })
  })
})

describe('the check against the provider’s description', () => {
  test.each([
    ['an undescribed property', { color: 'red' }],
    ['a property of the wrong type', { amount: '900' }],
    ['an unknown status', { status: 'paid' }],
  ])('reports %s', async (_what, wrong) => {
    const broken = await startRecordedStripeEmulator({ breakReply: (_path, reply) => ({ ...reply, ...wrong }) })
    await sdkFor(broken).paymentIntents.create({ amount: 900, currency: 'usd' })
    await expect(broken.close()).rejects.toThrow(Object.keys(wrong)[0])
  })

  test('reports an invalid field of an error, and of a request', async () => {
    const broken = await startRecordedStripeEmulator({
      breakReply: () => ({ error: { type: 'no_such_type', message: 'x' } }),
    })
    await expect(sdkFor(broken).paymentIntents.retrieve('pi_x')).rejects.toThrow('x')
    await expect(broken.close()).rejects.toThrow('error/type')

    const asked = await startRecordedStripeEmulator()
    const wrong = { amount: 900, currency: 'usd', color: 'red' }
    await expect(sdkFor(asked).paymentIntents.create(wrong)).rejects.toThrow('unknown parameter')
    await expect(asked.close()).rejects.toThrow('color')
  })
})

test('the account and its webhook endpoints are returned, stored, and changed as by the provider', async () => {
  expect(await stripe.accounts.retrieveCurrent()).toMatchObject({ object: 'account', charges_enabled: true })
  const made = await stripe.webhookEndpoints.create({
    url: 'https://academy.test/webhooks/stripe',
    enabled_events: ['*'],
  })
  expect(made.secret).toBe(emulator.webhookSecret)
  await stripe.webhookEndpoints.update(made.id, { disabled: true })
  emulator = await emulator.restart()
  stripe = sdkFor(emulator)
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  expect(data).toMatchObject([{ id: made.id, status: 'disabled', enabled_events: ['*'] }])
  expect(data[0]).not.toHaveProperty('secret')
  await expect(stripe.webhookEndpoints.update('we_nothing', {})).rejects.toMatchObject({ code: 'resource_missing' })
  expect(await stripe.webhookEndpoints.del(made.id)).toEqual({ id: made.id, object: 'webhook_endpoint', deleted: true })
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
})

test('it starts neither in production nor beyond loopback', async () => {
  await expect(startStripeEmulator({ folder: '/nowhere', host: '0.0.0.0' })).rejects.toThrow('loopback')
  vi.stubEnv('NODE_ENV', 'production')
  await expect(startStripeEmulator({ folder: '/nowhere' })).rejects.toThrow('production')
  vi.unstubAllEnvs()
})

test('nested form fields are parsed as by the provider', () => {
  const form = parseForm('a=1&metadata[x]=y&types[0]=card&types[1]=link&many[]=1&many[]=2&deep[b][c]=d&__proto__[z]=1')
  expect({ ...form, metadata: { ...(form['metadata'] as object) }, deep: 'checked below' }).toMatchObject({
    a: '1',
    metadata: { x: 'y' },
    types: ['card', 'link'],
    many: ['1', '2'],
  })
  expect(JSON.stringify(form['deep'])).toBe('{"b":{"c":"d"}}')
  expect(({} as Record<string, unknown>)['z']).toBeUndefined()
})

test('a running emulator is found however slow a provider it emulates, and no second one starts next to an unresponsive one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stand-in-'))
  const emulator = await startStripeEmulator({ folder, port: 0 })
  await callEmulator(emulator, '/stand-in/behavior', { is_away: 'true', delay_ms: '5000' })
  expect(await findRunningEmulator(folder, 2_000)).toMatchObject({ url: emulator.url })
  await emulator.close()
  expect(await findRunningEmulator(folder)).toBeUndefined()
  const silent = createServer(() => {}).listen(Number(new URL(emulator.url).port), '127.0.0.1')
  await once(silent, 'listening')
  await expect(findRunningEmulator(folder, 200)).rejects.toThrow('does not respond')
  silent.close()
  rmSync(folder, { recursive: true })
})
