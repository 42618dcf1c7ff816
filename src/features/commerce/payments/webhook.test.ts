import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { invoices } from '#db/tables/invoices.ts'
import { providerEvents, purchases } from '#db/tables/sales.ts'
import { createStripePayments } from '#platform/payments.ts'
import { readLog } from '#features/foundation/audit-log/audit-log.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { startRecordedStripeEmulator } from '../../../../test/harness/recorded-stripe-emulator.ts'
import { callEmulator, deliverEvents, readEvents } from '../../../../test/harness/stripe-emulator-control.ts'
import { refundOrder, reconcilePayments } from './payments.public.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import { repetitions, timeLimit } from '../../../../test/harness/measure.ts'

const SECRETS = ['whsec_the_new_one', 'whsec_the_old_one']

async function createAcademyWithEvents() {
  const emulator = await startRecordedStripeEmulator({ disputeAfterMs: 10 })
  onTestFinished(() => emulator.close())
  const payments = createStripePayments({
    secretKey: emulator.secretKey,
    apiUrl: emulator.url,
    webhookSecrets: [...SECRETS, emulator.webhookSecret],
  })
  const academy = await testAcademy({ change: (deps) => ({ ...deps, payments }) })
  const { app, as, db } = academy
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = `http://127.0.0.1:${port}/webhooks/stripe`
  const nurse = await academy.member()
  const course = await academy.course({ priceCents: 29_900 })
  const receipts = async () =>
    (await db.execute(sql`select count(*)::int as n from pgboss.job where name = 'send-receipt'`)).rows[0]?.['n']
  return {
    ...academy,
    emulator,
    nurse,
    slug: course.slug,
    receipts,
    webhookUrl: url,
    listen: (more: Record<string, string> = {}) =>
      callEmulator(emulator, '/stand-in/behavior', { webhook_url: url, ...more }),
    async pay(number: string = TEST_CARD.succeeds, of = { nurse, slug: course.slug }) {
      const reply = await as(of.nurse).post('/Academy/create-payment-intent/', { courseId: of.slug })
      const { clientSecret, myDocsID } = reply.body as { clientSecret: string; myDocsID: string }
      await confirmCard(emulator, clientSecret, { number })
      return { id: myDocsID, intentId: getIntentId(clientSecret) }
    },
    purchaseOf: async (id: string) => (await db.select().from(purchases).where(eq(purchases.id, id)))[0],
    owns: async () => (await as(nurse).get(`/Academy/api/take/course/${course.slug}/`)).status === 200,
    post: (body: string, signature: string | undefined, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/webhooks/stripe',
        headers: {
          'content-type': 'application/json',
          ...(signature !== undefined && { 'stripe-signature': signature }),
          ...headers,
        },
        payload: body,
      }),
  }
}

async function waitUntil(what: () => Promise<boolean>): Promise<void> {
  await expect.poll(what, { timeout: 8_000 }).toBe(true)
}

