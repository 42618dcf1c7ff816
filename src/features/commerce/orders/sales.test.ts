import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { issueInvoice, refundOrder, reconcilePayments } from '#features/commerce/payments/payments.public.ts'
import { purchases } from '#db/tables/sales.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { SALES_CSV_HEAD, formatSalesCsvLine, type SalesRow } from './sales.rules.ts'
import { streamMonthlySales } from './sales.service.ts'

const ROW: SalesRow = {
  kind: 'refund',
  date: '2026-10-31',
  number: 'CN-000001',
  order: '7C41F09A52BD',
  product: 'Ethics, "at the Table"',
  buyer: 'nora@example.com',
  net: -1_250,
  tax: 0,
  taxPlace: 'NY 10001, United States',
  gross: -1_250,
  currency: 'USD',
  coupon: '',
  discount: 500,
  fee: null,
  payment: 'pi_1',
}

test('quotes CSV fields where necessary and keeps amounts numeric', () => {
  expect(SALES_CSV_HEAD).toBe(
    '\uFEFFDate,Kind,Number,Order,Product,Buyer,Net,Tax,Tax location,Gross,Currency,Coupon,Payment,Discount,Fee\r\n',
  )
  expect(formatSalesCsvLine(ROW)).toBe(
    '2026-10-31,refund,CN-000001,7C41F09A52BD,"Ethics, ""at the Table""",nora@example.com,-12.50,0.00,"NY 10001, United States",-12.50,USD,,pi_1,5.00,\r\n',
  )
})

test.each(['=1+2', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
  'escapes %j so that a spreadsheet does not run it as a formula',
  (text) => {
    const [, , , , product = '', buyer = ''] = formatSalesCsvLine({ ...ROW, product: text, buyer: text }).split(',')
    for (const cell of [product, buyer]) expect(cell.replace(/^"/, '')).toMatch(/^'/)
  },
)

test("lists a month's sales and refunds of one mode with totals, in two statements", async () => {
  const { as, db, deps, emulator, member, course, purchase } = await testAcademy()
  const { slug } = await course({ title: 'Ethics', priceCents: 10_000 })
  const nurse = await member()
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  const payment = getIntentId(body.clientSecret)
  await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${payment}`)
  await callEmulator(emulator, '/v1/refunds', { payment_intent: payment, amount: '2500' })
  await reconcilePayments(deps)
  const [sold] = await db.select().from(purchases).where(eq(purchases.id, body.myDocsID))
  await refundOrder(deps, { by: OPERATOR, orderNumber: sold?.orderNumber ?? '' })
  // Issues an invoice for test money, and one with a date in another month.
  const issue = async (isLive: boolean, day: string) => {
    const id = await purchase((await member()).id, (await course()).id)
    const [row] = await db.update(purchases).set({ isLive }).where(eq(purchases.id, id)).returning()
    if (row) await db.transaction((tx) => issueInvoice(tx, row, new Date(day)))
  }
  const month = deps.now().toISOString().slice(0, 7)
  await issue(true, deps.now().toISOString())
  await issue(false, '2025-02-28T23:59:59Z')

  const read = async (of: string, isLive = false) => {
    const rows: SalesRow[] = []
    const wanted = { month: of, isTest: !isLive }
    const totals = await streamMonthlySales({ db }, wanted, async (part) => void rows.push(...part))
    return { rows, totals }
  }
  expect(await countStatements(async () => void (await read(month)))).toBeLessThanOrEqual(3)
  // Until the number is stored at the card provider, it could be issued again after a restore. So the amount counts,
  // but the number is hidden.
  expect((await read(month)).rows.at(-1)).toMatchObject({ kind: 'refund', number: '', net: -7_500 })
  await reconcilePayments(deps)
  const { rows, totals } = await read(month)
  const facts = { order: sold?.orderNumber, product: 'Ethics', buyer: nurse.email, currency: 'USD', payment }
  expect(rows).toMatchObject([
    { ...facts, kind: 'sale', number: 'TEST-INV-000001', net: 10_000, gross: 10_000 },
    { ...facts, kind: 'refund', number: 'TEST-CN-000001', net: -2_500 },
    { ...facts, kind: 'refund', number: 'TEST-CN-000002', net: -7_500, tax: 0 },
  ])
  expect(totals).toMatchObject([{ currency: 'USD', sales: 1, refunds: 2, net: 0, tax: 0, gross: 0, refunded: 10_000 }])
  expect((await read(month, true)).rows).toMatchObject([{ gross: 29_900 }])
  expect((await read('2025-02')).rows).toMatchObject([{ number: 'TEST-INV-000002', date: '2025-02-28' }])
  expect((await read('2025-03')).totals).toEqual([])
})
