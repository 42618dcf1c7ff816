import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createCoupon, endCoupon } from '#features/commerce/coupons/coupons.public.ts'
import { products } from '#db/tables/catalog.ts'
import { coupons, purchases } from '#db/tables/sales.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'

const PRICE = '/Academy/api/checkout/price/'
const PAY = '/Academy/create-payment-intent/'
const ENROLL = '/Academy/api/enroll/'

async function createAcademyWithCoupon(given: Partial<Parameters<typeof createCoupon>[1]> = {}) {
  const academy = await testAcademy()
  const { as, deps, db, emulator } = academy
  const ethics = await academy.course({ priceCents: 29_900 })
  const free = { percentOff: 20, centsOff: null, validFrom: null, validUntil: null, maxUses: null }
  await createCoupon(deps, { code: 'spring20', by: OPERATOR, ...free, maxUsesPerMember: 1, slugs: [], ...given })
  return {
    ...academy,
    ethics,
    nurse: await academy.member(),
    price: (member: Member, coupon?: string) => as(member).post(PRICE, { productId: ethics.slug, coupon }),
    open: (member: Member, coupon?: string) => as(member).post(PAY, { courseId: ethics.slug, coupon }),
    async pay(member: Member, clientSecret: string, myDocsID: string) {
      await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
      return as(member).post(`/Academy/api/myAcademy/payment/${myDocsID}/${getIntentId(clientSecret)}`)
    },
    purchaseOf: async (id: string) => (await db.select().from(purchases).where(eq(purchases.id, id)))[0],
  }
}

type Shop = Awaited<ReturnType<typeof createAcademyWithCoupon>>

