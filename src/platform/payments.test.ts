import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cents } from '#shared/money.ts'
import { PAYMENT_METHODS } from '#shared/payment-methods.ts'
import { confirmCard, TEST_CARD } from '../../test/harness/card-browser.ts'
import {
  type RecordedStripeEmulator,
  startRecordedStripeEmulator,
} from '../../test/harness/recorded-stripe-emulator.ts'
import { callEmulator } from '../../test/harness/stripe-emulator-control.ts'
import { type Payments, createStripePayments } from './payments.ts'

const ORDER = {
  academy: 'academy.test',
  purchaseId: 'p1',
  orderNumber: 'A1B2C3D4E5F6',
  itemName: 'Ethics',
  amount: cents(14_900),
  currency: 'usd',
}

const BUYER = { memberId: 'm1', email: 'nora@example.com', name: 'Nora', insteadOf: undefined }

let emulator: RecordedStripeEmulator
let payments: Payments

beforeEach(async () => {
  emulator = await startRecordedStripeEmulator()
  payments = createStripePayments({ secretKey: emulator.secretKey, apiUrl: emulator.url })
})
// Closing the emulator also checks every request and response against the provider's published API description.
afterEach(() => emulator.close())

test('opens one intent per purchase, however often it is requested', async () => {
  const intents = await Promise.all(Array.from({ length: 20 }, () => payments.openIntent(ORDER)))
  expect(new Set(intents.map((intent) => intent.id)).size).toBe(1)
  expect(intents[0]).toMatchObject({
    status: 'requires_payment_method',
    amount: 14_900,
    amountReceived: 0,
    currency: 'usd',
    purchaseId: 'p1',
    isLive: false,
  })
  expect(payments.isLive).toBe(false)
})

test("an intent names the order for the operator, accepts the card form's payment methods, and lets the provider send no email", async () => {
  const { id } = await payments.openIntent(ORDER)
  const { hostname, port } = new URL(emulator.url)
  const operator = new Stripe(emulator.secretKey, { host: hostname, port, protocol: 'http', telemetry: false })
  expect(await operator.paymentIntents.retrieve(id)).toMatchObject({
    description: 'Order A1B2C3D4E5F6: Ethics',
    metadata: { purchase_id: 'p1', order_number: 'A1B2C3D4E5F6' },
    allowed_payment_method_types: [...PAYMENT_METHODS],
    payment_method_types: [...PAYMENT_METHODS],
    automatic_payment_methods: null,
    receipt_email: null,
  })
})

test('a member is one customer, however often requested; a repeated payment with another customer is a different request', async () => {
  const [customerId = '', ...others] = new Set(
    await Promise.all(Array.from({ length: 30 }, () => payments.customers.create(BUYER))),
  )
  expect(others).toEqual([])
  const unnamed = await payments.openIntent(ORDER)
  const named = await Promise.all([1, 2].map(() => payments.openIntent({ ...ORDER, customerId })))
  expect(new Set(named.map(({ id }) => id)).size).toBe(1)
  expect(named[0]?.id).not.toBe(unnamed.id)

  await payments.customers.erase(customerId)
  await payments.customers.erase(customerId)
  expect((await payments.openIntent({ ...ORDER, customerId })).id).toBe(named[0]?.id)
  const later = payments.openIntent({ ...ORDER, purchaseId: 'p2', customerId })
  await expect(later).rejects.toMatchObject({ isRightMissing: false, cause: { providerCode: 'resource_missing' } })
  expect(await payments.customers.create({ ...BUYER, insteadOf: customerId })).not.toBe(customerId)
})

test('a paid intent says so and can’t be canceled', async () => {
  const { id, clientSecret } = await payments.openIntent(ORDER)
  await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
  expect(await payments.readIntent(id)).toMatchObject({ status: 'succeeded', amountReceived: 14_900 })
  await expect(payments.cancelIntent(id)).rejects.toMatchObject({ code: 'payment_mismatch' })
})

test('canceling twice, or something that does not exist, is not an error', async () => {
  const { id } = await payments.openIntent(ORDER)
  await payments.cancelIntent(id)
  await payments.cancelIntent(id)
  expect(await payments.readIntent(id)).toMatchObject({ status: 'canceled' })
  await payments.cancelIntent('pi_missing')
  expect(await payments.readIntent('pi_missing')).toBeUndefined()
})

