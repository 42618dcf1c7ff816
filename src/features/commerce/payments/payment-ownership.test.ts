import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { products } from '#db/tables/catalog.ts'
import { invoices } from '#db/tables/invoices.ts'
import { members } from '#db/tables/members.ts'
import { restores } from '#db/tables/restores.ts'
import { coupons, providerCustomers, purchases } from '#db/tables/sales.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { eraseCustomer, syncCustomerEmail } from '#features/commerce/checkout/customers.service.ts'
import type { Deps } from '#platform/deps.ts'
import { cents } from '#shared/money.ts'
import { toStaff } from '#shared/policy.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { callEmulator, readEvents } from '../../../../test/harness/stripe-emulator-control.ts'
import { confirmPayment } from './confirmation.service.ts'
import { getFormerHosts, getOwnership } from './payment-ownership.rules.ts'
import {
  confirmFormerAddress,
  followUpPaymentIssues,
  listInvoiceGaps,
  readNumbers,
  recordHomeAddress,
  adoptPayment,
  describeRefund,
  getReportedIssues,
  recordNumbersBeforeEmail,
  refundOrder,
  reconcilePayments,
} from './payments.public.ts'
import { reportUnmatchedPayments } from './unmatched-payments.service.ts'
import { processEvent } from './webhook.service.ts'

/** Creates an academy with one open payment for a course, which is not settled yet. */
async function createOpenPayment() {
  const academy = await testAcademy()
  const { as, db, emulator } = academy
  const nurse = await academy.member()
  const { slug } = await academy.course()
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  const clientSecret = String(body.clientSecret)
  return {
    ...academy,
    nurse,
    slug,
    purchaseId: String(body.myDocsID),
    intentId: getIntentId(clientSecret),
    pay: () => confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds }),
    stored: async () => (await db.select().from(purchases).where(eq(purchases.id, body.myDocsID)))[0],
    jobs: async () =>
      (await db.execute<{ name: string }>(sql`select name from pgboss.job where name not like '\_\_%'`)).rows.map(
        ({ name }) => name,
      ),
  }
}

/** Serves the same database at another URL, as a restored copy would. */
function createCopy(deps: Deps, publicUrl = 'http://copy.test'): Deps {
  return { ...deps, config: { ...deps.config, publicUrl } }
}

/** Opens a payment with the same provider account, as another program would. */
async function createForeignPayment(
  { emulator }: Pick<Awaited<ReturnType<typeof createOpenPayment>>, 'emulator'>,
  metadata: Record<string, string>,
  currency = 'usd',
) {
  const fields = Object.entries(metadata).map(([name, value]): [string, string] => [`metadata[${name}]`, value])
  const made = await callEmulator(emulator, '/v1/payment_intents', [
    ['amount', '5000'],
    ['currency', currency],
    ...fields,
  ])
  const { client_secret: secret } = made as unknown as { client_secret: string }
  await confirmCard(emulator, secret, { number: TEST_CARD.succeeds })
  return made.id
}

test('assigns a payment to the academy it names, and one without a name to the database with its purchase', () => {
  const moves = [
    { formerHost: 'first.test', currentHost: 'second.test' },
    { formerHost: 'second.test', currentHost: 'now.test' },
    { formerHost: 'other.test', currentHost: 'copy.test' },
    { formerHost: 'now.test', currentHost: 'first.test' },
  ]
  const former = getFormerHosts('now.test', moves)
  expect(former).toEqual(new Set(['second.test', 'first.test', 'now.test']))
  const hosts = { current: 'now.test', former, home: 'now.test', academyId: undefined }
  const whose = (academy: string | undefined, hasPurchase: boolean, home: string | undefined = hosts.home) =>
    getOwnership({ ...hosts, home }, { academy, hasPurchase })
  const named = ['now.test', 'first.test', 'other.test', '', undefined]
  expect(named.map((academy) => whose(academy, true))).toEqual(['ours', 'ours', 'unconfirmed', 'unconfirmed', 'ours'])
  expect(named.map((academy) => whose(academy, false))).toEqual(['ours', 'ours', 'foreign', 'foreign', 'foreign'])
  expect(whose(undefined, true, 'original.test')).toBe('unconfirmed')
})

