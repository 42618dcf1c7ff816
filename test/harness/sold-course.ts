import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import { purchases } from '#db/tables/sales.ts'
import { createStripePayments } from '#platform/payments.ts'
import { testAcademy } from './academy.ts'
import { confirmCard, getIntentId, TEST_CARD } from './card-browser.ts'
import { startRecordedStripeEmulator } from './recorded-stripe-emulator.ts'

export async function createSoldCourse() {
  let providerAheadMs = 0
  const emulator = await startRecordedStripeEmulator({ now: () => new Date(Date.now() + providerAheadMs) })
  onTestFinished(() => emulator.close())
  const payments = createStripePayments({ secretKey: emulator.secretKey, apiUrl: emulator.url })
  const errors: unknown[][] = []
  const processLog: unknown[][] = []
  const addEntry = (...entry: unknown[]) => void processLog.push(entry)
  const log = { info: addEntry, warn: addEntry, error: (...entry: unknown[]) => void errors.push(entry) }
  const academy = await testAcademy({ change: (deps) => ({ ...deps, payments, log }) })
  const { as, db } = academy
  const nurse = await academy.member()
  const course = await academy.course({ priceCents: 29_900 })
  const buy = async () => {
    const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: course.slug })
    const intentId = getIntentId(body.clientSecret)
    await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
    await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${intentId}`)
    const [purchase] = await db.select().from(purchases).where(eq(purchases.id, body.myDocsID))
    if (!purchase) throw new Error('nothing was bought')
    return { ...purchase, intentId }
  }
  const passSecondAtProvider = () => void (providerAheadMs += 1_000)
  return { ...academy, emulator, errors, processLog, nurse, course, buy, purchase: await buy(), passSecondAtProvider }
}
