import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import { restores } from '#db/tables/restores.ts'
import { products } from '#db/tables/catalog.ts'
import { coupons, purchases } from '#db/tables/sales.ts'
import { siteSettings } from '#db/tables/site.ts'
import { ProviderUnavailable } from '#platform/payment-calls.ts'
import { createStripePayments } from '#platform/payments.ts'
import { cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { startRecordedStripeEmulator } from '../../../../test/harness/recorded-stripe-emulator.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'
import { createCoupon } from '#features/commerce/coupons/coupons.public.ts'
import { refundOrder, reconcilePayments } from '#features/commerce/payments/payments.public.ts'
import { firstOrAll, isEveryChange } from '../../../../test/harness/long-test.ts'

const CALIFORNIA = { country: 'US', postal_code: '90210' }
const LONDON = { country: 'GB', postal_code: 'SW1A 1AA' }
const OPEN_PAYMENT = '/Academy/create-payment-intent/'
const PRICE = '/Academy/api/checkout/price/'

/**
 * Creates an academy that adds tax, with a course for $299.00 and a nurse. All requests to the provider are checked.
 */
async function createTaxedAcademy() {
  const emulator = await startRecordedStripeEmulator()
  onTestFinished(() => emulator.close())
  const payments = { ...createStripePayments({ secretKey: emulator.secretKey, apiUrl: emulator.url }) }
  const academy = await testAcademy({ change: (deps) => ({ ...deps, payments }) })
  const { as, db, deps } = academy
  await db.insert(siteSettings).values({ settings: { automatic_tax: true } })
  const nurse = await academy.member()
  const { slug } = await academy.course({ priceCents: 29_900 })
  const open = (more: object = {}) => as(nurse).post(OPEN_PAYMENT, { courseId: slug, address: CALIFORNIA, ...more })
  return {
    ...academy,
    emulator,
    /** Makes the provider unreachable from here on. */
    loseProvider: () => {
      Object.assign(payments, createStripePayments({ secretKey: emulator.secretKey, apiUrl: 'http://127.0.0.1:9' }))
    },
    nurse,
    slug,
    open,
    price: (more: object = {}) => as(nurse).post(PRICE, { productId: slug, address: CALIFORNIA, ...more }),
    all: () => db.select().from(purchases),
    purchaseOf: async (id: string) => (await db.select().from(purchases).where(eq(purchases.id, id)))[0],
    async buy(more: object = {}) {
      const { body } = await open(more)
      await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
      await reconcilePayments(deps)
      await academy.runJobs()
      return { id: String(body.myDocsID), intentId: getIntentId(body.clientSecret) }
    },
    /** Returns the transactions in the provider's tax reports. */
    books: () =>
      emulator.exchanges
        .filter(({ path }) => path.startsWith('/v1/tax/transactions/'))
        .map(({ path, form, reply }) => ({ call: path.split('/').at(-1), form, id: (reply as { id: string }).id })),
  }
}

const SPRING20 = {
  by: OPERATOR,
  code: 'SPRING20',
  percentOff: 20,
  centsOff: null,
  validFrom: null,
  validUntil: null,
  maxUses: null,
  maxUsesPerMember: 1,
  slugs: [],
}

describe('with automatic tax', () => {
  test.skipIf(isEveryChange)(
    'never says that nothing was charged when the card may have been, while the provider is down',
    async () => {
      const { open, price, emulator, loseProvider, member, as, slug } = await createTaxedAcademy()
      const { body } = await open()
      await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
      loseProvider()
      // The provider is asked for the tax first, whether the buyer asks for the price or opens the payment.
      for (const ask of [open, price]) {
        const { status, body: refusal } = await ask()
        expect(status).toBe(503)
        expect(refusal.message).toMatch(
          /so we couldn’t check an earlier payment for this item\. You weren’t charged again\./,
        )
      }
      // If the member never opened a payment, the message says that nothing was charged.
      const other = as(await member())
      const choice = { address: CALIFORNIA }
      for (const ask of [
        other.post(OPEN_PAYMENT, { courseId: slug, ...choice }),
        other.post(PRICE, { productId: slug, ...choice }),
      ])
        expect((await ask).body.message).toMatch(/can’t be reached right now\. Nothing was charged\./)
    },
  )

  test('answers an unknown country or half a character as a field error, and reports none to the operator', async () => {
    const { price, open, deps, mailbox, runJobs } = await createTaxedAcademy()
    for (const [address, field] of [
      [{ country: 'ZZ', postal_code: '1' }, 'address.country'],
      [{ country: 'US', postal_code: '9\ud83d' }, 'address.postal_code'],
    ] as const)
      for (const call of [price, open]) {
        const { status, body } = await call({ address })
        expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]])
      }
    // Stripe knows which countries exist, but the academy doesn't.
    const order = { amount: cents(100), currency: 'usd', address: { country: 'ZZ', postalCode: '' } }
    await expect(deps.payments.taxes.calculate(order)).rejects.toMatchObject({ code: 'invalid' })
    await runJobs()
    expect(await mailbox()).toEqual([])
  })

  test('shows price, discount, tax, and total before paying, and stores nothing', async () => {
    const { price, deps, all } = await createTaxedAcademy()
    await createCoupon(deps, SPRING20)
    expect((await price()).body).toMatchObject({ price: '299.00', tax: '25.42', total: '324.42' })
    expect((await price({ coupon: 'spring20' })).body).toEqual({
      list_price: '299.00',
      discount: '59.80',
      price: '239.20',
      tax: '20.33',
      total: '259.53',
      coupon: 'SPRING20',
    })
    expect((await price({ address: LONDON })).body).toMatchObject({ tax: '59.80', total: '358.80' })
    expect((await price({ address: { country: 'US', postal_code: '97201' } })).body).toMatchObject({
      tax: '0.00',
      total: '299.00',
    })
    expect((await price({ address: undefined })).body).toMatchObject({ tax: null, total: '299.00' })
    expect(await all()).toEqual([])
  })

  test('charges, compares, and prints the total, and records the sale in the tax reports once', async () => {
    const { buy, purchaseOf, books, deps, runJobs, emulator, mailbox, as, nurse, slug } = await createTaxedAcademy()
    const { id, intentId } = await buy({ total: '324.42' })
    const paid = await purchaseOf(id)
    expect(paid).toMatchObject({
      state: 'paid',
      priceCents: 29_900,
      taxCents: 2_542,
      taxCountry: 'US',
      taxPercent: '8.5',
      taxState: 'CA',
    })
    expect(await deps.payments.readIntent(intentId)).toMatchObject({ amount: 32_442, amountReceived: 32_442 })
    const email = (await mailbox()).find(({ subject }) => subject.includes('receipt'))
    expect(email?.text).toMatch(/Price: \$299\.00\s+Tax 8\.5% \(CA 90210, United States\): \$25\.42\s+Total: \$324\.42/)
    expect((await as(nurse).get('/Academy/api/account/orders/')).body).toMatchObject([{ total: '324.42' }])

    expect(await as(nurse).post(OPEN_PAYMENT, { courseId: slug })).toMatchObject({ status: 409 })
    await reconcilePayments(deps)
    await runJobs()
    expect(books()).toMatchObject([
      {
        call: 'create_from_calculation',
        form: { calculation: paid?.taxCalculationId, reference: paid?.orderNumber, metadata: { purchase_id: id } },
      },
    ])
    expect(paid?.taxTransactionId).toBe(books()[0]?.id)
    expect(emulator.exchanges.filter(({ path }) => path === '/v1/tax/calculations')).toHaveLength(1)
  })

  test('reverses a partial refund and the rest once each in the tax reports, and a full refund as a whole', async () => {
    const { buy, purchaseOf, books, deps, runJobs, emulator } = await createTaxedAcademy()
    const { id, intentId } = await buy()
    await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: '5000' })
    await reconcilePayments(deps)
    const order = (await purchaseOf(id))?.orderNumber ?? ''
    await refundOrder(deps, { by: OPERATOR, orderNumber: order })
    await runJobs()
    await reconcilePayments(deps)
    await runJobs()
    const reversal = { original_transaction: books()[0]?.id }
    expect(books().slice(1)).toMatchObject([
      { form: { ...reversal, mode: 'partial', flat_amount: '-5000', reference: `${order}-5000` } },
      { form: { ...reversal, mode: 'partial', flat_amount: '-27442', reference: `${order}-32442` } },
    ])
    expect(await purchaseOf(id)).toMatchObject({ state: 'refunded', refundedCents: 32_442 })

    const second = await buy()
    await refundOrder(deps, { by: OPERATOR, orderNumber: (await purchaseOf(second.id))?.orderNumber ?? '' })
    await runJobs()
    expect(books().at(-1)?.form).toMatchObject({ mode: 'full' })
    expect(books().at(-1)?.form).not.toHaveProperty('flat_amount')
    expect(books()).toHaveLength(5)
  })

  test.skipIf(isEveryChange)(
    'does not reverse a refund unknown to a restored backup a second time with the next refund',
    async () => {
      const { buy, purchaseOf, books, db, pool, deps, runJobs, emulator } = await createTaxedAcademy()
      const { id, intentId } = await buy()
      const part = (amount: string) => callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount })
      await part('1000')
      await reconcilePayments(deps)
      await runJobs()
      // Restores the order as it was before the refund. The trigger would keep the highest amount that was ever
      // refunded.
      await pool.query('alter table purchases disable trigger purchases_guard')
      await db.update(purchases).set({ refundedCents: 0, maxRefundedCents: 0 })
      await pool.query('alter table purchases enable trigger purchases_guard')
      await part('3000')
      await reconcilePayments(deps)
      await runJobs()
      const order = (await purchaseOf(id))?.orderNumber
      const reversed = books()
        .slice(1)
        .map(({ form }) => form as { reference: string; flat_amount: string })
      expect(Object.fromEntries(reversed.map(({ reference, flat_amount }) => [reference, flat_amount]))).toEqual({
        [`${order}-1000`]: '-1000',
        [`${order}-4000`]: '-3000',
      })
    },
  )

  test('reverses nothing twice after a restore from before a refund failed and was repeated in part, and the rest once', async () => {
    const { buy, purchaseOf, books, db, pool, deps, runJobs, emulator } = await createTaxedAcademy()
    const { id, intentId } = await buy()
    const part = async (amount: string) => {
      const refund = await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount })
      await reconcilePayments(deps)
      await runJobs()
      return refund
    }
    await callEmulator(emulator, `/stand-in/refunds/${(await part('1000')).id}/fail`)
    await part('700')
    // Restores the order as it was before the refunds.
    await pool.query('alter table purchases disable trigger purchases_guard')
    await db.update(purchases).set({ refundedCents: 0, maxRefundedCents: 0 })
    await pool.query('alter table purchases enable trigger purchases_guard')
    await pool.query('delete from provider_events; delete from event_sweep; delete from pgboss.job')
    await db.insert(restores).values({ madeAt: deps.now(), restoredAt: deps.now() })
    const readReversed = async () => {
      for (let time = 0; time < 2; time++) {
        await reconcilePayments(deps)
        await runJobs()
      }
      const reversed = new Map(books().map(({ form, id: made }) => [made, Number(Object(form).flat_amount ?? 0)]))
      return [...reversed.values()].reduce((sum, amount) => sum - amount, 0)
    }
    expect(await readReversed()).toBe(1_000)
    await refundOrder(deps, { by: OPERATOR, orderNumber: (await purchaseOf(id))?.orderNumber ?? '' })
    expect(await readReversed()).toBe(32_442)
  })

  test('records a sale and a refund after a restore whose jobs were waiting when the backup was made', async () => {
    const { open, purchaseOf, books, db, pool, deps, runJobs, emulator } = await createTaxedAcademy()
    const { body } = await open()
    await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
    await reconcilePayments(deps)
    await callEmulator(emulator, '/v1/refunds', { payment_intent: getIntentId(body.clientSecret), amount: '1000' })
    await reconcilePayments(deps)
    // Simulates a database right after a backup was restored.
    await pool.query('delete from pgboss.job')
    await db.insert(restores).values({ madeAt: deps.now(), restoredAt: deps.now() })
    for (let time = 0; time < 2; time++) {
      await reconcilePayments(deps)
      await runJobs()
    }
    const order = (await purchaseOf(String(body.myDocsID)))?.orderNumber
    expect(books().map(({ form }) => (form as { reference: string }).reference)).toEqual([order, `${order}-1000`])
  })

  test.each(
    firstOrAll([
      ['the full amount', undefined, [1_000, 31_442]],
      ['a larger part', 5_000, [1_000, 4_000]],
      ['the same part', 1_000, [1_000]],
    ]),
  )(
    'reverses a partial refund that failed at the bank once in the tax reports, then refunds %s',
    async (_what, amount, taken) => {
      const { buy, purchaseOf, books, deps, runJobs, emulator } = await createTaxedAcademy()
      const { id, intentId } = await buy()
      const part = await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: '1000' })
      await reconcilePayments(deps)
      await runJobs()
      await callEmulator(emulator, `/stand-in/refunds/${part.id}/fail`)
      await reconcilePayments(deps)
      expect(await purchaseOf(id)).toMatchObject({ refundedCents: 0 })
      await refundOrder(deps, {
        by: OPERATOR,
        orderNumber: intentId,
        ...(amount !== undefined && { amount: cents(amount) }),
      })
      await runJobs()
      const reversed = books()
        .slice(1)
        .map(({ form }) => 0 - Number((form as { flat_amount: string }).flat_amount))
      expect(reversed).toEqual(taken)
    },
  )

  test('accepts no payment before the tax is known, or for a total other than the one shown', async () => {
    const { open, all } = await createTaxedAcademy()
    expect(await open({ address: undefined })).toMatchObject({
      status: 400,
      body: { fields: { address: ['Enter your country and ZIP or postal code. We need them to calculate tax.'] } },
    })
    expect(await open({ address: { country: 'US', postal_code: '9' } })).toMatchObject({
      status: 400,
      body: { fields: { postal_code: [expect.stringContaining('check the country and the ZIP or postal code')] } },
    })
    expect(await open({ total: '299.00' })).toMatchObject({
      status: 400,
      body: { fields: { total: ['The price has changed. It is now $324.42.'] } },
    })
    for (const wrong of [{ tax: '0.00' }, { taxCents: 0 }, { address: { ...CALIFORNIA, rate: 0 } }, { total: 0 }]) {
      expect((await open(wrong)).status).toBe(400)
    }
    expect(await all()).toEqual([])
  })

  test('opens a payment at one price by reading the settings once and the coupon for the price, to lock it, and once it is locked', async () => {
    const { deps, open, price } = await createTaxedAcademy()
    const coupon = await createCoupon(deps, SPRING20)
    // From then on, the code is not counted as a guess.
    expect((await price({ coupon })).status).toBe(200)
    const statements = await recordStatements(async () => {
      expect((await open({ coupon })).status).toBe(200)
    })
    const reading = (table: string) => statements.filter(({ text }) => text.includes(`from "${table}"`)).length
    expect([reading('site_settings'), reading('coupons')]).toEqual([1, 3])
  })

  test('opens another payment for another address and makes the old one unpayable', async () => {
    const { open, all, emulator } = await createTaxedAcademy()
    const first = await open()
    expect((await open()).body).toEqual(first.body)
    const second = await open({ address: LONDON })
    expect(second.body.myDocsID).not.toBe(first.body.myDocsID)
    const late = await confirmCard(emulator, first.body.clientSecret, { number: TEST_CARD.succeeds })
    expect(late.error?.code).toBe('payment_intent_unexpected_state')
    const states = (await all()).map(({ state, taxCents }) => `${state} ${taxCents}`)
    expect(states.toSorted()).toEqual(['expired 2542', 'pending 5980'])
  })

  test('reports an unavailable tax service, sells nothing, and records paid sales when it is back', async () => {
    const { open, price, all, emulator, runJobs, books, deps, purchaseOf } = await createTaxedAcademy()
    const isAway = (is: boolean) => callEmulator(emulator, '/stand-in/behavior', { is_away: String(is) })
    await isAway(true)
    for (const reply of [await price(), await open()]) {
      expect(reply).toMatchObject({ status: 503, body: { code: 'payment_provider_unavailable' } })
      expect(reply.body.message).toContain('Nothing was charged')
    }
    expect(await all()).toEqual([])
    await isAway(false)
    const { body } = await open()
    await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
    await reconcilePayments(deps)
    await isAway(true)
    await expect(runJobs()).rejects.toThrow('Stripe is unavailable')
    expect(await purchaseOf(body.myDocsID)).toMatchObject({ state: 'paid', taxTransactionId: null })
    await isAway(false)
    await deps.db.execute(`update pgboss.job set state = 'created', start_after = now() where state = 'active'`)
    await runJobs()
    expect((await purchaseOf(body.myDocsID))?.taxTransactionId).toBe(books().at(-1)?.id)
  })

  test('reports a sale rejected by the tax service to the operator once, stops retrying soon, and records it once fixed', async () => {
    const { open, emulator, runJobs, deps, db, purchaseOf } = await createTaxedAcademy()
    const { body } = await open()
    await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
    await reconcilePayments(deps)
    const create = '/v1/tax/transactions/create_from_calculation'
    await callEmulator(emulator, '/stand-in/behavior', { refused: `${create}=403` })
    const again = () =>
      db.execute(`update pgboss.job set state = 'created', start_after = now() where state = 'active'`)
    for (const _ of ['at first', 'later']) {
      await expect(runJobs()).rejects.toMatchObject({
        name: 'RefusedError',
        message: expect.stringContaining('lacks a permission'),
      })
      await again()
    }
    const notifications = await db.execute(
      `select data->>'sentence' as sentence from pgboss.job where name = 'tell-operator'`,
    )
    expect(notifications.rows).toEqual([{ sentence: expect.stringContaining('secret key lacks a permission') }])
    await callEmulator(emulator, '/stand-in/behavior', { refused: '' })
    await runJobs()
    expect((await purchaseOf(body.myDocsID))?.taxTransactionId).toMatch(/^tax_/)
  })

  test('requires no address and no calculation for a free product', async () => {
    const { as, nurse, course, emulator } = await createTaxedAcademy()
    const free = await course({ priceCents: 0 })
    expect((await as(nurse).post('/Academy/api/enroll/', { productId: free.slug })).status).toBe(200)
    expect(emulator.exchanges).toEqual([])
  })

  test('limits tax calculations per member, since each costs money', async () => {
    const { price, as, member, slug } = await createTaxedAcademy()
    const replies = []
    for (let n = 0; n < 61; n++) replies.push((await price()).status)
    expect(replies.filter((status) => status === 200)).toHaveLength(60)
    expect(replies.at(-1)).toBe(429)
    const other = await as(await member()).post(PRICE, { productId: slug, address: CALIFORNIA })
    expect(other.status).toBe(200)
  })
})