test('an unavailable provider has its own error', async () => {
  const nobody = createStripePayments({ secretKey: 'sk_test_x', apiUrl: 'http://127.0.0.1:9' })
  await expect(nobody.openIntent(ORDER)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
})

test('a provider that never responds times out', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const waiting = createStripePayments({ secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` })
  await expect(waiting.readIntent('pi_x')).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
  silent.close()
})

const SALE = { intentId: 'pi_1', purchaseId: 'p1', calculationId: 'taxcalc_1', reference: 'ORDER' }

test.each([
  ['creating a customer', 'customer', 'customer:m1', (to: Payments) => to.customers.create(BUYER)],
  ['opening', 'payment_intent', 'payment:p1', (to: Payments) => to.openIntent(ORDER)],
  [
    'refunding',
    'refund',
    'refund:pi_1:0:rest',
    (to: Payments) => to.refundIntent('pi_1', { amount: 'rest', refundsBefore: 0 }),
  ],
  [
    'reversing a tax',
    'tax.transaction',
    'tax:R:all',
    (to: Payments) => to.taxes.reverse({ intentId: 'pi_1', transactionId: 'tax_1', reference: 'R', amount: 'all' }),
  ],
])(
  'a failure that the provider stores under the key of %s does not block it for a day',
  async (_, object, first, call) => {
    const keys: (string | string[] | undefined)[] = []
    const failing = createHttpServer((request, response) => {
      const key = request.headers['idempotency-key']
      const isNew = !keys.includes(key)
      keys.push(key)
      if (!isNew) response.setHeader('idempotent-replayed', 'true')
      const isMade = isNew && keys.length > 7
      response.writeHead(isMade ? 200 : 500, { 'content-type': 'application/json' })
      const intent = { id: 'pi_1', object, status: 'requires_payment_method', metadata: {} }
      const made = { ...intent, amount: 14_900, amount_received: 0, currency: 'usd', livemode: false, created: 1 }
      response.end(JSON.stringify(isMade ? made : { error: { type: 'api_error', message: 'No.' } }))
    })
    await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve))
    const { port } = failing.address() as AddressInfo
    const broken = createStripePayments({ secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` })
    // Our HTTP client adds a header that keeps the SDK from retrying a failure under the same key. The clock is fake,
    // because the second key contains the time.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (const [asked, passedMs] of [
      [1, 0],
      [3, 1_000],
      [5, 0],
    ] as const) {
      await expect(call(broken)).rejects.toMatchObject({ code: 'payment_provider_unavailable' })
      expect(keys).toHaveLength(asked)
      vi.advanceTimersByTime(passedMs)
    }
    // The second key has already failed, so this call uses a new key.
    await call(broken)
    expect(keys).toHaveLength(8)
    expect(keys.filter((key) => key === first)).toHaveLength(4)
    expect(new Set(keys).size).toBe(4)
    failing.closeAllConnections()
    failing.close()
  },
)

/**
 * Simulates a provider that answers calls with these responses, one after another. `keys` lists the idempotency keys
 * that it received.
 */
