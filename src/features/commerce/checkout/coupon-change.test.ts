import { expect, test } from 'vitest'
import {
  changeCoupon,
  createCoupon,
  getCouponPage,
  getCouponRevision,
} from '#features/commerce/coupons/coupons.public.ts'
import type { Staff } from '#shared/policy.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'

const TERMS = { percentOff: 20, centsOff: null, validFrom: null, validUntil: null, maxUses: null, maxUsesPerMember: 1 }
const PAY = '/Academy/create-payment-intent/'

async function createShop() {
  const academy = await testAcademy()
  const { as, deps } = academy
  const ethics = await academy.course({ priceCents: 29_900 })
  await createCoupon(deps, { ...TERMS, code: 'SPRING20', slugs: [], by: OPERATOR })
  return {
    ...academy,
    ethics,
    change: async (terms: Partial<typeof TERMS> & { slugs?: string[] }, by: Staff = OPERATOR) => {
      const [coupon] = (await getCouponPage(deps, { limit: 1 })).coupons
      if (!coupon) throw new Error('There is no coupon')
      const revision = getCouponRevision(coupon)
      return changeCoupon(deps, { ...coupon, ...terms, revision, by })
    },
    open: (member: Member, total?: string) =>
      as(member).post(PAY, { courseId: ethics.slug, coupon: 'SPRING20', total }),
    price: (member: Member) =>
      as(member).post('/Academy/api/checkout/price/', { productId: ethics.slug, coupon: 'SPRING20' }),
  }
}

test('a checkout in progress keeps its price when the coupon gets worse, and a lower price applies', async () => {
  const { change, open, price, member, deps, as, emulator } = await createShop()
  const nurse = await member()
  const { body } = await open(nurse, '239.20')
  await change({ percentOff: 10 })
  expect((await price(nurse)).body).toMatchObject({ total: '239.20' })
  expect((await open(nurse, '239.20')).body).toEqual(body)
  // A buyer who saw only the earlier price is shown the new one before anything is charged.
  const late = await member()
  expect(await open(late, '239.20')).toMatchObject({
    status: 400,
    body: { fields: { total: ['The price has changed. It is now $269.10.'] } },
  })
  expect((await open(late, '269.10')).status).toBe(200)
  await change({ percentOff: 50 })
  expect((await open(nurse, '239.20')).body.fields.total).toEqual(['The price has changed. It is now $149.50.'])
  const cheaper = (await open(nurse, '149.50')).body
  expect((await deps.payments.readIntent(getIntentId(cheaper.clientSecret)))?.amount).toBe(14_950)
  expect((await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })).error).toBeDefined()
  await confirmCard(emulator, cheaper.clientSecret, { number: TEST_CARD.succeeds })
  const paid = await as(nurse).post(
    `/Academy/api/myAcademy/payment/${cheaper.myDocsID}/${getIntentId(cheaper.clientSecret)}`,
  )
  expect(paid.body.response).toBe('SUCCESS')
})

test('changed during 20 simultaneous checkouts: each is charged what was shown, or refused with the new price', async () => {
  const { change, open, member, deps } = await createShop()
  const members = await Promise.all(Array.from({ length: 20 }, () => member()))
  const [replies] = await Promise.all([
    Promise.all(members.map((each) => open(each, '239.20'))),
    change({ percentOff: 10 }),
  ])
  const opened = replies.filter(({ status }) => status === 200)
  const charges = await Promise.all(
    opened.map(({ body: { clientSecret } }) => deps.payments.readIntent(getIntentId(clientSecret))),
  )
  expect(charges.map((intent) => intent?.amount)).toEqual(opened.map(() => 23_920))
  const refused = replies.filter(({ status }) => status !== 200).map(({ body: refusal }) => refusal.fields.total)
  expect(refused).toEqual(refused.map(() => ['The price has changed. It is now $269.10.']))
  const { status, body } = await open(await member(), '269.10')
  expect(status).toBe(200)
  expect((await deps.payments.readIntent(getIntentId(body.clientSecret)))?.amount).toBe(26_910)
})

test('staff who changed a coupon can’t use it', async () => {
  const { change, price, member } = await createShop()
  const staff = await member({ role: 'support' })
  expect((await price(staff)).body.total).toBe('239.20')
  await change({ percentOff: 100 }, { kind: 'member', memberId: staff.id, role: 'support' })
  expect((await price(staff)).body.fields.coupon).toEqual([
    'You changed this coupon, so you can’t use it yourself. Ask another staff member to create one for you.',
  ])
})

test('a coupon moved to another course is refused for the first one, also right after the change', async () => {
  const { change, open, course, member } = await createShop()
  const other = await course()
  await change({ slugs: [other.slug] })
  expect((await open(await member())).body.fields.coupon).toEqual(['Coupon SPRING20 isn’t valid for this item.'])
})