describe('coupon', () => {
  test('shows the new total, charges it, and stores the coupon on the purchase', async () => {
    const { nurse, price, open, pay, purchaseOf, deps } = await createAcademyWithCoupon()
    expect((await price(nurse)).body).toEqual({
      list_price: '299.00',
      discount: '0.00',
      price: '299.00',
      tax: null,
      total: '299.00',
      coupon: null,
    })
    expect((await price(nurse, 'Spring20')).body).toEqual({
      list_price: '299.00',
      discount: '59.80',
      price: '239.20',
      tax: null,
      total: '239.20',
      coupon: 'SPRING20',
    })
    const { body } = await open(nurse, 'spring20')
    expect((await deps.payments.readIntent(getIntentId(body.clientSecret)))?.amount).toBe(23_920)
    expect((await pay(nurse, body.clientSecret, body.myDocsID)).body.response).toBe('SUCCESS')
    expect(await purchaseOf(body.myDocsID)).toMatchObject({
      state: 'paid',
      listPriceCents: 29_900,
      discountCents: 5_980,
      priceCents: 23_920,
      couponId: expect.any(String),
    })
  })

  test('ends the open payment when removed from or added to a purchase', async () => {
    const { nurse, open, purchaseOf, emulator, pay } = await createAcademyWithCoupon()
    const plain = (await open(nurse)).body
    const reduced = (await open(nurse, 'SPRING20')).body
    expect(reduced.myDocsID).not.toBe(plain.myDocsID)
    expect(await purchaseOf(plain.myDocsID)).toMatchObject({ state: 'expired' })
    // Another request with the same coupon finds the same payment, so it is not a second use of the coupon.
    expect((await open(nurse, 'spring 20')).body).toEqual(reduced)
    const again = (await open(nurse)).body
    expect(await purchaseOf(reduced.myDocsID)).toMatchObject({ state: 'expired' })
    for (const { clientSecret } of [plain, reduced]) {
      const late = await confirmCard(emulator, clientSecret, { number: TEST_CARD.succeeds })
      expect(late.error?.code).toBe('payment_intent_unexpected_state')
    }
    expect((await pay(nurse, again.clientSecret, again.myDocsID)).body.response).toBe('SUCCESS')
    expect(await purchaseOf(again.myDocsID)).toMatchObject({ discountCents: 0, couponId: null })
  })

  test("can't be used by the staff member who created it", async () => {
    const { deps, as, ethics, price, nurse, member } = await createAcademyWithCoupon()
    const maker = await member({ role: 'support' })
    await createCoupon(deps, {
      code: 'all-free',
      by: { kind: 'member', memberId: maker.id, role: 'support' },
      percentOff: 100,
      centsOff: null,
      validFrom: null,
      validUntil: null,
      maxUses: null,
      maxUsesPerMember: 1,
      slugs: [],
    })
    const refused = { status: 400, body: { fields: { coupon: [expect.stringContaining('You created this coupon')] } } }
    expect(await price(maker, 'ALL-FREE')).toMatchObject(refused)
    expect(await as(maker).post(ENROLL, { productId: ethics.slug, coupon: 'all-Free' })).toMatchObject(refused)
    expect((await price(nurse, 'ALL-FREE')).body).toMatchObject({ price: '0.00' })
  })

  test('keeps its price after it ends for buyers who started paying', async () => {
    const { nurse, open, pay, deps, price, member, pool } = await createAcademyWithCoupon()
    const { body } = await open(nurse, 'SPRING20')
    await endCoupon(deps, { code: 'spring20', by: OPERATOR })
    await expect(endCoupon(deps, { code: 'spring20', by: OPERATOR })).rejects.toThrow('no active coupon SPRING20')
    expect(await readEventKinds(pool)).toEqual(['coupon.made', 'coupon.ended'])
    expect((await price(await member(), 'SPRING20')).body.fields.coupon).toEqual(['Coupon SPRING20 has expired.'])
    expect((await pay(nurse, body.clientSecret, body.myDocsID)).body.response).toBe('SUCCESS')
  })

  test.each([
    [5_000, '50.00', { discountCents: 0, priceCents: 5_000, state: 'paid' }],
    [0, '0.00', undefined],
  ])('never costs more than the list price, lowered to %i cents after it ended', async (listed, shown, bought) => {
    const { nurse, open, pay, deps, db, price, purchaseOf, emulator } = await createAcademyWithCoupon()
    const { body: first } = await open(nurse, 'SPRING20')
    await endCoupon(deps, { code: 'SPRING20', by: OPERATOR })
    await db.update(products).set({ priceCents: listed })
    expect((await price(nurse, 'SPRING20')).body).toMatchObject({ list_price: shown, discount: '0.00', price: shown })
    const { body, status } = await open(nurse, 'SPRING20')
    expect(status).toBe(bought ? 200 : 400)
    if (!bought) return
    expect((await confirmCard(emulator, first.clientSecret, { number: TEST_CARD.succeeds })).error).toBeDefined()
    expect((await pay(nurse, body.clientSecret, body.myDocsID)).body.response).toBe('SUCCESS')
    expect(await purchaseOf(body.myDocsID)).toMatchObject(bought)
  })

  test.each([
    [
      'has ended',
      async ({ deps }: Shop): Promise<void> => {
        await endCoupon(deps, { code: 'SPRING20', by: OPERATOR })
      },
    ],
    [
      'is past its last day',
      async ({ db }: Shop): Promise<void> => {
        await db.update(coupons).set({ validUntil: new Date() })
      },
    ],
    [
      'ended when the price rose',
      async ({ deps, db }: Shop): Promise<void> => {
        await db.update(products).set({ priceCents: 39_900 })
        await endCoupon(deps, { code: 'SPRING20', by: OPERATOR })
      },
    ],
  ] as const)('keeps its price for a second try after a declined card when it %s', async (_, happens) => {
    const shop = await createAcademyWithCoupon({ maxUses: 1 })
    const { nurse, open, pay, price, emulator, member } = shop
    const { body } = await open(nurse, 'SPRING20')
    const declined = await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.declined })
    expect(declined.error?.code).toBe('card_declined')
    await happens(shop)
    // The price is the same in every browser.
    expect((await price(nurse, 'spring20')).body).toMatchObject({ list_price: '299.00', total: '239.20' })
    expect(await open(nurse, 'SPRING20')).toMatchObject({ status: 200, body })
    expect((await open(await member(), 'SPRING20')).body.fields.coupon).toHaveLength(1)
    expect((await pay(nurse, body.clientSecret, body.myDocsID)).body.response).toBe('SUCCESS')
  })

  test('of 100% unlocks the course without a card, once, with a receipt', async () => {
    const { nurse, ethics, as, db, price, open, runJobs, mailbox } = await createAcademyWithCoupon({ percentOff: 100 })
    expect((await price(nurse, 'SPRING20')).body).toMatchObject({ price: '0.00', discount: '299.00' })
    expect(await open(nurse, 'SPRING20')).toMatchObject({ status: 400, body: { message: /apply the coupon again/ } })
    expect((await as(nurse).post(ENROLL, { productId: ethics.slug })).status).toBe(400)
    const taken = await Promise.all(
      Array.from({ length: 5 }, () => as(nurse).post(ENROLL, { productId: ethics.slug, coupon: 'SPRING20' })),
    )
    expect(taken.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(taken.some(({ status }) => status === 200)).toBe(true)
    expect(await db.select().from(purchases)).toMatchObject([
      { state: 'paid', priceCents: 0, discountCents: 29_900, paymentIntentId: null, couponId: expect.any(String) },
    ])
    expect((await as(nurse).get(`/Academy/api/take/course/${ethics.slug}/`)).status).toBe(200)
    await runJobs()
    expect(await mailbox()).toMatchObject([{ to: nurse.email, subject: expect.stringContaining('Your receipt') }])
  })

  test('ends a payment started without it when it makes the course free', async () => {
    const { nurse, ethics, as, open, purchaseOf } = await createAcademyWithCoupon({ percentOff: 100 })
    const begun = (await open(nurse)).body
    expect((await as(nurse).post(ENROLL, { productId: ethics.slug, coupon: 'SPRING20' })).status).toBe(200)
    expect(await purchaseOf(begun.myDocsID)).toMatchObject({ state: 'expired' })
  })
})