async function answering(...answers: { status: number; body: object; isRepeated?: boolean }[]) {
  const keys: unknown[] = []
  const server = createHttpServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    const { status, body, isRepeated = false } = answers.shift() ?? { status: 500, body: {} }
    response.writeHead(status, { 'stripe-should-retry': 'false', ...(isRepeated && { 'idempotent-replayed': 'true' }) })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { keys, payments: createStripePayments({ secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` }) }
}

const FAILURE = { status: 500, body: { error: { type: 'api_error', message: 'No.' } } }
const TAKEN = {
  status: 400,
  body: { error: { type: 'invalid_request_error', param: 'reference', message: 'This reference exists.' } },
}

test('a sale that may be recorded keeps its first key; if it is, the operator gets instructions', async () => {
  const again = { ...FAILURE, isRepeated: true }
  const refusal = { status: 400, body: { error: { type: 'invalid_request_error', message: 'Tax is off.' } } }
  const made = { status: 200, body: { id: 'tax_1', object: 'tax.transaction' } }
  const broken = await answering(FAILURE, again, TAKEN, { ...refusal, isRepeated: true }, made)
  for (const _ of ['at first', 'later'])
    await expect(broken.payments.taxes.record(SALE)).rejects.toMatchObject({ problem: undefined })
  const sentence = expect.stringMatching(/^Order ORDER is in Stripe's tax records/)
  const missingRight = { kind: 'tax-book:ORDER', sentence }
  await expect(broken.payments.taxes.record(SALE)).rejects.toMatchObject({ problem: missingRight })
  expect(new Set(broken.keys)).toEqual(new Set(['tax:p1']))
  expect(await broken.payments.taxes.record(SALE)).toBe('tax_1')
})

test('a part reversed under a key whose reply was a failure is not retried forever', async () => {
  const { keys, payments: broken } = await answering({ ...FAILURE, isRepeated: true }, TAKEN)
  await broken.taxes.reverse({ intentId: 'pi_1', transactionId: 'tax_1', reference: 'R', amount: 'all' })
  expect(keys).toEqual(['tax:R:all', expect.stringMatching(/^tax:R:all:/)])
})

test.each(['rest', cents(1_000)] as const)(
  'a stored refusal blocks nothing once its cause is gone: %s is refunded',
  async (amount) => {
    const { id, clientSecret } = await payments.openIntent(ORDER)
    await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
    const dispute = await callEmulator(emulator, '/stand-in/disputes', { payment_intent: id })
    const give = () => payments.refundIntent(id, { amount, refundsBefore: 0 })
    for (const _ of [1, 2])
      await expect(give()).rejects.toMatchObject({
        code: 'payment_mismatch',
        message: expect.stringContaining('has been charged back'),
      })
    await callEmulator(emulator, `/stand-in/disputes/${dispute.id}/close`, { status: 'won' })
    expect(await give()).toMatchObject({ status: 'succeeded', amount: amount === 'rest' ? 14_900 : 1_000 })
    expect(await payments.listRefunds(id)).toHaveLength(1)
  },
)

test('reports the provider’s refusal without the intent’s secret', async () => {
  const stranger = createStripePayments({ secretKey: 'sk_test_wrong', apiUrl: emulator.url })
  const error: unknown = await stranger.readIntent('pi_x').catch((refusal: unknown) => refusal)
  expect(error).toMatchObject({ name: 'ProviderUnavailable', cause: { name: 'ProviderRefusal' } })
  expect((error as Error).cause).not.toHaveProperty('raw')
  expect((error as Error).cause).not.toHaveProperty('statusCode')
})

test.each([
  ['a proxy’s page', 200, {}, '<!DOCTYPE html><h1>Please log in to the network</h1>', 60],
  ['a maintenance page', 503, {}, '<html>Maintenance</html>', 60],
  ['third-party JSON', 404, {}, '{"message":"no Route matched with those values"}', 60],
  ['a bare number', 503, {}, '503', 60],
  ['a bare word', 200, {}, '"ok"', 60],
  ['a bare boolean', 200, {}, 'true', 60],
  ['a bare null', 200, {}, 'null', 60],
  ['a list', 200, {}, '[]', 60],
  ['a list without data', 200, {}, '{"object":"list"}', 60],
  ['a list of unknown objects', 200, {}, '{"object":"list","data":[null]}', 60],
  ['half an intent', 200, {}, '{"object":"payment_intent","id":"pi_1","amount":"x","metadata":null}', 60],
  ['a third-party error', 403, {}, '{"error":"Forbidden"}', 60],
  ['too many requests', 429, { 'retry-after': '7' }, '{"error":{"type":"rate_limit_error","message":"Slow down"}}', 7],
])(
  '%s instead of a reply (%i): the provider counts as unavailable',
  async (_what, status, headers, body, retryAfterSeconds) => {
    const server = createHttpServer((_request, response) => {
      response.writeHead(status, { 'stripe-should-retry': 'false', ...headers })
      response.end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const behindIt = createStripePayments({ secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` })
    const away = { code: 'payment_provider_unavailable', extra: { retryAfterSeconds }, problem: undefined }
    await expect(behindIt.readIntent('pi_1')).rejects.toMatchObject(away)
    await expect(behindIt.openIntent(ORDER)).rejects.toMatchObject(away)
    await expect(behindIt.listRefunds('pi_1')).rejects.toMatchObject(away)
    server.closeAllConnections()
    server.close()
  },
)

