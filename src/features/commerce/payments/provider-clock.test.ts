import { describe, expect, test } from 'vitest'
import { restores } from '#db/tables/restores.ts'
import { siteSettings } from '#db/tables/site.ts'
import { cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { getIntentId } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { confirmPayment } from './confirmation.service.ts'
import { followUpPaymentIssues, getReportedIssues, reconcilePayments, refundOrder } from './payments.public.ts'

/** Creates an academy that sells a course for $100.00 and whose clock is this many minutes ahead of the provider's. */
async function createShop(minutes: number) {
  const academy = await testAcademy()
  const { as, db, deps, emulator, mailbox, runJobs, setTime } = academy
  await db.insert(siteSettings).values({ settings: { email: 'office@academy.test' } })
  const { slug } = await academy.course({ priceCents: 10_000 })
  const setAhead = (ahead: number) => setTime(new Date(Date.now() + ahead * 60_000))
  setAhead(minutes)
  const control = (path: string, fields: Record<string, string> = {}) =>
    callEmulator(emulator, `/stand-in/${path}`, fields)
  const open = async () => {
    const buyer = await academy.member()
    const { body } = await as(buyer).post('/Academy/create-payment-intent/', { courseId: slug })
    return { buyer, purchaseId: String(body.myDocsID), intentId: getIntentId(String(body.clientSecret)) }
  }
  let read = 0
  return {
    ...academy,
    setAhead,
    control,
    open,
    sell: async () => {
      const { buyer, ...payment } = await open()
      await control(`payment_intents/${payment.intentId}/pay`, { method: 'card' })
      await confirmPayment(deps, buyer.id, { kind: 'course', ...payment })
      return { buyer, ...payment }
    },
    refund: (intentId: string, amount: number) =>
      callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: String(amount) }),
    /** Lists the emails since the last call, sorted. */
    newEmails: async () => {
      await runJobs()
      const newestFirst = (await mailbox()).map(({ to, subject }) => `${to} ${subject.split(/[:,]/)[0]}`)
      const emails = newestFirst.toReversed()
      const added = emails.slice(read)
      read = emails.length
      return added.toSorted()
    },
  }
}

describe.each([10, -10])('with a clock that is %i minutes ahead of the provider’s', (minutes) => {
  test('announces exactly what happened since a restore, also after the clock was corrected', async () => {
    const { db, deps, newEmails, passSecondAtProvider, refund, sell, setAhead } = await createShop(minutes)
    const { buyer, intentId } = await sell()
    await newEmails()
    await refund(intentId, 1_000)
    passSecondAtProvider()
    await db.insert(restores).values({ madeAt: deps.now(), restoredAt: deps.now() })
    await reconcilePayments(deps)
    expect(await newEmails()).toEqual([])
    for (const ahead of [minutes, 0]) {
      setAhead(ahead)
      passSecondAtProvider()
      const sold = await sell()
      expect(await newEmails()).toEqual([`${sold.buyer.email} Your receipt`, 'office@academy.test Sale'].toSorted())
      await refund(intentId, 500)
      await reconcilePayments(deps)
      expect(await newEmails()).toEqual([`${buyer.email} Your refund`])
    }
  })

  test('settles what failed before the mark, and not what fails later', async () => {
    const { control, db, deps, emulator, passSecondAtProvider, sell } = await createShop(minutes)
    const { intentId } = await sell()
    const prepareRefund = async (amount: number) => {
      const { given } = await refundOrder(deps, { by: OPERATOR, orderNumber: intentId, amount: cents(amount) })
      passSecondAtProvider()
      return () => control(`refunds/${given?.id}/fail`)
    }
    const readOwed = async () => {
      await reconcilePayments(deps)
      return (await getReportedIssues(db, deps.now())).refunds.map(({ owedCents }) => owedCents)
    }
    const [failFirst, failSecond] = [await prepareRefund(4_000), await prepareRefund(3_000)]
    await failFirst()
    expect(await readOwed()).toEqual([4_000])
    passSecondAtProvider()
    await callEmulator(emulator, `/v1/payment_intents/${intentId}`, { 'metadata[settled]': 'by check' })
    await followUpPaymentIssues(deps)
    expect(await readOwed()).toEqual([])
    for (let n = 0; n < 3; n += 1) passSecondAtProvider()
    await failSecond()
    expect(await readOwed()).toEqual([3_000])
  })

  test('reports each of two failures of a processing payment once, although its processing events are read last', async () => {
    const { control, deps, newEmails, open, passSecondAtProvider } = await createShop(minutes)
    const { buyer, intentId } = await open()
    for (let attempt = 0; attempt < 2; attempt += 1) {
      await control(`payment_intents/${intentId}/pay`, { method: 'us_bank_account', is_processed: 'true' })
      passSecondAtProvider()
      await control(`payment_intents/${intentId}/process`, { status: 'failed' })
      for (let n = 0; n < 2; n += 1) await reconcilePayments(deps)
      passSecondAtProvider()
    }
    expect(await newEmails()).toEqual(Array.from({ length: 2 }, () => `${buyer.email} Payment failed`))
  })
})