describe('limits', () => {
  test('give three coupons to exactly three of 20 simultaneous members', async () => {
    const { open, member, db } = await createAcademyWithCoupon({ maxUses: 3 })
    const members = await Promise.all(Array.from({ length: 20 }, () => member()))
    const replies = await Promise.all(members.map((each) => open(each, 'SPRING20')))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.fields.coupon[0]))).toEqual(
      new Set(['Coupon SPRING20 has reached its usage limit.']),
    )
    expect(await db.select().from(purchases)).toHaveLength(3)
  })

  test('apply per member across simultaneous courses, and an abandoned payment frees its use', async () => {
    const { nurse, course, as, db, open, ethics } = await createAcademyWithCoupon()
    const others = await Promise.all([course(), course(), course()])
    const replies = await Promise.all(
      others.map(({ slug }) => as(nurse).post(PAY, { courseId: slug, coupon: 'SPRING20' })),
    )
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect((await open(nurse, 'SPRING20')).body.fields.coupon).toEqual(['You’ve already used coupon SPRING20.'])
    await db.update(purchases).set({ state: 'expired' }).where(eq(purchases.memberId, nurse.id))
    expect((await as(nurse).post(PAY, { courseId: ethics.slug, coupon: 'SPRING20' })).status).toBe(200)
  })
})

describe('rejects on its field', () => {
  test('an unknown coupon or one for another item', async () => {
    const { nurse, price, open, member, course, deps, ethics } = await createAcademyWithCoupon()
    const other = await course()
    const terms = { percentOff: null, centsOff: 1_000, validFrom: null, validUntil: null, maxUses: null }
    await createCoupon(deps, { code: 'OTHER', by: OPERATOR, ...terms, maxUsesPerMember: 1, slugs: [other.slug] })
    await createCoupon(deps, {
      code: 'ETHICS',
      by: OPERATOR,
      ...terms,
      maxUsesPerMember: 1,
      slugs: [ethics.slug, other.slug],
    })
    for (const ask of [price, open]) {
      expect(await ask(nurse, 'SUMMER')).toMatchObject({
        status: 400,
        body: { code: 'invalid', fields: { coupon: ['Coupon not found. Please check the spelling.'] } },
      })
      expect((await ask(nurse, 'other')).body.fields.coupon).toEqual(['Coupon OTHER isn’t valid for this item.'])
    }
    expect((await price(await member(), 'ethics')).body).toMatchObject({ price: '289.00' })
    for (const coupon of ['', '   ', 'x'.repeat(101), "' or 1=1 --", '%'])
      expect((await price(nurse, coupon)).status).toBe(400)
  })

  test('the eleventh guess of a member within an hour, at whatever network, but no code that exists', async () => {
    const { nurse, app, ethics, price } = await createAcademyWithCoupon()
    const ask = (coupon: string, remoteAddress: string) =>
      app.inject({
        method: 'POST',
        url: PRICE,
        remoteAddress,
        headers: { authorization: `Token ${nurse.token}` },
        payload: { productId: ethics.slug, coupon },
      })
    for (let n = 0; n < 10; n += 1) expect((await ask(`GUESS-${n}`, `10.0.0.${n + 1}`)).statusCode).toBe(400)
    expect((await ask('SPRING20', '10.0.0.50')).json()).toMatchObject({ code: 'too_many_requests' })
    // Without a coupon, buying goes on.
    expect((await price(nurse)).status).toBe(200)
  })
})