test('refunds no payment of another academy on the same account, by command or by support', async () => {
  const academy = await createOpenPayment()
  const { deps, db, pool } = academy
  const support = await academy.member({ role: 'support' })
  const theirs = [
    await createForeignPayment(academy, { academy: 'other.test', purchase_id: crypto.randomUUID() }),
    // This payment's metadata contains our purchase ID and the academy to which it really belongs.
    await createForeignPayment(academy, { academy: 'other.test', purchase_id: academy.purchaseId }),
    // These could be payments of an academy with an earlier version, or of an unrelated program.
    await createForeignPayment(academy, { purchase_id: crypto.randomUUID() }),
    await createForeignPayment(academy, { purchase_id: 'A-1' }),
    await createForeignPayment(academy, {}),
  ]
  for (const intentId of theirs) {
    for (const by of [OPERATOR, toStaff({ id: support.id, role: 'support' })])
      await expect(refundOrder(deps, { by, orderNumber: intentId })).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(`This academy has no payment ${intentId}.`),
      })
    expect(await deps.payments.listRefunds(intentId)).toEqual([])
  }
  // The operator is not notified of these, either at once or daily.
  for (const { id, type } of await readEvents(academy.emulator)) {
    const intentId = type === 'payment_intent.succeeded' ? theirs.shift() : undefined
    if (intentId !== undefined)
      await processEvent(deps, {
        id,
        type,
        intentId,
        createdAt: new Date(),
        isLive: false,
        objectId: undefined,
        status: undefined,
        refund: undefined,
      })
  }
  expect(theirs).toEqual([])
  await reportUnmatchedPayments(deps)
  await followUpPaymentIssues(deps)
  expect(await academy.jobs()).toEqual([])
  expect((await db.execute(sql`select from payment_troubles`)).rows).toEqual([])
  expect(await readEventKinds(pool)).toEqual([])
})

test('refunds a payment that names our address even when its purchase is gone', async () => {
  const academy = await createOpenPayment()
  const lost = await createForeignPayment(academy, { academy: 'academy.test', purchase_id: crypto.randomUUID() })
  expect(await refundOrder(academy.deps, { by: OPERATOR, orderNumber: lost })).toMatchObject({
    order: undefined,
    given: { amount: 5_000 },
  })
})

test('lets a copy at another address settle, cancel, number, and email nothing of the original until the owner confirms the move', async () => {
  const academy = await createOpenPayment()
  const { deps, db, nurse, purchaseId, intentId, pay, stored, jobs, setTime, emulator } = academy
  await recordHomeAddress(deps)
  const copy = createCopy(deps)
  await recordHomeAddress(copy)
  const day = (days: number) => setTime(new Date(Date.now() + days * 24 * 60 * 60_000))

  // After a day, the purchase is unfinished, and nothing has replaced it. The copy leaves it unchanged at the provider.
  day(1.1)
  await reconcilePayments(copy)
  expect((await deps.payments.readIntent(intentId))?.status).toBe('requires_payment_method')
  expect(await stored()).toMatchObject({ state: 'pending' })

  await pay()
  for (let n = 0; n < 2; n += 1) await reconcilePayments(copy)
  await expect(confirmPayment(copy, nurse.id, { kind: 'course', purchaseId, intentId })).rejects.toMatchObject({
    code: 'payment_mismatch',
  })
  await expect(adoptPayment(copy, { intentId, memberId: nurse.id, slug: undefined, by: OPERATOR })).rejects.toThrow(
    /belongs to the academy at academy\.test.*confirm-former-address academy\.test/,
  )
  // The copy neither changes nor deletes the original's customers at the provider.
  const [customer] = await db.select().from(providerCustomers)
  await db.update(members).set({ email: 'other@nurse.test' }).where(eq(members.id, nurse.id))
  await syncCustomerEmail(copy, nurse.id)
  await eraseCustomer(copy, nurse.id)
  const shown = await fetch(`${emulator.url}/v1/customers/${customer?.customerId}`, {
    headers: { authorization: `Bearer ${emulator.secretKey}` },
  })
  expect(await shown.json()).toMatchObject({ id: customer?.customerId, email: nurse.email })
  expect(await db.select().from(providerCustomers)).toEqual([customer])
  // In the copy, staff can refund an order that it has. The refund is recorded when the move is confirmed.
  const refund = await refundOrder(copy, { by: OPERATOR, orderNumber: intentId, amount: cents(500) })
  expect(refund).toMatchObject({ given: { amount: 500 }, isWritten: 'unconfirmed' })
  expect(describeRefund(refund, 'UTC')).toMatchObject({
    isDone: true,
    text: expect.stringMatching(/\$5\.00 refunded\. .*confirm-former-address/),
  })
  await callEmulator(emulator, '/stand-in/disputes', { payment_intent: intentId, amount: '1000' })
  await reconcilePayments(copy)
  await reportUnmatchedPayments(copy)
  await followUpPaymentIssues(copy)
  expect(await stored()).toMatchObject({ state: 'pending', paidAt: null })
  expect(await db.select().from(invoices)).toEqual([])
  expect(await jobs()).toEqual([])

  await expect(confirmFormerAddress(copy, { typed: 'http://copy.test/', by: OPERATOR })).rejects.toThrow('PUBLIC_URL')
  await expect(confirmFormerAddress(copy, { typed: 'not a host', by: OPERATOR })).rejects.toMatchObject({
    code: 'invalid',
  })
  // A move that was confirmed for another host doesn't apply to this one.
  await confirmFormerAddress(createCopy(deps, 'http://third.test'), { typed: 'academy.test', by: OPERATOR })
  await reconcilePayments(copy)
  expect(await stored()).toMatchObject({ state: 'pending' })

  expect(await confirmFormerAddress(copy, { typed: 'https://Academy.test/', by: OPERATOR })).toMatchObject({
    formerHost: 'academy.test',
    isNew: true,
  })
  expect(await confirmFormerAddress(copy, { typed: 'academy.test', by: OPERATOR })).toMatchObject({ isNew: false })
  // Events since then are processed again, no matter how old they are.
  await reconcilePayments(copy)
  expect(await stored()).toMatchObject({ state: 'disputed', refundedCents: 500 })
  expect(await db.select().from(invoices)).toHaveLength(2)
  expect(await readEventKinds(academy.pool)).toContain('academy.former_address')
})

