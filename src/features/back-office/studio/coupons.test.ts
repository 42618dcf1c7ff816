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
        name: '',
        percent: 20,
        amount: null,
        products: [reports.slug],
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
        is_changeable: true,
        revision: expect.any(String),
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

test('reads the terms of a coupon as people type them', async () => {
  const { owner } = await createAcademyWithSales()
  const made = [
    {
      code: 'ONE',
      percent: '20%',
      since: '11/27/2026',
      until: 'Dec. 31st, 2026',
      limit: '1,000 uses',
      per_member: ' 2 ',
    },
    { code: 'TWO', amount: ' $1,299 usd' },
  ]
  for (const coupon of made) expect((await owner.post(`${COUPONS}new/`, coupon)).status).toBe(200)
  const { coupons } = (await owner.post(COUPONS, {})).body
  expect(coupons.slice(0, 2)).toMatchObject([
    { amount: '1299.00', worth: '$1,299.00 off', limit: null, per_member: 1 },
    { percent: 20, since: '2026-11-27', until: '2026-12-31', limit: 1_000, per_member: 2 },
  ])
  const refused = await owner.post(`${COUPONS}new/`, { code: 'NEW', percent: '0.2', since: '27/11/2026', limit: '1.5' })
  expect(refused.body.fields).toEqual({
    percent: ['This must be a whole number from 1 to 100, such as 20. We read it as 0.2%.'],
    since: ['This must start with the month, such as 11/27/2026.'],
    limit: ['This must be a whole number from 1 to 1,000,000,000.'],
  })
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

const TERMS = {
  name: '',
  percent: 50,
  amount: null,
  products: [],
  since: null,
  until: null,
  limit: null,
  per_member: 2,
}

test('changes a coupon as the staff member saw it, once, and not after it has ended', async () => {
  const { owner, support, reports, pool } = await createAcademyWithSales()
  const [ten] = (await owner.post(COUPONS, {})).body.coupons
  const change = (terms: object) => owner.post(`${COUPONS}TEN/change/`, { ...TERMS, revision: ten.revision, ...terms })
  const wanted = {
    ...TERMS,
    name: '<b>Spring & fall</b>',
    percent: null,
    amount: '12.50',
    products: [reports.slug],
    until: '2031-04-30',
    limit: 5,
  }
  const twice = await Promise.all([change(wanted), change(wanted)])
  expect(new Set(twice.map(({ body }) => body.message))).toEqual(
    new Set(['Coupon TEN changed.', 'Coupon TEN already has these settings.']),
  )
  const [changed] = (await support.post(COUPONS, {})).body.coupons
  expect(changed).toMatchObject({ ...wanted, worth: '$12.50 off', items: ['Reports'], code: 'TEN' })
  // Someone who saw the coupon before that change doesn't overwrite it.
  expect(await support.post(`${COUPONS}TEN/change/`, { ...TERMS, revision: ten.revision })).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: 'Someone else just changed TEN. Reload the page to see the change.' },
  })
  for (const [given, fields] of [
    [{ percent: 101 }, ['percent']],
    [{ percent: null, amount: '0' }, ['amount']],
    [{ name: 'x'.repeat(101) }, ['name']],
    [{ since: '2026-04-02', until: '2026-04-01' }, ['until']],
    [{ products: ['none'] }, ['products']],
  ] as const) {
    const { status, body } = await change({ revision: changed.revision, ...given })
    expect([given, status, Object.keys(body.fields ?? {})]).toEqual([given, 400, fields])
  }
  expect(await owner.post(`${COUPONS}NONE/change/`, { ...TERMS, revision: '' })).toMatchObject({ status: 404 })
  await owner.post(`${COUPONS}TEN/end/`, {})
  expect(await change({ revision: changed.revision })).toMatchObject({
    status: 400,
    body: { message: 'Coupon TEN has ended, so it can’t be changed. Create a new one.' },
  })
  const { rows } = await pool.query(`select before, after from audit_events where kind = 'coupon.changed'`)
  expect(rows).toEqual([
    {
      before: {
        worth: expect.stringContaining('off'),
        for: 'everything',
        until: null,
        uses: null,
        'uses per member': expect.any(Number),
      },
      after: {
        worth: '$12.50 off',
        for: [reports.slug],
        until: expect.stringContaining('2031-'),
        uses: 5,
        'uses per member': 2,
        name: 'changed',
      },
    },
  ])
})

test('gives a link to the pages where a coupon applies, with its QR code', async () => {
  const { owner, reports, depositions, pool } = await createAcademyWithSales()
  const link = (code: string, path: string | null) => owner.post(`${COUPONS}${code}/link/`, { path })
  await owner.post(`${COUPONS}new/`, { code: 'ONE', percent: 20, products: [reports.slug] })
  const { body } = await link('one', 'https://evil.example/')
  const path = body.path as string
  expect(path).toMatch(new RegExp(`^/(Course|Document)/${reports.slug}$`))
  expect(body).toEqual({
    pages: [{ path, name: 'Reports' }],
    path,
    address: expect.stringMatching(new RegExp(`^http.*${path}\\?coupon=ONE$`)),
    size: expect.any(Number),
    picture: expect.stringMatching(/^(M\d+ \d+h1v1h-1z)+$/),
  })
  const all = (await link('TEN', null)).body.pages.map(({ name }: { name: string }) => name)
  expect(all).toEqual(expect.arrayContaining(['Reports', 'Depositions']))
  await pool.query('update products set published_at = null where id = any($1)', [[reports.id, depositions.id]])
  expect(await link('ONE', null)).toMatchObject({ status: 404, body: { message: /Nothing to which/ } })
})
