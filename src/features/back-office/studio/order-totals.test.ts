import { expect, test } from 'vitest'
import { createAcademyWithSales } from '../../../../test/harness/academy-with-sales.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const ORDERS = '/Academy/api/studio/orders/'

const sum = (sold: string, refunded: string, left: string, more: object = {}) => ({
  sums: [{ currency: 'USD', sold, refunded, left, ...more }],
})

test('totals real money by the dates of invoices and credit notes, matching the export', async () => {
  const { owner, support, depositions, reports, sell, giveBack, pool } = await createAcademyWithSales()
  const unrefunded = await sell(depositions.id, {
    day: '2026-10-01',
    cents: 9_000,
    discount: 1_000,
    coupon: 'TEN',
    fee: 291,
  })
  await sell(reports.id, { day: '2026-10-31', cents: 20_000 })
  const september = await sell(reports.id, { day: '2026-09-30', cents: 5_000, fee: 175 })
  await giveBack(september, 5_000, '2026-10-15', 'refunded')
  await giveBack(unrefunded, 4_000, '2026-11-02')
  // A test payment, and a sale from before the academy stored whether payments are tests, whose invoice has a number
  // for real money.
  const test = await sell(reports.id, { day: '2026-10-10', cents: 77_700, isLive: false })
  await giveBack(test, 77_700, '2026-10-11', 'refunded')
  await sell(depositions.id, { day: '2026-08-01', cents: 3_300, isLive: null })

  const sums = async (body: object) => (await support.post(`${ORDERS}sums/`, body)).body
  const october = { since: '2026-10-01', until: '2026-10-31' }
  const facts = { sales: 2, refunds: 1, discount: '10.00', tax: '0.00', fee: '2.91', fees_known: 1 }
  expect(await sums(october)).toMatchObject(sum('290.00', '50.00', '240.00', facts))
  expect(await sums({ since: '2026-11-01', until: '2026-11-30' })).toMatchObject(sum('0.00', '40.00', '-40.00'))
  expect(await sums({})).toMatchObject(sum('373.00', '90.00', '283.00', { sales: 4, refunds: 2 }))
  expect(await sums({ ...october, coupon: 'ten' })).toMatchObject(sum('90.00', '0.00', '90.00'))
  expect(await sums({ ...october, product: reports.slug })).toMatchObject(sum('200.00', '50.00', '150.00'))
  expect(await sums({ ...october, state: 'refunded' })).toMatchObject(sum('0.00', '50.00', '-50.00'))
  expect(await sums({ since: '2027-01-01' })).toEqual({ sums: [], may_export: false })
  expect((await recordStatements(async () => void (await sums(october)))).length).toBeLessThanOrEqual(3)

  const filters = [
    october,
    {},
    { ...october, product: reports.slug },
    { ...october, words: "o'neill \\' depositions" },
    { ...october, words: 'deposi\u0000tions' },
  ]
  for (const body of filters) {
    const { text, headers } = await owner.post(`${ORDERS}csv/`, body)
    expect(headers['content-type']).toMatch(/^text\/csv/)
    const lines = text.trimEnd().split('\r\n')
    const column = (lines[0] ?? '').split(',').indexOf('Gross')
    const total = lines.slice(1).reduce((all, line) => all + Math.round(Number(line.split(',')[column]) * 100), 0)
    const [first] = (await owner.post(`${ORDERS}sums/`, body)).body.sums
    expect([body, total]).toEqual([body, Math.round(Number(first?.left ?? 0) * 100)])
  }
  expect((await owner.post(`${ORDERS}csv/`, october)).headers['content-disposition']).toContain(
    'sales_2026-10-01_to_2026-10-31.csv',
  )
  expect((await support.post(`${ORDERS}csv/`, {})).status).toBe(404)
  const { rows } = await pool.query(
    `select subject_id as days, after from audit_events where kind = 'sales.exported' order by id limit 1`,
  )
  expect(rows).toEqual([{ days: '2026-10-01 to 2026-10-31', after: { isLive: true } }])
})

test('filters orders by product, coupon, money, local dates, and open issues', async () => {
  const { support, depositions, reports, sell, pool } = await createAcademyWithSales()
  const late = await sell(depositions.id, { day: '2026-10-31', cents: 9_000, discount: 1_000, coupon: 'TEN' })
  await sell(reports.id, { day: '2026-10-30', isLive: false })
  // 11:00 PM on October 31 in New York.
  await pool.query(`update purchases set paid_at = '2026-11-01T03:00:00Z' where id = $1`, [late])
  await pool.query(
    `insert into payment_troubles (intent_id, kind, since, looked_at) select payment_intent_id, 'dispute', now(), now() from purchases where id = $1`,
    [late],
  )
  const found = async (body: object) =>
    (await support.post(ORDERS, body)).body.orders.map(({ total }: { total: string }) => total)
  expect(await found({})).toEqual(['90.00', '100.00'])
  expect(await found({ product: reports.slug })).toEqual(['100.00'])
  expect(await found({ coupon: 'ten' })).toEqual(['90.00'])
  expect(await found({ money: 'real' })).toEqual(['90.00'])
  expect(await found({ money: 'test' })).toEqual(['100.00'])
  expect(await found({ since: '2026-10-31', until: '2026-10-31' })).toEqual(['90.00'])
  expect(await found({ since: '2026-11-01' })).toEqual([])
  expect(await found({ waits: 'dispute' })).toEqual(['90.00'])
  expect(await found({ waits: 'refund' })).toEqual([])
  expect((await support.post(ORDERS, { since: '2026-02-30' })).status).toBe(400)
  const { body: choices } = await support.get(`${ORDERS}choices/`)
  expect(choices).toMatchObject({
    products: [{ item: 'Depositions' }, { item: 'Reports' }],
    coupons: ['TEN'],
    first_day: expect.stringMatching(/-01$/),
  })
})