test('ignores addresses and requests none from the provider without automatic tax', async () => {
  const { db, price, open, all, emulator } = await createTaxedAcademy()
  await db.delete(siteSettings)
  expect((await price()).body).toMatchObject({ tax: null, total: '299.00' })
  expect((await open()).status).toBe(200)
  expect(await all()).toMatchObject([{ taxCents: 0, taxCountry: null, taxCalculationId: null }])
  expect(emulator.exchanges.map(({ path }) => path)).toEqual(['/v1/customers', '/v1/payment_intents'])
})

test('rejects uncalculated tax in the database', async () => {
  const { open, pool, db } = await createTaxedAcademy()
  await db.delete(siteSettings)
  await open()
  await db.update(purchases).set({ state: 'pending' })
  const set = pool.query(
    "insert into purchases (member_id, product_id, list_price_cents, price_cents, tax_cents, currency, state) select member_id, product_id, 100, 100, 8, currency, 'expired' from purchases",
  )
  await expect(set).rejects.toMatchObject({ constraint: 'purchases_tax' })
})

test('refuses a total with tax that is more than a card can be charged', async () => {
  const { open, db, emulator } = await createTaxedAcademy()
  await db.update(products).set({ priceCents: 99_999_999 })
  expect(await open()).toMatchObject({ status: 400, body: { message: expect.stringContaining('$999,999.99') } })
  expect(emulator.exchanges.filter(({ path }) => path === '/v1/payment_intents')).toEqual([])
})

