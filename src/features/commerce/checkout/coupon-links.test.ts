import { expect, test } from 'vitest'
import { createCoupon, endCoupon } from '#features/commerce/coupons/coupons.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'

const PRICE = '/Academy/api/checkout/coupon/'
const TERMS = { percentOff: 20, centsOff: null, validFrom: null, validUntil: null, maxUses: null, maxUsesPerMember: 1 }

test('shows a visitor the price with a coupon, or why no one can use it', async () => {
  const { as, deps, course, member } = await testAcademy()
  const ethics = await course({ priceCents: 29_900 })
  const other = await course()
  await createCoupon(deps, { ...TERMS, code: 'SPRING20', slugs: [ethics.slug], maxUses: 1, by: OPERATOR })
  const price = (coupon: string, productId = ethics.slug) => as(undefined).post(PRICE, { productId, coupon })
  expect(await price('spring 20')).toMatchObject({
    status: 200,
    body: { list_price: '299.00', price: '239.20', coupon: 'SPRING20' },
  })
  const reason = async (...asked: Parameters<typeof price>) => (await price(...asked)).body.fields?.coupon
  expect(await reason('<b>')).toEqual(['Coupon not found. Please check the spelling.'])
  expect(await reason('SPRING20', other.slug)).toEqual(['Coupon SPRING20 isn’t valid for this item.'])
  expect((await price('SPRING20', 'none')).status).toBe(404)
  const nurse = as(await member())
  expect(
    (await nurse.post('/Academy/create-payment-intent/', { courseId: ethics.slug, coupon: 'SPRING20' })).status,
  ).toBe(200)
  expect(await reason('SPRING20')).toEqual(['Coupon SPRING20 has reached its usage limit.'])
  await createCoupon(deps, { ...TERMS, code: 'OLD', slugs: [], by: OPERATOR })
  await endCoupon(deps, { code: 'OLD', by: OPERATOR })
  expect(await reason('OLD')).toEqual(['Coupon OLD has expired.'])
})

test('thirty wrong codes from one address stop guessing; links that many visitors open, and typos, never do', async () => {
  const { app, as, deps, course, setTime } = await testAcademy()
  const start = new Date()
  setTime(start)
  const { slug: productId } = await course()
  await createCoupon(deps, { ...TERMS, code: 'SPRING20', slugs: [], by: OPERATOR })
  await createCoupon(deps, { ...TERMS, code: 'OLD', slugs: [], by: OPERATOR })
  await endCoupon(deps, { code: 'OLD', by: OPERATOR })
  const visitor = as(undefined)
  const ask = async (coupon: string) => (await visitor.post(PRICE, { productId, coupon })).status
  // A flyer with a misprint, an ended campaign, and a good link, each opened 40 times at one hospital.
  for (const [code, status] of [
    ['SPRNG20', 400],
    ['OLD', 400],
    ['SPRING20', 200],
  ] as const) {
    const first = await ask(code)
    const others = await Promise.all(Array.from({ length: 39 }, () => ask(code)))
    expect(new Set([first, ...others])).toEqual(new Set([status]))
  }

  const guesses = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(`GUESS-${n}`)))
  expect(guesses.filter((status) => status === 400).length).toBe(29)
  expect(await ask('SPRING20')).toBe(429)
  const elsewhere = await app.inject({
    method: 'POST',
    url: PRICE,
    remoteAddress: '10.0.0.1',
    payload: { productId, coupon: 'SPRING20' },
  })
  expect(elsewhere.statusCode).toBe(200)
  // Guesses that were refused don't become free later.
  setTime(new Date(start.getTime() + 61 * 60_000))
  const later = await Promise.all(Array.from({ length: 100 }, (_, n) => ask(`GUESS-${n}`)))
  expect(later.filter((status) => status === 429).length).toBeGreaterThan(30)
})

test('a member who enters a valid code many times at once leaves the address all its guesses', async () => {
  const { as, deps, course, member } = await testAcademy()
  const { slug: productId } = await course()
  await createCoupon(deps, { ...TERMS, code: 'SPRING20', slugs: [], by: OPERATOR })
  const nurse = as(await member())
  const price = () => nurse.post('/Academy/api/checkout/price/', { productId, coupon: 'SPRING20' })
  await Promise.all(Array.from({ length: 40 }, price))
  expect((await price()).status).toBe(200)
  for (let n = 0; n < 25; n += 1)
    expect((await as(undefined).post(PRICE, { productId, coupon: `GUESS-${n}` })).status).toBe(400)
})