test.each([
  [400, 'This API version is gone'],
  [402, 'No'],
  [404, 'Unrecognized request URL'],
])('a refusal (%i) that no caller handles is for the operator to fix', async (status, message) => {
  const refusing = createHttpServer((_request, response) => {
    response.writeHead(status, { 'stripe-should-retry': 'false' })
    response.end(JSON.stringify({ error: { type: 'invalid_request_error', message } }))
  })
  await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve))
  const { port } = refusing.address() as AddressInfo
  const refused = createStripePayments({ secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` })
  const calls = [
    () => refused.openIntent(ORDER),
    () => refused.readIntent('pi_1'),
    () => refused.cancelIntent('pi_1'),
    () => refused.listRefunds('pi_1'),
    () => refused.lists.events(new Date()),
    () => refused.taxes.record(SALE),
  ]
  const sentence = expect.stringContaining(message)
  const unavailable = { code: 'payment_provider_unavailable', problem: { kind: expect.any(String), sentence } }
  for (const call of calls) await expect(call()).rejects.toMatchObject(unavailable)
  refusing.closeAllConnections()
  refusing.close()
})

test.each([
  ['won', 'usd', {}],
  ['prevented', 'usd', {}],
  ['warning_under_review', 'usd', {}],
  ['lost', 'usd', { lost: 4_000 }],
  ['lost', 'eur', { lost: 14_900 }],
  ['under_review', 'usd', { held: 4_000 }],
  ['a_status_that_is_new', 'usd', { held: 4_000 }],
])('a dispute over a part that is %s, in %s: %o', async (status, currency, sums) => {
  const disputed = createHttpServer((request, response) => {
    const charge = { object: 'charge', amount_refunded: 0, disputed: true }
    const intent = { id: 'pi_1', object: 'payment_intent', status: 'succeeded', metadata: {}, latest_charge: charge }
    const amounts = { amount: 14_900, amount_received: 14_900, currency: 'usd', livemode: false }
    const evidence_details = { due_by: 1_800_000_000 }
    const isList = request.url?.startsWith('/v1/disputes') === true
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        isList
          ? {
              object: 'list',
              data: [
                { status, amount: 4_000, currency, evidence_details },
                { status: 'won', amount: 14_900, currency: 'usd', evidence_details },
              ],
            }
          : { ...intent, ...amounts },
      ),
    )
  })
  await new Promise<void>((resolve) => disputed.listen(0, '127.0.0.1', resolve))
  const { port } = disputed.address() as AddressInfo
  const reading = createStripePayments({ secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` })
  expect(await reading.readIntent('pi_1')).toMatchObject({ held: 0, lost: 0, ...sums })
  disputed.closeAllConnections()
  disputed.close()
})

test('recognizes live keys', () => {
  expect(createStripePayments({ secretKey: 'sk_live_x' }).isLive).toBe(true)
  expect(createStripePayments({ secretKey: 'rk_live_x' }).isLive).toBe(true)
})

test('lists paid payments one page at a time, without fully refunded or settled ones', async () => {
  const paid = []
  for (let n = 0; n < 103; n += 1) {
    const { id, clientSecret } = await payments.openIntent({ ...ORDER, purchaseId: `p${n}` })
    if (n !== 50) await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
    paid.push(id)
  }
  const [given = '', settled = ''] = paid
  await payments.refundIntent(given, { amount: 'rest', refundsBefore: 0 })
  await callEmulator(emulator, `/v1/payment_intents/${settled}`, { 'metadata[settled]': 'cash' })
  const listed = async (since: number) => {
    const pages = []
    for await (const page of payments.lists.paid(new Date(since))) pages.push(page)
    return pages
  }
  const pages = await listed(Date.now() - 60_000)
  expect(pages.map((page) => page.length)).toEqual([99, 1])
  expect(pages.flat().at(-1)).toEqual({ id: paid[2], academy: 'academy.test', amountReceived: 14_900 })
  expect(await listed(Date.now() + 60_000)).toEqual([[]])
})
