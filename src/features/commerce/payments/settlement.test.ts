import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eq, ne, sql } from 'drizzle-orm'
import { purchases } from '#db/tables/sales.ts'
import { paymentsSettled } from '#platform/metrics.ts'
import { ProviderUnavailable, UnreadableResponse } from '#platform/payment-calls.ts'
import { createStripePayments } from '#platform/payments.ts'
import { cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { refundOrder, reconcilePayments } from './payments.public.ts'
import { findPurchase } from './payments.queries.ts'
import { settlePurchase } from './settlement.service.ts'
import { reportUnmatchedPayments } from './unmatched-payments.service.ts'

const MINUTES = 60_000
const HOURS = 60 * MINUTES

async function createOpenPayments(count: number) {
  const academy = await testAcademy()
  const { as, course, member, db, deps } = academy
  const start = new Date()
  const opened = []
  for (let n = 0; n < count; n++) {
    const nurse = await member()
    const reply = await as(nurse).post('/Academy/create-payment-intent/', { courseId: (await course()).slug })
    opened.push({ nurse, id: String(reply.body.myDocsID), clientSecret: String(reply.body.clientSecret) })
  }
  const [first] = opened
  if (!first) throw new Error('nothing was opened')
  return {
    ...academy,
    opened,
    first,
    /** Lists what the operator will be notified of when the jobs run. */
    listReports: async () =>
      (await db.execute(sql`select data from pgboss.job where name = 'tell-operator'`)).rows.map(({ data }) => data),
    stateOf: async (id: string) => (await db.select().from(purchases).where(eq(purchases.id, id)))[0]?.state,
    reconcileAfter: (ms: number, change: Partial<typeof deps> = {}, since?: Date) => {
      academy.setTime(new Date(start.getTime() + ms))
      return reconcilePayments({ ...deps, ...change }, since)
    },
  }
}

describe('reconciliation', () => {
  test('settles payments made before the browser was closed: by event at once, and without one after a minute', async () => {
    const { opened, first, reconcileAfter, stateOf, emulator, deps } = await createOpenPayments(2)
    await confirmCard(emulator, first.clientSecret, { number: TEST_CARD.succeeds })
    const withoutEvents = { payments: { ...deps.payments, lists: { ...deps.payments.lists, events: async () => [] } } }
    await reconcileAfter(0.5 * MINUTES, withoutEvents)
    expect(await stateOf(first.id)).toBe('pending')
    await reconcileAfter(2 * MINUTES, withoutEvents)
    expect(await stateOf(first.id)).toBe('paid')
    const second = opened[1]
    await confirmCard(emulator, second?.clientSecret ?? '', { number: TEST_CARD.succeeds })
    await reconcileAfter(0.5 * MINUTES)
    expect(await stateOf(second?.id ?? '')).toBe('paid')
  })

  test('ends canceled purchases at once and unfinished ones after a day, first at the provider', async () => {
    const { opened, first, reconcileAfter, stateOf, emulator, deps } = await createOpenPayments(2)
    await deps.payments.cancelIntent(getIntentId(first.clientSecret))
    await reconcileAfter(2 * MINUTES)
    const [, second] = opened
    expect(await stateOf(first.id)).toBe('expired')
    expect(await stateOf(second?.id ?? '')).toBe('pending')
    await reconcileAfter(25 * HOURS)
    expect(await stateOf(second?.id ?? '')).toBe('expired')
    const late = await confirmCard(emulator, second?.clientSecret ?? '', { number: TEST_CARD.succeeds })
    expect(late.error?.code).toBe('payment_intent_unexpected_state')
  })

  test('ends a purchase without an intent after a day', async () => {
    const { reconcileAfter, stateOf, purchase, member, course } = await createOpenPayments(1)
    const id = await purchase((await member()).id, (await course()).id, 'pending')
    await reconcileAfter(2 * MINUTES)
    expect(await stateOf(id)).toBe('pending')
    await reconcileAfter(25 * HOURS)
    expect(await stateOf(id)).toBe('expired')
  })

  test('settles when the key may not read events, and reports the missing permission', async () => {
    const { first, reconcileAfter, stateOf, emulator, deps } = await createOpenPayments(1)
    await confirmCard(emulator, first.clientSecret, { number: TEST_CARD.succeeds })
    const events = () => Promise.reject(new Error('the key may not read events'))
    const lists = { ...deps.payments.lists, events }
    const errors: unknown[][] = []
    const log = { info() {}, warn() {}, error: (...listReports: unknown[]) => void errors.push(listReports) }
    await reconcileAfter(2 * MINUTES, { payments: { ...deps.payments, lists }, log })
    expect(errors).toEqual([[{ err: expect.anything() }, expect.stringContaining('could not be read')]])
    expect(await stateOf(first.id)).toBe('paid')
  })

  test("continues from the newest event by the provider's clock, whatever ours says", async () => {
    const { reconcileAfter, opened, emulator, deps, stateOf } = await createOpenPayments(2)
    const [one, two] = opened
    await confirmCard(emulator, one?.clientSecret ?? '', { number: TEST_CARD.succeeds })
    await reconcileAfter(2 * HOURS)
    await confirmCard(emulator, two?.clientSecret ?? '', { number: TEST_CARD.succeeds })
    await deps.payments.refundIntent(getIntentId(one?.clientSecret ?? ''), {
      amount: 'rest',
      refundsBefore: 0,
    })
    await reconcileAfter(0.5 * MINUTES)
    expect(await stateOf(one?.id ?? '')).toBe('refunded')
    expect(await stateOf(two?.id ?? '')).toBe('paid')
  })

  test('asks about the oldest first, and less often the older they are', async () => {
    const { opened, reconcileAfter, deps } = await createOpenPayments(4)
    const asked: string[] = []
    const readIntent = (id: string) => {
      asked.push(id)
      return deps.payments.readIntent(id)
    }
    let since: Date | undefined
    const askedAfter = async (minutes: number) => {
      since = await reconcileAfter(minutes * MINUTES + 5_000, { payments: { ...deps.payments, readIntent } }, since)
      return asked.splice(0)
    }
    const all = opened.map(({ clientSecret }) => getIntentId(clientSecret))
    expect(await askedAfter(2)).toEqual(all)
    expect(await askedAfter(3)).toEqual(all)
    expect(await askedAfter(33)).toEqual(all)
    expect(await askedAfter(34)).toEqual([])
    // A run takes time, so the 36th minute has passed without a check.
    expect(await askedAfter(37)).toEqual(all)
    expect(await askedAfter(38)).toEqual([])
  })

  test('reports a payment whose purchase is gone, once', async () => {
    const { first, reconcileAfter, db, emulator, listReports } = await createOpenPayments(1)
    const intentId = getIntentId(first.clientSecret)
    await confirmCard(emulator, first.clientSecret, { number: TEST_CARD.succeeds })
    await db.delete(purchases)
    for (const minutes of [1, 2]) await reconcileAfter(minutes * MINUTES)
    const facts = { intentId, amount: 29_900, currency: 'usd', purchaseId: first.id }
    expect(await listReports()).toEqual([
      { facts, sentence: expect.stringContaining(`efund it: npm run academy -- refund ${intentId}`) },
    ])
  })

  test('reports undelivered payments in one line a day until each is refunded, taken by a dispute, or settled manually', async () => {
    const { opened, first, db, pool, deps, emulator, listReports } = await createOpenPayments(6)
    const [, lost, given, settled, paid, disputed] = opened
    const foreign = { academy: 'elsewhere.test', purchaseId: randomUUID(), orderNumber: 'A1', itemName: 'Ethics' }
    const { clientSecret } = await deps.payments.openIntent({ ...foreign, amount: cents(900), currency: 'usd' })
    for (const secret of [clientSecret, ...opened.map((one) => one.clientSecret)])
      await confirmCard(emulator, secret, { number: TEST_CARD.succeeds })
    await db
      .update(purchases)
      .set({ state: 'expired', endedAt: new Date() })
      .where(ne(purchases.id, paid?.id ?? ''))
    await db.delete(purchases).where(eq(purchases.id, lost?.id ?? ''))
    const intentOf = (one: typeof lost) => getIntentId(one?.clientSecret ?? '')
    const mark = (one: typeof lost) =>
      callEmulator(emulator, `/v1/payment_intents/${intentOf(one)}`, { 'metadata[settled]': 'by bank transfer' })
    await callEmulator(emulator, '/stand-in/disputes', { payment_intent: intentOf(disputed) })
    await refundOrder(deps, { by: OPERATOR, orderNumber: intentOf(given) })
    await mark(settled)
    await pool.query('delete from pgboss.job')

    const [order] = await db.select().from(purchases).where(eq(purchases.id, first.id))
    const facts = {
      [String(order?.orderNumber)]: '$299.00: its order was closed',
      [intentOf(lost)]: '$299.00: its order is not in the database',
    }
    const sentence = expect.stringMatching(/^2 payments arrived, but the purchases were not delivered\./)
    for (let day = 1; day <= 2; day += 1) {
      for (let times = 0; times < 2; times += 1) await reportUnmatchedPayments(deps)
      expect(await listReports()).toEqual(Array.from({ length: day }, () => ({ facts, sentence })))
      await pool.query(`update pgboss.job set singleton_on = singleton_on - interval '1 day'`)
    }
    await refundOrder(deps, { by: OPERATOR, orderNumber: intentOf(lost) })
    await mark(first)
    await pool.query('delete from pgboss.job')
    await reportUnmatchedPayments(deps)
    expect(await listReports()).toEqual([])
  })

  test('asks the provider again and reports the current state when another call overtook it while pending', async () => {
    const { first, db, deps, emulator } = await createOpenPayments(1)
    await confirmCard(emulator, first.clientSecret, { number: TEST_CARD.succeeds })
    const purchase = await findPurchase(db, first.id)
    const intent = await deps.payments.readIntent(getIntentId(first.clientSecret))
    if (!purchase || !intent) throw new Error('nothing was paid')
    // A concurrent request left this state when it recorded that the payment had not arrived yet.
    await db
      .update(purchases)
      .set({ providerReads: purchase.providerReads + 1 })
      .where(eq(purchases.id, first.id))
    expect(await settlePurchase(deps, purchase, intent)).toEqual({ kind: 'paid' })
  })

  test('counts a payment as settled when it is stored, once', async () => {
    const { first, reconcileAfter, stateOf, emulator, deps } = await createOpenPayments(1)
    const counted = async () => (await paymentsSettled.get()).values[0]?.value ?? 0
    const before = await counted()
    await confirmCard(emulator, first.clientSecret, { number: TEST_CARD.succeeds })
    const transaction: typeof deps.db.transaction = (work) =>
      deps.db.transaction(async (tx) => {
        await work(tx)
        throw new Error('the connection broke')
      })
    await reconcileAfter(2 * MINUTES, { db: Object.create(deps.db, { transaction: { value: transaction } }) })
    expect(await stateOf(first.id)).toBe('pending')
    expect(await counted()).toBe(before)
    await reconcileAfter(3 * MINUTES)
    expect(await stateOf(first.id)).toBe('paid')
    expect(await counted()).toBe(before + 1)
  })

  test('changes nothing while the provider is down, and completes everything when it is back', async () => {
    const { opened, reconcileAfter, stateOf, emulator } = await createOpenPayments(3)
    for (const { clientSecret } of opened) await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
    await reconcileAfter(25 * HOURS, {
      payments: createStripePayments({ secretKey: 'sk_test_x', apiUrl: 'http://127.0.0.1:9' }),
    })
    for (const { id } of opened) expect(await stateOf(id)).toBe('pending')
    await Promise.all([reconcileAfter(25 * HOURS), reconcileAfter(25 * HOURS)])
    for (const { id } of opened) expect(await stateOf(id)).toBe('paid')
  })

  test("stops at a proxy's error page: nothing ends, and unchecked purchases wait", async () => {
    const { opened, reconcileAfter, stateOf, emulator } = await createOpenPayments(6)
    for (const { clientSecret } of opened) await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
    const asked = { events: 0, intents: new Set<string>() }
    const proxy = createServer(({ url = '' }, reply) => {
      if (url.startsWith('/v1/events')) asked.events += 1
      else asked.intents.add(url)
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<!DOCTYPE html><h1>Please log in to the network</h1>')
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => {
      proxy.closeAllConnections()
      proxy.close()
    })
    const warnings: unknown[] = []
    const log = { info() {}, warn: (_facts: object, sentence: string) => void warnings.push(sentence), error() {} }
    const { port } = proxy.address() as AddressInfo
    const behindIt = createStripePayments({ secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` })
    await reconcileAfter(25 * HOURS, { payments: behindIt, log })
    expect([asked.events, asked.intents.size]).toEqual([1, 4])
    expect(new Set(warnings)).toEqual(
      new Set([
        'Stripe is unavailable; its events are delayed',
        'Stripe is unavailable; pending purchases are delayed',
      ]),
    )
    for (const { id } of opened) expect(await stateOf(id)).toBe('pending')
    await reconcileAfter(25 * HOURS)
    for (const { id } of opened) expect(await stateOf(id)).toBe('paid')
  })

  test('reports each kind of problem once a day, and a rejection of one payment does not affect the others', async () => {
    const { opened, first, reconcileAfter, stateOf, emulator, listReports, deps } = await createOpenPayments(2)
    for (const { clientSecret } of opened) await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
    const answers = [400, 403, 400]
    const error = { type: 'invalid_request_error', message: 'Not so.' }
    const server = createServer((_request, reply) => {
      reply.writeHead(answers.shift() ?? 500, { 'stripe-should-retry': 'false' }).end(JSON.stringify({ error }))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const refusing = createStripePayments({ secretKey: 'sk_test_x', apiUrl: `http://127.0.0.1:${port}` })
    const firstIs = getIntentId(first.clientSecret)
    const readIntent = (id: string) => (id === firstIs ? refusing : deps.payments).readIntent(id)
    const warnings: unknown[] = []
    const log = { info() {}, error() {}, warn: (...[facts]: unknown[]) => void warnings.push(facts) }
    const lists = { ...deps.payments.lists, events: async () => [] }
    const payments = { ...deps.payments, readIntent, lists }
    for (const minutes of [2, 3, 4]) await reconcileAfter(minutes * MINUTES, { payments, log })
    server.closeAllConnections()
    server.close()
    expect(await stateOf(opened[1]?.id ?? '')).toBe('paid')
    const sentences = [/rejected a request from the academy.*Not so\./, /lacks a permission: Not so\./]
    const notifications = (await listReports()) as { sentence: string }[]
    expect(sentences.map((some) => notifications.filter(({ sentence }) => some.test(sentence)).length)).toEqual([1, 1])
    const kinds = ['refused:StripeInvalidRequestError', 'right:', 'refused:StripeInvalidRequestError']
    expect(warnings.flatMap((facts) => (facts as { kind?: string }).kind ?? [])).toEqual(kinds)
  })

  test.each([
    ['in an unknown format', () => new UnreadableResponse(new Error('the answer is not a payment_intent')), 1],
    ['never', () => new ProviderUnavailable(new Error('no answer in 4400 ms')), 0],
  ])('follows the events of other payments when the provider answers %s for one', async (_, failure, notifications) => {
    const { opened, first, reconcileAfter, stateOf, emulator, listReports, deps } = await createOpenPayments(2)
    for (const { clientSecret } of opened) await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
    await reconcileAfter(2 * MINUTES)
    const ids = opened.map(({ clientSecret }) => getIntentId(clientSecret))
    for (const id of ids) await deps.payments.refundIntent(id, { amount: 'rest', refundsBefore: 0 })
    const readIntent = async (id: string) => {
      if (id === ids[0]) throw failure()
      return deps.payments.readIntent(id)
    }
    const logged: unknown[] = []
    const addLine = (...line: unknown[]) => void logged.push(line)
    const log = { info() {}, warn: addLine, error: addLine }
    for (const minutes of [3, 4])
      await reconcileAfter(minutes * MINUTES, { payments: { ...deps.payments, readIntent }, log })
    expect([await stateOf(first.id), await stateOf(opened[1]?.id ?? '')]).toEqual(['paid', 'refunded'])
    expect(logged).toContainEqual([
      expect.objectContaining({ err: expect.objectContaining({ cause: failure().cause }) }),
      expect.any(String),
    ])
    const sentence = expect.stringMatching(/in a format that this version can't read.*update the academy/)
    expect(await listReports()).toEqual(
      Array.from({ length: notifications }, () => ({ sentence, facts: { intentId: ids[0] } })),
    )
    // No check was skipped forever.
    await reconcileAfter(5 * MINUTES)
    expect(await stateOf(first.id)).toBe('refunded')
  })

  test('reports one payment that the key may not read and settles the others', async () => {
    const { opened, first, reconcileAfter, stateOf, emulator, listReports } = await createOpenPayments(6)
    for (const { clientSecret } of opened) await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
    const refused = `/v1/payment_intents/${getIntentId(first.clientSecret)}=403,/v1/events=403`
    await callEmulator(emulator, '/stand-in/behavior', { refused })
    await reconcileAfter(2 * MINUTES)
    const states = await Promise.all(opened.map(({ id }) => stateOf(id)))
    expect(states).toEqual(['pending', ...Array.from({ length: 5 }, () => 'paid')])
    expect(await listReports()).toEqual([{ sentence: expect.stringContaining('lacks a permission'), facts: {} }])
  })

  test('does not settle a mismatched payment, reports it once, refunds it by its order number, and continues with the others', async () => {
    const academy = await createOpenPayments(2)
    const { opened, first, reconcileAfter, stateOf, emulator, listReports, db, pool, deps, runJobs, mailbox } = academy
    await fetch(`${emulator.url}/v1/payment_intents/${getIntentId(first.clientSecret)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${emulator.secretKey}` },
      body: new URLSearchParams({ amount: '100' }),
    })
    for (const { clientSecret } of opened) await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
    for (const hours of [24.5, 24.6]) await reconcileAfter(hours * HOURS)
    expect(await stateOf(first.id)).toBe('pending')
    expect(await stateOf(opened[1]?.id ?? '')).toBe('paid')
    const sentence = expect.stringMatching(/does not match its order \(amount\).* refund [0-9A-F]{12}$/)
    expect(await listReports()).toEqual([{ sentence, facts: expect.objectContaining({ received: 100 }) }])
    const [unmatched] = await db.select().from(purchases).where(eq(purchases.id, first.id))
    expect(await refundOrder(deps, { by: OPERATOR, orderNumber: unmatched?.orderNumber ?? '' })).toMatchObject({
      given: { amount: 100, status: 'succeeded' },
    })
    expect(await stateOf(first.id)).toBe('expired')
    expect(await readEventKinds(pool)).toEqual(['refund.asked', 'refund.made'])
    await runJobs()
    expect(await mailbox()).toContainEqual(
      expect.objectContaining({ to: first.nurse.email, subject: expect.stringContaining('Your refund') }),
    )
  })

  test('stops reporting a mismatched payment once a lost dispute has taken it', async () => {
    const { first, reconcileAfter, stateOf, emulator, listReports } = await createOpenPayments(1)
    const payment_intent = getIntentId(first.clientSecret)
    await fetch(`${emulator.url}/v1/payment_intents/${payment_intent}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${emulator.secretKey}` },
      body: new URLSearchParams({ amount: '100' }),
    })
    await confirmCard(emulator, first.clientSecret, { number: TEST_CARD.succeeds })
    const { id } = await callEmulator(emulator, '/stand-in/disputes', { payment_intent })
    await callEmulator(emulator, `/stand-in/disputes/${id}/close`, { status: 'lost' })
    await reconcileAfter(2 * MINUTES)
    expect([await stateOf(first.id), await listReports()]).toEqual(['expired', []])
  })

  test.each(['expired', 'pending'] as const)(
    'reports a disputed, undelivered payment (%s) with the options and deadline',
    async (state) => {
      const { first, reconcileAfter, emulator, db, listReports } = await createOpenPayments(1)
      const payment_intent = getIntentId(first.clientSecret)
      if (state === 'pending') await callEmulator(emulator, `/v1/payment_intents/${payment_intent}`, { amount: '100' })
      else await db.update(purchases).set({ state, endedAt: new Date() }).where(eq(purchases.id, first.id))
      await confirmCard(emulator, first.clientSecret, { number: TEST_CARD.succeeds })
      await callEmulator(emulator, '/stand-in/disputes', { payment_intent })
      for (const minutes of [2, 3]) await reconcileAfter(minutes * MINUTES)
      const sentence = expect.stringMatching(
        /withdrawn \$\d+\.00 .*Accept the dispute.*respond to it by \w+ \d+, 20\d\d\.$/,
      )
      expect(await listReports()).toEqual([{ sentence, facts: expect.anything() }])
    },
  )

  test('refunds part of a late payment: there is no purchase that could remain', async () => {
    const { first, reconcileAfter, emulator, db, deps, runJobs, mailbox } = await createOpenPayments(1)
    await db.update(purchases).set({ state: 'expired', endedAt: new Date() }).where(eq(purchases.id, first.id))
    await confirmCard(emulator, first.clientSecret, { number: TEST_CARD.succeeds })
    await reconcileAfter(2 * MINUTES)
    await refundOrder(deps, { by: OPERATOR, orderNumber: getIntentId(first.clientSecret), amount: cents(1_000) })
    await runJobs()
    const mail = (await mailbox()).find(({ subject }) => subject.startsWith('Your refund'))
    expect(mail?.text).toContain('didn’t result in a purchase')
    expect(mail?.text).not.toContain('View my orders')
    expect(mail?.text).not.toContain('is unchanged')
  })
})
