import { expect, test } from 'vitest'
import { ProviderUnavailable } from '#platform/payment-calls.ts'
import { cents } from '#shared/money.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { createSoldCourse } from '../../../../test/harness/sold-course.ts'
import { refundOrder } from './payments.public.ts'

test('refunds no other amount while an earlier refund may still go through, and repeats that one without refunding twice', async () => {
  const { deps, purchase } = await createSoldCourse()
  const wish = { by: OPERATOR, orderNumber: purchase.orderNumber }
  const late = {
    ...deps.payments,
    refundIntent: () => Promise.reject(new ProviderUnavailable(new Error('no response in time'))),
  }
  const part = { ...wish, amount: cents(300) }
  const other = { ...wish, amount: cents(500) }
  await expect(refundOrder({ ...deps, payments: late }, part)).rejects.toThrow('may or may not have been refunded')
  // The provider carries out the first refund only after this one.
  await expect(refundOrder(deps, other)).rejects.toThrow('Nothing was refunded this time.')
  expect((await refundOrder(deps, part)).given?.amount).toBe(300)
  expect((await refundOrder(deps, part)).given).toBeUndefined()
  expect((await refundOrder(deps, other)).given?.amount).toBe(500)
  expect(await deps.payments.readIntent(purchase.intentId)).toMatchObject({ refunded: 800 })
})