describe('provider events', () => {
  test('settle a payment once when each arrives three times in any order, store the card, and send one receipt', async () => {
    const { listen, pay, purchaseOf, owns, receipts } = await createAcademyWithEvents()
    await listen({ copies: '3', order: 'random' })
    const { id } = await pay()
    await waitUntil(owns)
    expect(await purchaseOf(id)).toMatchObject({ state: 'paid', cardBrand: 'visa', cardLast4: '4242' })
    expect(await receipts()).toBe(1)
  })

  test('keep access after a partial refund and end it after a full one', async () => {
    const { listen, pay, purchaseOf, owns, emulator, db, pool } = await createAcademyWithEvents()
    await listen()
    const { id, intentId } = await pay()
    await waitUntil(owns)
    await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: '5000' })
    await waitUntil(async () => (await purchaseOf(id))?.refundedCents === 5_000)
    expect(await owns()).toBe(true)
    await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId })
    await waitUntil(async () => (await purchaseOf(id))?.state === 'refunded')
    expect(await owns()).toBe(false)
    expect(await purchaseOf(id)).toMatchObject({ refundedCents: 29_900 })
    expect(await readEventKinds(pool)).toEqual(['refund.made', 'refund.made'])
    const { entries } = await readLog(db, { kind: 'refund', memberId: undefined, since: undefined, limit: 2 })
    expect(entries[0]).toMatchObject({
      by: { kind: 'provider' },
      before: { state: 'paid', refunded: '$50.00' },
      after: { state: 'refunded', refunded: '$299.00' },
    })
  })

  test.each([
    ['won', 'paid'],
    ['lost', 'refunded'],
  ] as const)('close access on a dispute; when it is %s, the purchase is %s', async (status, state) => {
    const { listen, pay, purchaseOf, owns, emulator, pool } = await createAcademyWithEvents()
    await listen()
    const { id, intentId } = await pay('4000000000000259')
    await waitUntil(async () => (await purchaseOf(id))?.state === 'disputed')
    expect(await owns()).toBe(false)
    const reply = await fetch(`${emulator.url}/v1/disputes?payment_intent=${intentId}`, {
      headers: { authorization: `Bearer ${emulator.secretKey}` },
    })
    const { data } = (await reply.json()) as { data: { id: string }[] }
    await callEmulator(emulator, `/stand-in/disputes/${data[0]?.id}/close`, { status })
    await waitUntil(async () => (await purchaseOf(id))?.state === state)
    expect(await owns()).toBe(status === 'won')
    expect(await readEventKinds(pool)).toEqual(['dispute.opened', `dispute.${status}`])
  })

  test('keep access on a bank inquiry and close it when it becomes a dispute', async () => {
    const { listen, pay, purchaseOf, owns, emulator } = await createAcademyWithEvents()
    await listen()
    const { id, intentId } = await pay()
    await waitUntil(owns)
    const inquiry = await callEmulator(emulator, '/stand-in/disputes', { payment_intent: intentId, is_inquiry: 'true' })
    // Waits for a second read, because nothing else changes.
    await waitUntil(async () => ((await purchaseOf(id))?.providerReads ?? 0) >= 2)
    expect(await owns()).toBe(true)
    await callEmulator(emulator, `/stand-in/disputes/${inquiry.id}/escalate`)
    await waitUntil(async () => (await purchaseOf(id))?.state === 'disputed')
    expect(await owns()).toBe(false)
  })

  test('are recovered by reconciliation when lost: a refund closes access without a webhook', async () => {
    const { pay, purchaseOf, emulator, deps, owns, listen, db } = await createAcademyWithEvents()
    const { id, intentId } = await pay()
    await reconcilePayments(deps)
    expect(await owns()).toBe(true)
    await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId })
    await reconcilePayments(deps)
    expect(await purchaseOf(id)).toMatchObject({ state: 'refunded', refundedCents: 29_900 })

    const arrivals = async () => (await db.select().from(providerEvents)).map(({ arrivedAt }) => arrivedAt !== null)
    expect(new Set(await arrivals())).toEqual(new Set([false]))
    await listen()
    const late = (await readEvents(emulator)).find(({ type }) => type === 'charge.refunded')?.id ?? ''
    expect(await deliverEvents(emulator, [late, late])).toEqual([200, 200])
    expect((await arrivals()).filter(Boolean)).toHaveLength(1)
  })

  test(
    'lead to one final state in every order of five types, five times each',
    async () => {
      const { listen, pay, purchaseOf, emulator, webhookUrl, receipts, db } = await createAcademyWithEvents()
      await pay(TEST_CARD.declined)
      const { id, intentId } = await pay()
      await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: '5000' })
      const first = await callEmulator(emulator, '/stand-in/disputes', { payment_intent: intentId })
      await callEmulator(emulator, `/stand-in/disputes/${first.id}/close`, { status: 'won' })
      await listen({ webhook_url: webhookUrl })
      const events = await readEvents(emulator)
      const types = [
        'payment_intent.payment_failed',
        'payment_intent.succeeded',
        'charge.refunded',
        'charge.dispute.created',
        'charge.dispute.closed',
      ]
      const ids = types.map((type) => events.find((event) => event.type === type)?.id ?? '')
      expect(ids).not.toContain('')
      const ends = new Set<string>()
      let deliveries = 0
      const every = repetitions({ full: 1, short: 20 })
      const orders = permutations(ids).filter((_order, index) => index % every === 0)
      for (const [n, order] of orders.entries()) {
        // Resets the purchase. The trigger is disabled because it prevents a state from being reset.
        await db.execute(sql`alter table purchases disable trigger purchases_guard`)
        await db
          .update(purchases)
          .set({ state: 'pending', paidAt: null, cardBrand: null, cardLast4: null, refundedCents: 0, lostCents: 0 })
          .where(eq(purchases.id, id))
        await db.execute(sql`alter table purchases enable trigger purchases_guard`)
        await db.execute(sql`truncate invoices, invoice_counters`)
        await db.delete(providerEvents)
        // Sends either all events five times in a row, or each event five times in a row.
        const five = Array.from({ length: 5 })
        const sequence = n % 2 === 0 ? five.flatMap(() => order) : order.flatMap((event) => five.map(() => event))
        const statuses = await deliverEvents(emulator, sequence)
        deliveries += statuses.length
        expect(new Set(statuses)).toEqual(new Set([200]))
        const end = await purchaseOf(id)
        const issued = await db.select().from(invoices).orderBy(invoices.kind)
        const books = issued.map(({ kind, number, netCents }) => [kind, number, netCents])
        ends.add(JSON.stringify([end?.state, end?.refundedCents, end?.cardLast4, books]))
      }
      printFigure(
        `orders of five event types: ${orders.length}, deliveries: ${deliveries}, end states: ${ends.size} (${[...ends].join()})`,
      )
      const books = [
        ['invoice', 1, 29_900],
        ['credit_note', 1, 5_000],
      ]
      expect([...ends]).toEqual([JSON.stringify(['paid', 5_000, '4242', books])])
      expect(await receipts()).toBe(orders.length)
    },
    timeLimit(60),
  )
})

