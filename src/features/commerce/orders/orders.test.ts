import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createCoupon } from '#features/commerce/coupons/coupons.public.ts'
import { members } from '#db/tables/members.ts'
import { purchases } from '#db/tables/sales.ts'
import { siteSettings } from '#db/tables/site.ts'
import { refundOrder, reconcilePayments, notifyOperator } from '#features/commerce/payments/payments.public.ts'
import { UnavailableError } from '#shared/unavailable-error.ts'
import { formatDay, formatDate } from '#shared/dates.ts'
import { cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { readPdf } from '../../../../test/oracles/pdf.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

const ORDERS = '/Academy/api/account/orders/'

async function createCouponPurchase() {
  const academy = await testAcademy()
  const { as, deps, emulator, db } = academy
  const [nurse, ethics] = [await academy.member(), await academy.course({ title: 'Ethics at the Table' })]
  const terms = { percentOff: 20, centsOff: null, validFrom: null, validUntil: null, maxUses: null }
  await createCoupon(deps, { code: 'SPRING20', by: OPERATOR, ...terms, maxUsesPerMember: 1, slugs: [] })
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', {
    courseId: ethics.slug,
    coupon: 'spring20',
  })
  await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}`)
  const [purchase] = await db.select().from(purchases).where(eq(purchases.id, body.myDocsID))
  if (!purchase) throw new Error('nothing was bought')
  return {
    ...academy,
    sell: academy.purchase,
    nurse,
    ethics,
    purchase,
    invoice: `${ORDERS}${purchase.orderNumber}/invoice/`,
  }
}

test('confirms a sale with one receipt and its invoice', async () => {
  const { runJobs, mailbox, nurse, purchase, ethics, as, invoice, deps } = await createCouponPurchase()
  // Before a document is issued, its number is stored with the payment, where it can be found after a restore.
  expect((await as(nurse).get(invoice)).status).toBe(200)
  const paid = await deps.payments.readIntent(purchase.paymentIntentId ?? '')
  expect(paid?.metadata['invoice']).toMatch(/^TEST-INV-000001 /)
  await runJobs()
  const emails = await mailbox()
  expect(emails).toMatchObject([{ to: nurse.email, subject: 'Your receipt: Ethics at the Table' }])
  const [email] = emails
  for (const words of [
    `Order: ${purchase.orderNumber}`,
    'Invoice: TEST-INV-000001',
    'Item: Ethics at the Table',
    'Price: $299.00',
    'Discount (SPRING20): −$59.80',
    'Total: $239.20',
    'Paid with: Visa ending in 4242',
    'You can request a full refund within 14 days if you’ve completed at most a quarter of the lectures',
    'haven’t requested the certificate. To request one, please contact us',
    'http://academy.test/TermsOfService/#refunds',
    'Sold by Legal Nurse Academy',
    `/MyAcademy/${ethics.slug}`,
  ])
    expect(email?.text).toContain(words)
  expect(email?.text).not.toContain('Tax')
  expect(email?.html).toContain('$239.20')
  expect(email?.attachments).toMatchObject([
    { filename: 'Invoice TEST-INV-000001.pdf', contentType: 'application/pdf' },
  ])
})

test("lists orders newest first, in one statement besides the session's", async () => {
  const { as, nurse, purchase, course, ethics, deps, member } = await createCouponPurchase()
  const free = await course({ title: 'Free One', priceCents: 0 })
  await as(nurse).post('/Academy/api/enroll/', { productId: free.slug })
  await refundOrder(deps, { by: OPERATOR, ...purchase, amount: cents(1_000) })
  // A number is hidden until it is stored at the card provider. Otherwise, it could be issued again after a restore.
  let reply = await as(nurse).get(ORDERS)
  expect(reply.body[1]).toMatchObject({ refunded: '10.00', invoice_number: null, credit_notes: [] })
  await reconcilePayments(deps)
  const statements = await countStatements(async () => {
    reply = await as(nurse).get(ORDERS)
  })
  expect(statements).toBeLessThanOrEqual(3)
  const today = deps.now().toISOString().slice(0, 10)
  expect(reply.body).toEqual([
    expect.objectContaining({ item: 'Free One', total: '0.00', state: 'free', date: today, invoice_number: null }),
    {
      order_number: purchase.orderNumber,
      date: today,
      item: 'Ethics at the Table',
      kind: 'course',
      item_id: ethics.slug,
      total: '239.20',
      refunded: '10.00',
      invoice_number: 'TEST-INV-000001',
      credit_notes: [expect.objectContaining({ number: 'TEST-CN-000001', amount: '10.00' })],
      state: 'partly_refunded',
    },
  ])
  expect((await as(await member()).get(ORDERS)).body).toEqual([])
  expect((await as(undefined).get(ORDERS)).status).toBe(401)
})

test('prints seller, buyer, item, and amount on an invoice', async () => {
  const { as, nurse, invoice, app, purchase } = await createCouponPurchase()
  const reply = await app.inject({ url: invoice, headers: { authorization: `Token ${nurse.token}` } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  const { text } = await readPdf(reply.rawPayload)
  for (const words of [
    `Order ${purchase.orderNumber}`,
    'TEST-INV-000001',
    'no real money was charged',
    'Legal Nurse Academy',
    'Nora Nightingale',
    nurse.email,
    'Ethics at the Table',
    '$299.00',
    'SPRING20',
    '$59.80',
    '$239.20',
    'Paid with Visa ending in 4242.',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('Tax')
  expect((await as(nurse).get(invoice.replace(/\/$/, ''))).status).toBe(200)
})

test('draws invoices in a worker thread and limits a member to twenty an hour', async () => {
  const { as, nurse, invoice, setTime, runJobs } = await createCouponPurchase()
  // When the receipt is sent, the invoice number is stored with the payment.
  await runJobs()
  const download = () => as(nurse).get(invoice)
  // The clock stands still, because in the next second, a retry would have to wait one second longer.
  setTime(new Date())
  const before = process.threadCpuUsage()
  const replies = await Promise.all(Array.from({ length: 30 }, download))
  const { user, system } = process.threadCpuUsage(before)
  // If they were drawn on this thread, each would take about 50 ms.
  expect((user + system) / 30 / 1_000).toBeLessThan(10)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(refused[0]?.headers['retry-after']).toBe('3600')
  expect(refused[0]?.body.message).toBe('Too many attempts. Try again in 60 minutes.')
  setTime(new Date(Date.now() + 61 * 60_000))
  expect((await download()).status).toBe(200)
})

test('leaves an issued invoice unchanged and adds a credit note for a refund', async () => {
  const { as, nurse, member, invoice, app, db, deps, emulator, purchase } = await createCouponPurchase()
  const read = async (url: string) => {
    const reply = await app.inject({ url, headers: { authorization: `Token ${nurse.token}` } })
    return { name: reply.headers['content-disposition'], text: (await readPdf(reply.rawPayload)).text }
  }
  const before = await read(invoice)
  await db.insert(siteSettings).values({ settings: { name: 'Renamed School', tax_number: 'EIN 12-3456789' } })
  await db.update(members).set({ lastName: 'Renamed' })
  await callEmulator(emulator, '/v1/refunds', { payment_intent: purchase.paymentIntentId ?? '', amount: '5000' })
  await reconcilePayments(deps)
  await refundOrder(deps, { by: OPERATOR, ...purchase })
  await reconcilePayments(deps)
  expect(await read(invoice)).toEqual(before)

  const [order] = (await as(nurse).get(ORDERS)).body
  expect(order).toMatchObject({
    invoice_number: 'TEST-INV-000001',
    credit_notes: [
      { number: 'TEST-CN-000001', amount: '50.00' },
      { number: 'TEST-CN-000002', amount: '189.20' },
    ],
  })
  const addresses = order.credit_notes.map(
    ({ id }: { id: string }) => `${ORDERS}${purchase.orderNumber}/credit-notes/${id}/`,
  )
  const notes = await Promise.all(addresses.map(read))
  expect(notes[0]).toMatchObject({
    name: expect.stringMatching(/^attachment; filename="Credit note TEST-CN-000001\.pdf"/),
  })
  for (const words of [
    'Credit note',
    'invoice TEST-INV-000001',
    'Nora Nightingale',
    '$50.00',
    'of that invoice is $189.20',
  ])
    expect(notes[0]?.text).toContain(words)
  expect(notes[1]?.text).toContain('That invoice is now fully credited.')
  expect(notes[1]?.text).not.toContain('Renamed')
  expect((await as(await member()).get(addresses[0])).status).toBe(404)
  expect((await as(nurse).get(`${ORDERS}${purchase.orderNumber}/credit-notes/1/`)).status).toBe(404)
})

test('mentions the bank only on the credit note for a lost dispute, whenever each is first opened', async () => {
  const { as, nurse, app, deps, emulator, purchase } = await createCouponPurchase()
  const payment_intent = purchase.paymentIntentId ?? ''
  await callEmulator(emulator, '/v1/refunds', { payment_intent, amount: '5000' })
  await reconcilePayments(deps)
  const { id } = await callEmulator(emulator, '/stand-in/disputes', { payment_intent, amount: '4000' })
  await callEmulator(emulator, `/stand-in/disputes/${id}/close`, { status: 'lost' })
  await reconcilePayments(deps)
  await refundOrder(deps, { by: OPERATOR, ...purchase })
  await reconcilePayments(deps)
  const [order] = (await as(nurse).get(ORDERS)).body
  const mentions = []
  for (const { id: note } of order.credit_notes) {
    const url = `${ORDERS}${purchase.orderNumber}/credit-notes/${note}/`
    const reply = await app.inject({ url, headers: { authorization: `Token ${nurse.token}` } })
    const { text } = await readPdf(reply.rawPayload)
    mentions.push([
      text.includes('disputed'),
      text.replaceAll(/\s+/g, ' ').includes('the bank returned $40.00 of this credit'),
    ])
  }
  expect(mentions).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ])
})

test('prints billing details on later invoices, on earlier ones only when requested and dated, and never twice', async () => {
  const { as, nurse, member, invoice, app, deps } = await createCouponPurchase()
  const BILLING = '/Academy/api/account/billing/'
  const text = async () => {
    const reply = await app.inject({ url: invoice, headers: { authorization: `Token ${nurse.token}` } })
    return (await readPdf(reply.rawPayload)).text
  }
  const bare = await text()
  expect((await as(nurse).get(BILLING)).body).toEqual({ company: '', address: '', tax_number: '', bare_invoices: 1 })
  const details = { company: ' Nightingale  LLC ', address: '1 Lamp Street\r\n\n Springfield', tax_number: 'EIN 9' }
  const saved = { company: 'Nightingale LLC', address: '1 Lamp Street\nSpringfield', tax_number: 'EIN 9' }
  expect((await as(nurse).post(BILLING, details)).body).toEqual({ ...saved, bare_invoices: 1 })
  expect(await text()).toBe(bare)
  const added = await as(nurse).post(BILLING, { ...details, add_to_earlier: true })
  expect(added.body).toEqual({ ...saved, bare_invoices: 0 })
  const day = formatDate(formatDay(deps.now(), 'UTC'), 'en-US', 'long')
  for (const words of ['Nightingale LLC', 'Nora Nightingale', 'EIN 9', `Billing details added on ${day}.`])
    expect(await text()).toContain(words)
  const whole = await text()
  await as(nurse).post(BILLING, { ...details, company: 'Another LLC', add_to_earlier: true })
  expect(await text()).toBe(whole)

  const wrong = await as(nurse).post(BILLING, { company: '李', address: 'x\n'.repeat(7), tax_number: 'x'.repeat(61) })
  expect(wrong.status).toBe(400)
  expect(Object.keys(wrong.body).toSorted()).toEqual(expect.arrayContaining(['address', 'company', 'tax_number']))
  expect((await as(nurse).get(BILLING)).body).toMatchObject({ company: 'Another LLC' })
  expect((await as(await member()).get(BILLING)).body).toMatchObject({ company: '', bare_invoices: 0 })
})

test("answers another member's order and a never-paid order like a missing one", async () => {
  const { as, nurse, member, invoice, course, db, sell } = await createCouponPurchase()
  const stranger = as(await member())
  const missing = await stranger.get(`${ORDERS}000000000000/invoice/`)
  expect(missing).toMatchObject({ status: 404, body: { code: 'not_found' } })
  const other = await stranger.get(invoice)
  expect({ status: other.status, body: other.body }).toEqual({ status: 404, body: missing.body })
  expect((await as(undefined).get(invoice)).status).toBe(401)

  const { slug } = await course()
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  const [open] = await db.select().from(purchases).where(eq(purchases.id, body.myDocsID))
  expect((await as(nurse).get(`${ORDERS}${open?.orderNumber}/invoice/`)).status).toBe(404)
  expect((await as(nurse).get(ORDERS)).body).toHaveLength(1)

  // This order is paid but has no invoice. No message may say that nothing was paid.
  const bare = await sell(nurse.id, (await course()).id)
  const [paid] = await db.select().from(purchases).where(eq(purchases.id, bare))
  const reply = await as(nurse).get(`${ORDERS}${paid?.orderNumber}/invoice/`)
  expect(reply).toMatchObject({ status: 404, body: { message: 'This order has no invoice yet. Please contact us.' } })
})

test('sends no email and issues no invoice for a purchase that was free from the start', async () => {
  const { as, member, course, runJobs, mailbox } = await testAcademy()
  const nurse = await member()
  const { slug } = await course({ priceCents: 0 })
  expect((await as(nurse).post('/Academy/api/enroll/', { productId: slug })).status).toBe(200)
  await runJobs()
  expect(await mailbox()).toEqual([])
  const [order] = (await as(nurse).get(ORDERS)).body
  expect(await as(nurse).get(`${ORDERS}${order.order_number}/invoice/`)).toMatchObject({
    status: 404,
    body: { message: 'Nothing was paid for this order, so it has no invoice.' },
  })
})

test('logs an operator problem once, however often its email is retried', async () => {
  const logged: unknown[][] = []
  let isMailUp = false
  const { deps, pool, db, runJobs, mailbox } = await testAcademy({
    change: (standard) => ({
      ...standard,
      log: { info() {}, warn() {}, error: (...entry: unknown[]) => void logged.push(entry) },
      mail: {
        ...standard.mail,
        send: async (email) => {
          if (!isMailUp) throw new UnavailableError('the mail server', undefined)
          await standard.mail.send(email)
        },
      },
    }),
  })
  await db.insert(siteSettings).values({ settings: { email: 'office@academy.test' } })
  await deps.jobs.enqueue(db, notifyOperator, { sentence: 'The key is refused.', facts: { key: 'sk_1' } })
  for (let tries = 0; tries < 3; tries += 1) {
    await expect(runJobs()).rejects.toThrow('the mail server is unavailable')
    await pool.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  }
  isMailUp = true
  await runJobs()
  expect(logged).toEqual([[{ key: 'sk_1' }, 'The key is refused.']])
  expect(await mailbox()).toMatchObject([{ to: 'office@academy.test' }])
})