test('reports a refund that failed before the owner confirmed the move, also of a payment bought after the backup', async () => {
  const { db, deps, emulator, intentId, pay } = await createOpenPayment()
  await recordHomeAddress(deps)
  await pay()
  await db.delete(purchases)
  const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber: intentId, amount: cents(1_000) })
  await callEmulator(emulator, `/stand-in/refunds/${given?.id}/fail`)
  const copy = createCopy(deps)
  await reconcilePayments(copy)
  await confirmFormerAddress(copy, { typed: 'academy.test', by: OPERATOR })
  await reconcilePayments(copy)
  expect((await getReportedIssues(db, deps.now())).refunds).toMatchObject([{ intentId, owedCents: 1_000 }])
})

test('leaves an invoice number unrecorded and unsent until the owner confirms the move', async () => {
  const { db, deps, intentId, nurse, pay, purchaseId, setTime } = await createOpenPayment()
  await recordHomeAddress(deps)
  await pay()
  await confirmPayment(deps, nurse.id, { kind: 'course', purchaseId, intentId })
  const copy = createCopy(deps)
  setTime(new Date(Date.now() + 120_000))
  await reconcilePayments(copy)
  await expect(recordNumbersBeforeEmail(copy, purchaseId)).rejects.toThrow('confirm-former-address academy.test')
  expect(await db.select().from(invoices)).toMatchObject([{ recordedAt: null }])

  await confirmFormerAddress(copy, { typed: 'academy.test', by: OPERATOR })
  await reconcilePayments(copy)
  expect((await deps.payments.readIntent(intentId))?.metadata['invoice']).toMatch(/^TEST-INV-000001 /)
  await recordNumbersBeforeEmail(copy, purchaseId)
})

test('does not ask the buyer to pay again while a payment at another address is unconfirmed', async () => {
  const { as, nurse, slug, intentId, emulator } = await createOpenPayment()
  await callEmulator(emulator, `/v1/payment_intents/${intentId}`, { 'metadata[academy]': 'other.test' })
  const again = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  expect(again).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('our web address was different') },
  })
})

test('adopts a payment with its coupon, but not one in another currency than the product', async () => {
  const academy = await createOpenPayment()
  const { deps, db, member } = academy
  const { id: productId } = await academy.course()
  const [coupon] = await db
    .insert(coupons)
    .values({ code: 'SPRING20', percentOff: 20, isForAllProducts: true })
    .returning()
  const sold = { academy: 'academy.test', product_id: productId, list_price: '6250', coupon_id: coupon?.id ?? '' }
  const adopt = async (currency: string) => {
    const intentId = await createForeignPayment(academy, { ...sold, purchase_id: randomUUID() }, currency)
    const adoption = { intentId, memberId: (await member()).id, slug: undefined, by: OPERATOR }
    return adoptPayment(deps, { ...adoption, isForOtherBuyer: true })
  }
  expect((await adopt('usd')).order).toMatchObject({
    state: 'paid',
    couponId: coupon?.id,
    discountCents: 1_250,
    orderNumber: expect.stringMatching(/^[A-F][0-9A-F]{11}$/),
  })
  await expect(adopt('eur')).rejects.toThrow('This payment is in EUR, and the academy sells in USD.')
})

test('adopts a payment under the title at which its item was sold', async () => {
  const { deps, db, nurse, intentId, pay, stored } = await createOpenPayment()
  await pay()
  const { itemName } = (await stored()) ?? {}
  await db.delete(purchases)
  await db.update(products).set({ title: 'New title' })
  await adoptPayment(deps, { intentId, memberId: nurse.id, slug: undefined, by: OPERATOR })
  expect(await stored()).toMatchObject({ itemName })
})