test('refunds, closes access, and does nothing when called again', async () => {
  const { pay, purchaseOf, deps, owns, emulator } = await createAcademyWithEvents()
  const { id } = await pay()
  await reconcilePayments(deps)
  expect(await owns()).toBe(true)
  const orderNumber = (await purchaseOf(id))?.orderNumber ?? ''
  const refund = { order: { orderNumber, state: 'refunded', refundedCents: 29_900 } }
  expect(await refundOrder(deps, { by: OPERATOR, orderNumber: ` ${orderNumber.toLowerCase()} ` })).toMatchObject(refund)
  expect(await owns()).toBe(false)
  expect(await refundOrder(deps, { by: OPERATOR, orderNumber })).toMatchObject(refund)
  expect(emulator.exchanges.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds')).toHaveLength(1)
  await expect(refundOrder(deps, { by: OPERATOR, orderNumber: 'NONE' })).rejects.toThrow('There is no order NONE.')
})

describe('webhook', () => {
  const sign = (body: string, { secret = SECRETS[0] ?? '', at = Date.now(), scheme = 'v1' } = {}) => {
    const time = Math.floor(at / 1_000)
    return `t=${time},${scheme}=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
  }

  test('accepts either of two secrets and rejects fourteen forgeries without a change', async () => {
    const { pay, post, purchaseOf, emulator, db, setTime } = await createAcademyWithEvents()
    const { id, intentId } = await pay()
    const body = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'payment_intent.succeeded',
      created: Math.floor(Date.now() / 1_000),
      livemode: false,
      data: { object: { id: intentId, object: 'payment_intent' } },
    })
    const good = sign(body)
    const time = good.split(',')[0] ?? ''
    const hash = good.split('v1=')[1] ?? ''
    const forgeries: [string, string, string | undefined, Record<string, string>?][] = [
      ['no signature', body, undefined],
      ['an empty signature', body, ''],
      ['words', body, 'please'],
      ['the hash without a time', body, `v1=${hash}`],
      ['a time without a hash', body, time],
      ['another secret', body, sign(body, { secret: 'whsec_guess' })],
      ['an empty secret', body, sign(body, { secret: '' })],
      ['the publishable key as the secret', body, sign(body, { secret: emulator.publishableKey })],
      ['a body changed by a blank', `${body} `, good],
      ['another event under that signature', body.replace('evt_forged', 'evt_other'), good],
      ['six minutes old', body, sign(body, { at: Date.now() - 360_000 })],
      ['from the future', body, sign(body, { at: Date.now() + 120_000 })],
      ['an older scheme', body, sign(body, { scheme: 'v0' })],
      ['two times', body, `t=${Math.floor(Date.now() / 1_000) + 9_999},${good}`],
    ]
    for (const [what, forged, signature, headers] of forgeries) {
      const reply = await post(forged, signature, headers)
      expect([what, reply.statusCode]).toEqual([what, 400])
    }
    printFigure(`forged webhooks: ${forgeries.length}, believed: 0`)
    expect(await purchaseOf(id)).toMatchObject({ state: 'pending' })
    expect(await db.select().from(providerEvents)).toEqual([])

    for (const secret of SECRETS) expect((await post(body, sign(body, { secret }))).statusCode).toBe(200)
    expect(await purchaseOf(id)).toMatchObject({ state: 'paid' })
    expect(await db.select().from(providerEvents)).toMatchObject([{ id: 'evt_forged', arrivedAt: expect.any(Date) }])
    setTime(new Date(Date.now() + 600_000))
    expect((await post(body, good)).statusCode).toBe(400)
  })

  test('trusts no event by itself, even correctly signed: it asks the provider, which knows no payment', async () => {
    const { as, nurse, slug, post, purchaseOf } = await createAcademyWithEvents()
    const { body: opened } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
    const object = { id: getIntentId(opened.clientSecret), object: 'payment_intent', status: 'succeeded' }
    const event = { id: 'evt_1', type: 'payment_intent.succeeded', created: 1, livemode: false, data: { object } }
    const body = JSON.stringify({ ...event, object: 'event' })
    expect((await post(body, sign(body))).statusCode).toBe(200)
    expect(await purchaseOf(opened.myDocsID)).toMatchObject({ state: 'pending' })
  })

  test('requires a secret and does not start with an empty one', () => {
    expect(() => createStripePayments({ secretKey: 'sk_test_x', webhookSecrets: ['whsec_a', ' '] })).toThrow('empty')
  })
})

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}
