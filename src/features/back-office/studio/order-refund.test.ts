import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { reconcilePayments } from '#features/commerce/payments/payments.public.ts'

const ORDERS = '/Academy/api/studio/orders/'

async function academyWithOrder() {
  const academy = await testAcademy()
  const { as, member, course, emulator } = academy
  const { slug } = await course({ priceCents: 10_000 })
  const [nurse, owner] = [await member(), as(await member({ role: 'owner' }))]
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  const intentId = getIntentId(body.clientSecret)
  await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${intentId}`)
  const found = async () => (await owner.post(ORDERS, {})).body.orders[0]
  const number = (await found()).order_number
  const refund = (given: object) => owner.post(`${ORDERS}${number}/refund/`, { why: 'a test', ...given })
  return { ...academy, intentId, found, refund }
}

test('rejects a partial refund of the whole remaining amount, since the form says that access continues, and suggests no command', async () => {
  const { deps, intentId, refund } = await academyWithOrder()

  expect((await refund({ amount: '100.00' })).body.fields).toEqual({
    amount: [expect.stringMatching(/^\$100\.00 is the full remaining amount, so refunding it would end access\./)],
  })
  expect((await refund({ amount: '100.01' })).body.fields).toEqual({
    amount: [expect.stringMatching(/^Only \$100\.00/)],
  })
  expect(await deps.payments.listRefunds(intentId)).toEqual([])
  expect((await refund({ amount: '4,00' })).body.fields).toEqual({
    amount: ['This must have a period before the cents, and commas only between thousands, such as 1,299.00.'],
  })
  expect((await refund({ amount: '$0' })).body.fields).toEqual({
    amount: ['Enter an amount greater than 0, such as 10.00.'],
  })
  expect((await refund({ amount: ' $40 ' })).body).toMatchObject({ is_done: true, order: { left: '60.00' } })
  expect((await refund({ amount: '40.00' })).body).toMatchObject({ is_done: false, next_times: 2 })
  const leap = await refund({ amount: '40.00', times: 3 })
  expect([leap.status, leap.body.message.includes('--'), leap.text]).toEqual([
    400,
    false,
    expect.stringContaining('once so far'),
  ])
  expect((await refund({ times: 2 })).body.fields).toEqual({
    amount: ['Enter the amount. Everything can be refunded only once.'],
  })
  expect((await refund({ amount: '60.00' })).status).toBe(400)
  expect((await refund({})).body).toMatchObject({ is_done: true, order: { state: 'refunded', left: '0.00' } })
})

test('never ends access by partial refunds that run at once, however many there are', async () => {
  const { deps, intentId, found, refund } = await academyWithOrder()
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, n) => refund({ amount: n % 2 === 0 ? '60.00' : '40.00' })),
  )
  const done = replies.filter(({ body }) => body.is_done)
  expect(done).toHaveLength(1)
  const refunds = await deps.payments.listRefunds(intentId)
  expect(refunds).toHaveLength(1)
  expect((await found()).state).toMatch(/^paid, \$[46]0\.00 refunded$/)
  for (const { status } of replies) expect([200, 400, 503]).toContain(status)
})

test('rejects a partial refund that would end access because a dispute withholds the rest', async () => {
  const { deps, emulator, intentId, refund } = await academyWithOrder()
  const { id } = await callEmulator(emulator, '/stand-in/disputes', { payment_intent: intentId, amount: '2000' })
  await callEmulator(emulator, `/stand-in/disputes/${id}/close`, { status: 'lost' })
  await reconcilePayments(deps)
  expect((await refund({ amount: '78.00' })).body.fields).toEqual({
    amount: [
      expect.stringMatching(/^\$78\.00 is nearly the full remaining amount, so refunding it would end access\./),
    ],
  })
  expect((await refund({ amount: '60.00' })).body.order.state).toMatch(/^paid/)
})

test('suggests no command while the payment provider is down', async () => {
  const { emulator, refund } = await academyWithOrder()
  await callEmulator(emulator, '/stand-in/behavior', { is_away: 'true' })
  const { body } = await refund({})
  expect(body.message).toMatch(/Nothing was refunded\. Try again in a minute\.$/)
})

test('excludes a pending refund from the remainder until it arrives or fails', async () => {
  const { deps, emulator, intentId, found, refund } = await academyWithOrder()
  await callEmulator(emulator, '/stand-in/behavior', { refunds_wait: 'true' })
  expect((await refund({ amount: '30.00' })).body).toMatchObject({
    is_done: true,
    order: { left: '70.00', state: 'paid, $30.00 refund pending' },
  })
  expect((await refund({ amount: '80.00' })).body.fields).toEqual({
    amount: ['Only $70.00 of this payment can still be refunded: a refund of $30.00 is already pending.'],
  })
  expect((await refund({})).body).toMatchObject({ order: { left: '0.00', state: 'paid, $100.00 refund pending' } })
  expect(await found()).toMatchObject({ left: '0.00' })
  const [rest, part] = await deps.payments.listRefunds(intentId)
  await callEmulator(emulator, `/stand-in/refunds/${part?.id}/arrive`)
  await callEmulator(emulator, `/stand-in/refunds/${rest?.id}/fail`)
  await reconcilePayments(deps)
  expect(await found()).toMatchObject({ left: '70.00', state: 'paid, $30.00 refunded' })
})

test('reports missing input before asking for a second factor again, and does nothing without it', async () => {
  const { refund, pool, found } = await academyWithOrder()
  await pool.query(`update sessions set confirmed_at = confirmed_at - interval '11 minutes'`)
  const { status, body } = await refund({ why: ' ' })
  expect([status, body.fields]).toEqual([400, { why: ['Enter a reason. It is saved in the audit log.'] }])
  expect((await refund({})).body.code).toBe('confirm_identity')
  expect((await found()).left).toBe('100.00')
})
