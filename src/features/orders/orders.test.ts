import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createCoupon } from '#features/coupons/coupons.public.ts'
import { purchases } from '#db/tables/ownership.ts'
import { testAcademy } from '../../../test/academy.ts'
import { OPERATOR } from '../../../test/audit.ts'
import { confirmCard, intentIdOf, TEST_CARD } from '../../../test/card-browser.ts'
import { readPdf } from '../../../test/pdf.ts'
import { countStatements } from '../../../test/statements.ts'

const ORDERS = '/Academy/api/account/orders/'

async function boughtWithCoupon() {
  const academy = await testAcademy()
  const { as, deps, standIn, db } = academy
  const [nurse, ethics] = [await academy.member(), await academy.course({ title: 'Ethics at the Table' })]
  const terms = { percentOff: 20, centsOff: null, validFrom: null, validUntil: null, mostUses: null }
  await createCoupon(deps, { code: 'SPRING20', by: OPERATOR, ...terms, mostUsesPerMember: 1, slugs: [] })
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', {
    courseId: ethics.slug,
    coupon: 'spring20',
  })
  await confirmCard(standIn, body.clientSecret, { number: TEST_CARD.succeeds })
  await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${intentIdOf(body.clientSecret)}`)
  const [purchase] = await db.select().from(purchases).where(eq(purchases.id, body.myDocsID))
  if (!purchase) throw new Error('nothing was bought')
  return { ...academy, nurse, ethics, purchase, invoice: `${ORDERS}${purchase.orderNumber}/invoice/` }
}

test('a sale is confirmed by one receipt with its invoice', async () => {
  const { runJobs, mailbox, nurse, purchase, ethics } = await boughtWithCoupon()
  await runJobs()
  const letters = await mailbox()
  expect(letters).toMatchObject([{ to: nurse.email, subject: 'Your receipt: Ethics at the Table' }])
  const [letter] = letters
  for (const words of [
    `Order: ${purchase.orderNumber}`,
    'Item: Ethics at the Table',
    'Price: $299.00',
    'Discount (SPRING20): −$59.80',
    'Total: $239.20',
    'Paid with: Visa ending in 4242',
    'Sold by Legal Nurse Academy',
    `/MyAcademy/${ethics.slug}`,
  ])
    expect(letter?.text).toContain(words)
  expect(letter?.text).not.toContain('Tax')
  expect(letter?.html).toContain('$239.20')
  expect(letter?.attachments).toMatchObject([
    { filename: `Invoice ${purchase.orderNumber}.pdf`, contentType: 'application/pdf' },
  ])
})

test('the history lists what was ordered, newest first, in one statement beside the session’s', async () => {
  const { as, nurse, purchase, course, purchase: made, ethics, db, deps, member } = await boughtWithCoupon()
  const free = await course({ title: 'Free One', priceCents: 0 })
  await as(nurse).post('/Academy/api/enroll/', { productId: free.slug })
  await db.update(purchases).set({ refundedCents: 1_000 }).where(eq(purchases.id, made.id))
  let reply = await as(nurse).get(ORDERS)
  const statements = await countStatements(async () => {
    reply = await as(nurse).get(ORDERS)
  })
  expect(statements).toBeLessThanOrEqual(3)
  const today = deps.now().toISOString().slice(0, 10)
  expect(reply.body).toEqual([
    expect.objectContaining({ item: 'Free One', total: '0.00', state: 'free', date: today }),
    {
      order_number: purchase.orderNumber,
      date: today,
      item: 'Ethics at the Table',
      kind: 'course',
      item_id: ethics.slug,
      total: '239.20',
      refunded: '10.00',
      state: 'partly_refunded',
    },
  ])
  expect((await as(await member()).get(ORDERS)).body).toEqual([])
  expect((await as(undefined).get(ORDERS)).status).toBe(401)
})

test('an invoice says who sold what to whom, for how much', async () => {
  const { as, nurse, invoice, app, purchase } = await boughtWithCoupon()
  const reply = await app.inject({ url: invoice, headers: { authorization: `Token ${nurse.token}` } })
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  const { text } = await readPdf(reply.rawPayload)
  for (const words of [
    `Order ${purchase.orderNumber}`,
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

test('invoices are drawn beside the thread where requests are answered, twenty an hour for a member', async () => {
  const { as, nurse, invoice, setTime } = await boughtWithCoupon()
  const download = () => as(nurse).get(invoice)
  const before = process.threadCpuUsage()
  const replies = await Promise.all(Array.from({ length: 30 }, download))
  const { user, system } = process.threadCpuUsage(before)
  // Drawn here, each took some 50 ms.
  expect((user + system) / 30 / 1_000).toBeLessThan(10)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = replies.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(refused[0]?.headers['retry-after']).toBe('3600')
  expect(refused[0]?.body.message).toBe('Too many attempts. Please try again in 60 minutes.')
  setTime(new Date(Date.now() + 61 * 60_000))
  expect((await download()).status).toBe(200)
})

test('somebody else’s order is as unknown as one that does not exist, and so is one that was never paid', async () => {
  const { as, nurse, member, invoice, course, db } = await boughtWithCoupon()
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
})

test('what was free from the start is confirmed by no mail', async () => {
  const { as, member, course, runJobs, mailbox } = await testAcademy()
  const nurse = await member()
  const { slug } = await course({ priceCents: 0 })
  expect((await as(nurse).post('/Academy/api/enroll/', { productId: slug })).status).toBe(200)
  await runJobs()
  expect(await mailbox()).toEqual([])
})
