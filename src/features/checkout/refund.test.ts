import { describe, expect, onTestFinished, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { purchases } from '#db/tables/ownership.ts'
import { certificates } from '#db/tables/study.ts'
import { grantProduct } from '#features/ownership/ownership.public.ts'
import { stripePayments } from '#platform/payments.ts'
import { testAcademy } from '../../../test/academy.ts'
import { confirmCard, intentIdOf, TEST_CARD } from '../../../test/card-browser.ts'
import { recordedStandIn } from '../../../test/recorded-stand-in.ts'
import { command } from '../../../test/stand-in-control.ts'
import { refundOrder, sweepPayments } from './checkout.public.ts'

/** A member who paid a course. */
async function soldCourse() {
  const standIn = await recordedStandIn()
  onTestFinished(() => standIn.close())
  const payments = stripePayments({ secretKey: standIn.secretKey, apiUrl: standIn.url })
  const errors: unknown[][] = []
  const log = { info() {}, warn() {}, error: (...told: unknown[]) => void errors.push(told) }
  const academy = await testAcademy({ change: (deps) => ({ ...deps, payments, log }) })
  const { as, db } = academy
  const nurse = await academy.member()
  const course = await academy.course({ priceCents: 29_900 })
  const buy = async () => {
    const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: course.slug })
    const intentId = intentIdOf(body.clientSecret)
    await confirmCard(standIn, body.clientSecret, { number: TEST_CARD.succeeds })
    await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${intentId}`)
    const [purchase] = await db.select().from(purchases).where(eq(purchases.id, body.myDocsID))
    if (!purchase) throw new Error('nothing was bought')
    return { ...purchase, intentId }
  }
  return { ...academy, standIn, errors, nurse, course, buy, purchase: await buy() }
}

test('a refund that fails at the bank is told once to the operator, who can give the money back again', async () => {
  const { deps, standIn, purchase, course, nurse, as, errors } = await soldCourse()
  const { orderNumber } = purchase
  const given = () =>
    standIn.exchanges.flatMap(({ path, reply }) => (path === '/v1/refunds' ? [(reply as { id: string }).id] : []))
  await refundOrder(deps, { orderNumber })
  await command(standIn, `/stand-in/refunds/${given()[0]}/fail`)
  await sweepPayments(deps)
  await sweepPayments(deps)
  expect(errors).toEqual([[expect.objectContaining({ orderNumber }), expect.stringContaining('a refund failed')]])
  expect(await deps.payments.readIntent(purchase.intentId)).toMatchObject({ refunded: 0 })

  const refunded = { state: 'refunded', refundedCents: 29_900 }
  expect(await refundOrder(deps, { orderNumber })).toMatchObject(refunded)
  expect(await refundOrder(deps, { orderNumber })).toMatchObject(refunded)
  expect(new Set(given()).size).toBe(2)
  expect(await deps.payments.readIntent(purchase.intentId)).toMatchObject({ refunded: 29_900 })
  expect((await as(nurse).get(`/Academy/api/take/course/${course.slug}/`)).status).toBe(404)
})

describe('a certificate', () => {
  async function graduate() {
    const academy = await soldCourse()
    const { as, nurse, course, db } = academy
    const answers = course.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
    const handedIn = { exam_id: course.slug, score: answers.length, total: answers.length, answers }
    await as(nurse).post('/Academy/api/course/examination/submit/score/', handedIn)
    const request = () =>
      as(nurse).post(`/Academy/api/course/examination/request/certificate/${course.slug}`, { exam_id: course.slug })
    expect((await request()).status).toBe(200)
    const [certificate] = await db.select().from(certificates)
    const status = async () =>
      (await as(undefined).get(`/Academy/api/certificate/${certificate?.id}/`)).body.status as string
    return { ...academy, request, status }
  }

  test('is revoked with a refund, and buying the course again gives no valid one by itself', async () => {
    const { deps, standIn, purchase, buy, request, status, db } = await graduate()
    await command(standIn, '/v1/refunds', { payment_intent: purchase.intentId, amount: '5000' })
    expect(await status()).toBe('valid')
    await refundOrder(deps, purchase)
    expect(await status()).toBe('revoked')
    expect(await db.select().from(certificates)).toMatchObject([{ revokedReason: `refund of ${purchase.orderNumber}` }])
    expect((await buy()).state).toBe('paid')
    expect(await request()).toMatchObject({ status: 403, body: { message: expect.stringContaining('was revoked') } })
    expect(await status()).toBe('revoked')
  })

  test('stays when the member owns the course in another way', async () => {
    const { deps, db, nurse, course, purchase, status } = await graduate()
    await grantProduct(db, { memberId: nurse.id, slug: course.slug, reason: 'scholarship' })
    expect(await refundOrder(deps, purchase)).toMatchObject({ state: 'refunded' })
    expect(await status()).toBe('valid')
  })
})
