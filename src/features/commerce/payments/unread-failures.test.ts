import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { purchases } from '#db/tables/sales.ts'
import { cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { getReportedIssues, reconcilePayments, refundOrder } from './payments.public.ts'
import { sendFailedRefund } from './receipt.queues.ts'

test('refunds what is owed before the event of the failed refund is read, and nothing more after it', async () => {
  const { as, course, member, db, pool, deps, emulator, setTime, passSecondAtProvider } = await testAcademy()
  const { slug } = await course()
  const { body } = await as(await member()).post('/Academy/create-payment-intent/', { courseId: slug })
  const intentId = getIntentId(String(body.clientSecret))
  await confirmCard(emulator, String(body.clientSecret), { number: TEST_CARD.succeeds })
  setTime(new Date(Date.now() + 2 * 60_000))
  await reconcilePayments(deps)
  const [order] = await db.select().from(purchases).where(eq(purchases.paymentIntentId, intentId))
  const refund = { by: OPERATOR, orderNumber: String(order?.orderNumber) }
  for (const amount of [cents(1_000), cents(3_000)]) {
    const { given } = await refundOrder(deps, { ...refund, amount })
    await reconcilePayments(deps)
    passSecondAtProvider()
    if (amount === 3_000) await callEmulator(emulator, `/stand-in/refunds/${given?.id}/fail`)
  }

  const tooMuch = refundOrder(deps, { ...refund, amount: cents(5_000), isUpToOwed: true })
  await expect(tooMuch).rejects.toThrow('you owe the buyer $30.00 now')
  expect((await refundOrder(deps, { ...refund, amount: 'owed' })).given?.amount).toBe(3_000)
  expect((await refundOrder(deps, { ...refund, amount: 'owed' })).given).toBeUndefined()
  await reconcilePayments(deps)
  await reconcilePayments(deps)
  expect((await refundOrder(deps, { ...refund, amount: 'owed' })).given).toBeUndefined()
  expect(await deps.payments.readIntent(intentId)).toMatchObject({ refunded: 4_000 })
  expect((await getReportedIssues(db, deps.now())).refunds).toEqual([])
  const { rows } = await pool.query('select data from pgboss.job where name = $1', [sendFailedRefund.name])
  expect(rows).toMatchObject([{ data: { amount: 3_000 } }])
})
