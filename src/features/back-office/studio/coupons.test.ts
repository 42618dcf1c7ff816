import { expect, test } from 'vitest'
import { createAcademyWithSales } from '../../../../test/harness/academy-with-sales.ts'

const COUPONS = '/Academy/api/studio/coupons/'

test('lists coupons with their uses and discounts on real orders, and creates and ends one once', async () => {
  const { owner, support, depositions, reports, sell, pool } = await createAcademyWithSales()
  await sell(depositions.id, { day: '2026-10-01', cents: 9_000, discount: 1_000, coupon: 'TEN' })
  await sell(reports.id, { day: '2026-10-02', cents: 9_000, discount: 1_000, coupon: 'TEN', isLive: false })
  const made = {
    code: 'spring 20',
    percent: 20,
    products: [reports.slug],
    since: '2026-03-01',
    until: '2026-04-30',
    limit: 5,
  }
  expect((await support.post(`${COUPONS}new/`, made)).body.message).toBe('Coupon SPRING20 created.')
  const { body } = await support.post(COUPONS, {})
  expect(body).toEqual({
    coupons: [
      {
        code: 'SPRING20',
        worth: '20% off',
        items: ['Reports'],
        since: '2026-03-01',
        until: '2026-04-30',
        uses: 0,
        limit: 5,
        per_member: 1,
        orders: 0,
        took_off: '0.00',
        has_ended: true,
      },
      expect.objectContaining({ code: 'TEN', items: [], uses: 2, orders: 1, took_off: '10.00', has_ended: false }),
    ],
    is_more: false,
  })
  expect((await support.post(COUPONS, { after: 'SPRING20' })).body.coupons).toMatchObject([{ code: 'TEN' }])
  const orders = await owner.post('/Academy/api/studio/orders/', { coupon: 'TEN', money: 'real' })
  expect(orders.body.orders).toHaveLength(1)
  expect((await owner.post(`${COUPONS}TEN/end/`, {})).status).toBe(200)
  expect((await owner.post(`${COUPONS}TEN/end/`, {})).status).toBe(404)
  const { rows } = await pool.query(`select kind, subject_id from audit_events where kind like 'coupon%' order by id`)
  expect(rows.slice(-2)).toEqual([
    { kind: 'coupon.made', subject_id: 'SPRING20' },
    { kind: 'coupon.ended', subject_id: 'TEN' },
  ])
})

test('reports errors in a coupon on their field and creates nothing', async () => {
  const { owner } = await createAcademyWithSales()
  const good = { code: 'NEW', percent: 20 }
  for (const [given, fields] of [
    [{ code: '' }, ['code']],
    [{ code: 'a' }, ['code']],
    [{ code: 'ten' }, ['code']],
    [{ code: 'x'.repeat(41) }, ['code']],
    [{ percent: 0 }, ['percent']],
    [{ percent: 101 }, ['percent']],
    [{ percent: 2.5 }, ['percent']],
    [{ percent: null, amount: '-1' }, ['amount']],
    [{ percent: null, amount: '1e9' }, ['amount']],
    [{ percent: null, amount: '99999999999' }, ['amount']],
    [{ since: '2026-04-02', until: '2026-04-01' }, ['until']],
    [{ since: '2026-02-30' }, ['since']],
    [{ limit: 0 }, ['limit']],
    [{ per_member: 0 }, ['per_member']],
    [{ products: ['none'] }, ['products']],
    [{ percent: 0, limit: -1 }, ['percent', 'limit']],
  ] as const) {
    const { status, body } = await owner.post(`${COUPONS}new/`, { ...good, ...given })
    expect([given, status, Object.keys(body.fields ?? {}).toSorted()]).toEqual([given, 400, [...fields].toSorted()])
  }
  expect((await owner.post(COUPONS, {})).body.coupons).toMatchObject([{ code: 'TEN' }])
})
