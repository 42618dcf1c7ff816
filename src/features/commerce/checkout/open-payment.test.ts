import { expect, onTestFinished, test } from 'vitest'
import { purchases } from '#db/tables/sales.ts'
import { grantProduct } from '#features/commerce/access/grants.public.ts'
import { ProviderUnavailable } from '#platform/payment-calls.ts'
import { createStripePayments } from '#platform/payments.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { startRecordedStripeEmulator } from '../../../../test/harness/recorded-stripe-emulator.ts'

const PAY_COURSE = '/Academy/create-payment-intent/'

test("opens a payment when an earlier request's reply was lost and its parameters have changed", async () => {
  const emulator = await startRecordedStripeEmulator()
  onTestFinished(() => emulator.close())
  const payments = createStripePayments({ secretKey: emulator.secretKey, apiUrl: emulator.url })
  let isLost = true
  const openIntent: typeof payments.openIntent = async (order) => {
    // The lost request was sent with the academy's former host.
    const intent = await payments.openIntent(isLost ? { ...order, academy: 'former.example.com' } : order)
    if (isLost) throw new ProviderUnavailable(new Error('no answer in 4400 ms'))
    return intent
  }
  const { as, member, course, db } = await testAcademy({
    change: (deps) => ({ ...deps, payments: { ...payments, openIntent } }),
  })
  const nurse = await member()
  const { slug } = await course({ priceCents: 29_900 })
  expect((await as(nurse).post(PAY_COURSE, { courseId: slug })).status).toBe(503)
  isLost = false
  const { status, body } = await as(nurse).post(PAY_COURSE, { courseId: slug })
  expect(status).toBe(200)
  const all = await db.select().from(purchases).orderBy(purchases.createdAt)
  expect(all.map(({ id, state }) => [id === body.myDocsID, state])).toEqual([
    [false, 'expired'],
    [true, 'pending'],
  ])
  expect((await db.execute(`select 1 from pgboss.job where name = 'tell-operator'`)).rows).toEqual([])
  await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  const confirm = `/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}`
  expect((await as(nurse).post(confirm)).body.response).toBe('SUCCESS')
})

test('ends an open payment when the member gets the product for free, so that it can no longer be paid', async () => {
  const { as, member, course, db, deps, runJobs } = await testAcademy()
  const nurse = await member()
  const { slug } = await course({ priceCents: 29_900 })
  const { body } = await as(nurse).post(PAY_COURSE, { courseId: slug })
  await grantProduct(deps, { memberId: nurse.id, slug, reason: 'a class', by: OPERATOR })
  await runJobs()
  expect((await deps.payments.readIntent(getIntentId(body.clientSecret)))?.status).toBe('canceled')
  expect(await db.select().from(purchases)).toMatchObject([{ state: 'expired' }])
  expect(await as(nurse).post(PAY_COURSE, { courseId: slug })).toMatchObject({ status: 409 })
})
