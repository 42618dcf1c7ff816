import { expect, test } from 'vitest'
import { testAcademy } from '../../../test/harness/academy.ts'
import { confirmCard, intentIdOf, TEST_CARD } from '../../../test/harness/card-browser.ts'

const ORDERS = '/Academy/api/studio/orders/'

test('a part that is all that is left is refused where the screen promised that the product stays open, and no words of the command line are shown', async () => {
  const { as, member, course, standIn, deps } = await testAcademy()
  const { slug } = await course({ priceCents: 10_000 })
  const [nurse, owner] = [await member(), as(await member({ role: 'owner' }))]
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  await confirmCard(standIn, body.clientSecret, { number: TEST_CARD.succeeds })
  const intentId = intentIdOf(body.clientSecret)
  await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${intentId}`)
  const [order] = (await owner.post(ORDERS, {})).body.orders
  const refund = (given: object) => owner.post(`${ORDERS}${order.order_number}/refund/`, { why: 'a test', ...given })

  expect((await refund({ amount: '100.00' })).body.fields).toEqual({
    amount: [expect.stringMatching(/^\$100\.00 is all that is left: with it the product closes\./)],
  })
  expect((await refund({ amount: '100.01' })).body.fields).toEqual({
    amount: [expect.stringMatching(/^Only \$100\.00/)],
  })
  expect(await deps.payments.listRefunds(intentId)).toEqual([])
  expect((await refund({ amount: '40.00' })).body).toMatchObject({ is_done: true, order: { left: '60.00' } })
  expect((await refund({ amount: '40.00' })).body).toMatchObject({ is_done: false, next_times: 2 })
  const leap = await refund({ amount: '40.00', times: 3 })
  expect([leap.status, leap.body.message.includes('--'), leap.text]).toEqual([
    400,
    false,
    expect.stringContaining('once so far'),
  ])
  expect((await refund({ amount: '60.00' })).status).toBe(400)
  expect((await refund({})).body).toMatchObject({ is_done: true, order: { state: 'refunded', left: '0.00' } })
})