test('gives each of several simultaneous calls the one order of an adopted payment', async () => {
  const { deps, db, nurse, intentId, pay } = await createOpenPayment()
  await pay()
  await db.delete(purchases)
  const adoption = { intentId, memberId: nurse.id, slug: undefined, by: OPERATOR }
  const adopted = await Promise.all(Array.from({ length: 4 }, () => adoptPayment(deps, adoption)))
  expect(adopted.filter(({ isNew }) => isNew)).toHaveLength(1)
  expect(new Set(adopted.map(({ order }) => order.orderNumber)).size).toBe(1)
  expect(await db.select().from(purchases)).toMatchObject([{ state: 'paid' }])
})

test('does not adopt a payment whose order had expired, but says to refund it', async () => {
  const { deps, db, nurse, intentId, pay, stored } = await createOpenPayment()
  await pay()
  await db.update(purchases).set({ state: 'expired', endedAt: new Date() })
  const adoption = { intentId, memberId: nurse.id, slug: undefined, by: OPERATOR }
  const { orderNumber } = (await stored()) ?? {}
  await expect(adoptPayment(deps, adoption)).rejects.toThrow(
    `(expired), so it can't be delivered. Refund it: npm run academy -- refund ${orderNumber}`,
  )
})

test('adopts a payment only for the product that it shows', async () => {
  const { deps, db, nurse, slug, intentId, pay, course } = await createOpenPayment()
  await pay()
  await db.delete(purchases)
  const adopt = (product: string) => adoptPayment(deps, { intentId, memberId: nurse.id, slug: product, by: OPERATOR })
  const other = await course({ title: 'Ethics' })
  await expect(adopt(other.slug)).rejects.toThrow(
    /^This payment is not for Ethics: Stripe shows .+\. To create the order for that product, leave out --product\.$/,
  )
  expect(await db.select().from(purchases)).toEqual([])
  expect((await adopt(slug)).order.state).toBe('paid')
})

test("stores the buyer's customer with an adopted order, so that erasing the buyer deletes it", async () => {
  const { deps, db, nurse, intentId, pay } = await createOpenPayment()
  await pay()
  const [customer] = await db.select().from(providerCustomers)
  await db.delete(purchases)
  await db.delete(providerCustomers)
  await adoptPayment(deps, { intentId, memberId: nurse.id, slug: undefined, by: OPERATOR })
  await eraseCustomer(deps, nurse.id)
  expect(await deps.payments.customers.find(customer?.customerId ?? '')).toBeUndefined()
})

test('creates an order again for an erased buyer, with its invoice number, but without email', async () => {
  const { deps, db, mailbox, nurse, intentId, pay, purchaseId, runJobs } = await createOpenPayment()
  await pay()
  await deps.payments.writeMetadata(intentId, { invoice: 'TEST-INV-000007 2026-11-20' })
  await db.delete(purchases)
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  const adopt = () => adoptPayment(deps, { intentId, memberId: nurse.id, slug: undefined, by: OPERATOR })
  await expect(adopt()).resolves.toMatchObject({
    isNew: true,
    order: { id: purchaseId, state: 'paid', cardLast4: null },
  })
  await eraseCustomer(deps, nurse.id)
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.delete(invoices)
    await tx.delete(purchases)
  })
  expect((await adopt()).order.state).toBe('paid')
  expect(await db.select().from(invoices)).toMatchObject([{ number: 7, issuedOn: '2026-11-20' }])
  await runJobs()
  expect(await mailbox()).toEqual([])
})

test('after a restore, repeats no invoice number of an unknown address that sold the same products', async () => {
  const academy = await createOpenPayment()
  const { deps, db } = academy
  const { id: productId } = await academy.course()
  const sold = { purchase_id: randomUUID(), product_id: productId, invoice: 'TEST-INV-000006 2026-11-20' }
  const intentId = await createForeignPayment(academy, { ...sold, academy: 'temporary.test' })
  const other = { purchase_id: randomUUID(), product_id: randomUUID(), invoice: 'TEST-INV-000900 2026-11-20' }
  await createForeignPayment(academy, { ...other, academy: 'other.test' })
  await db.insert(restores).values({ madeAt: new Date(Date.now() - 60 * 60_000), restoredAt: new Date() })
  expect(await readNumbers(deps)).toMatchObject({ sellingAddresses: ['temporary.test'], withoutOrder: [] })
  const gaps = await listInvoiceGaps(db)
  expect(gaps.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
  expect(gaps.at(-1)).toMatchObject({ intentId })
})