test('keeps the price of an ended coupon when the buyer corrects the address for a second try', async () => {
  const { open, all, db, deps, setTime } = await createTaxedAcademy()
  await createCoupon(deps, { ...SPRING20, maxUses: 1 })
  expect((await open({ coupon: 'SPRING20' })).status).toBe(200)
  await db.update(coupons).set({ endedAt: new Date() })
  const [{ createdAt } = {}] = await all()
  const corrected = () => open({ coupon: 'SPRING20', address: LONDON })
  const { cancelIntent } = deps.payments
  const afterCanceling = (happens: () => Promise<unknown>) =>
    Object.assign(deps.payments, {
      cancelIntent: async (id: string) => {
        await cancelIntent(id)
        await happens()
      },
    })
  // The provider's response is lost. Before the buyer tries again, reconciliation reads the provider's events and the
  // payment.
  afterCanceling(() => Promise.reject(new ProviderUnavailable(new Error('connection reset'))))
  expect((await corrected()).status).toBe(503)
  setTime(new Date(deps.now().getTime() + 2 * 60_000))
  await reconcilePayments(deps)
  // The provider's event arrives before the replacement is stored.
  afterCanceling(() => reconcilePayments(deps))
  expect((await corrected()).status).toBe(200)
  expect((await all()).filter(({ state }) => state === 'pending')).toMatchObject([
    { priceCents: 23_920, taxCountry: 'GB', couponId: expect.any(String), createdAt },
  ])
})
