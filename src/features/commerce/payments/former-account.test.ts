import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { syncCustomerEmail } from '#features/commerce/checkout/customers.service.ts'
import { members } from '#db/tables/members.ts'
import { siteSettings } from '#db/tables/site.ts'
import { eraseMember } from '#features/back-office/privacy/privacy.public.ts'
import { createStripePayments } from '#platform/payments.ts'
import { createFormerAccount } from '#platform/services/former-account.ts'
import { createSwitchablePayments, type PaymentsInUse } from '#platform/services/switchable-payments.ts'
import { cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { startRecordedStripeEmulator } from '../../../../test/harness/recorded-stripe-emulator.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { reconcilePayments, refundOrder } from './payments.public.ts'
import { reportUnmatchedPayments } from './unmatched-payments.service.ts'
import { processEvent } from './webhook.service.ts'

type Place = Awaited<ReturnType<typeof startRecordedStripeEmulator>>

const PAY = '/Academy/create-payment-intent/'

const toAccount = ({ secretKey, url }: Place) => createStripePayments({ secretKey, apiUrl: url })

/** Starts an academy that sells with one account. `change` replaces that account with another. No webhook arrives. */
async function startAcademy() {
  const first = await startRecordedStripeEmulator()
  const second = await startRecordedStripeEmulator()
  onTestFinished(async () => {
    await first.close()
    await second.close()
  })
  let inUse: PaymentsInUse = { current: toAccount(first), former: [] }
  const academy = await testAcademy({
    change: (deps) => ({ ...deps, payments: createSwitchablePayments(() => inUse) }),
  })
  const { as, db, deps, pool } = academy
  await db.insert(siteSettings).values({ settings: { automatic_tax: true, email: 'office@academy.test' } })
  const nurse = await academy.member()
  const pay = async (place: Place) => {
    const { slug } = await academy.course({ priceCents: 10_000 })
    const address = { country: 'US', postal_code: '90210' }
    const { body } = await as(nurse).post(PAY, { courseId: slug, address })
    await confirmCard(place, body.clientSecret, { number: TEST_CARD.succeeds })
    const { rows } = await pool.query('select order_number from purchases where id = $1', [body.myDocsID])
    return { id: String(body.myDocsID), intentId: getIntentId(body.clientSecret), orderNumber: rows[0].order_number }
  }
  return {
    ...academy,
    first,
    second,
    nurse,
    /** Sells with the second account, without any key of the first. */
    forgetFirst: () => {
      inUse = { current: toAccount(second), former: [] }
    },
    change: (former: Place = first) => {
      inUse = { current: toAccount(second), former: [createFormerAccount(toAccount(former))] }
    },
    /** Sells with the first account again. */
    changeBack: () => {
      inUse = { current: toAccount(first), former: [createFormerAccount(toAccount(second))] }
    },
    pay,
    async buy(place: Place) {
      const paid = await pay(place)
      await reconcilePayments(deps)
      return paid
    },
    stateOf: async (id: string) => (await pool.query('select state from purchases where id = $1', [id])).rows[0].state,
  }
}

/** Lists the requests that changed something in an account, by the last parts of their paths. */
function listCalls({ exchanges }: Place, about: RegExp): string[] {
  const changes = exchanges.filter(
    ({ method, path: called, status }) => method !== 'GET' && about.test(called) && status === 200,
  )
  return changes.map(({ method, path: called }) => `${method} ${called.split('/').slice(2).join('/')}`)
}

test('tax, refunds, and disputes of a payment made with the former account are recorded and found there', async () => {
  const { buy, change, deps, first, second, runJobs, stateOf, passSecondAtProvider } = await startAcademy()
  const sold = await buy(first)
  change()
  await runJobs()
  await refundOrder(deps, { orderNumber: sold.orderNumber, amount: cents(1_000), by: OPERATOR })
  await runJobs()
  const TAX = /^\/v1\/tax\/transactions/
  expect(listCalls(first, TAX)).toEqual([
    'POST tax/transactions/create_from_calculation',
    'POST tax/transactions/create_reversal',
  ])
  const next = await buy(second)
  await runJobs()
  expect(listCalls(second, TAX)).toEqual(['POST tax/transactions/create_from_calculation'])

  // Without a webhook, only the list of the former account's events shows the dispute.
  await callEmulator(first, '/stand-in/disputes', { payment_intent: sold.intentId, amount: '500' })
  await reconcilePayments(deps)
  expect([await stateOf(sold.id), await stateOf(next.id)]).toEqual(['disputed', 'paid'])
  passSecondAtProvider()
  await callEmulator(second, '/stand-in/disputes', { payment_intent: next.intentId, amount: '500' })
  await reconcilePayments(deps)
  expect(await stateOf(next.id)).toBe('disputed')
})

test('a payment that was not delivered, and a refund that failed, are found in the former account', async () => {
  const { buy, pay, change, deps, first, pool, runJobs, mailbox } = await startAcademy()
  const sold = await buy(first)
  const lost = await pay(first)
  await pool.query("update purchases set state = 'expired', ended_at = now() where id = $1", [lost.id])
  await runJobs()
  change()
  await reportUnmatchedPayments(deps)
  await runJobs()
  expect((await mailbox()).filter(({ text }) => text.includes(lost.orderNumber))).toHaveLength(1)
  const { given } = await refundOrder(deps, { orderNumber: sold.orderNumber, amount: cents(1_000), by: OPERATOR })
  await callEmulator(first, `/stand-in/refunds/${given?.id}/fail`)
  const again = await refundOrder(deps, { orderNumber: sold.orderNumber, amount: 'owed', by: OPERATOR })
  expect(again.given?.amount).toBe(1_000)
})

test('a refund whose event arrived while the key of its account was missing is recorded once the key is back', async () => {
  const { buy, forgetFirst, change, deps, first, stateOf } = await startAcademy()
  const sold = await buy(first)
  forgetFirst()
  await callEmulator(first, '/v1/refunds', { payment_intent: sold.intentId })
  const listed = { since: new Date(0), types: ['charge.refunded'] }
  for (const event of await toAccount(first).listEvents(sold.intentId, listed)) await processEvent(deps, event)
  expect(await stateOf(sold.id)).toBe('paid')
  change()
  await reconcilePayments(deps)
  expect(await stateOf(sold.id)).toBe('refunded')
})

test('a payment of a lost purchase whose event arrived while the key was missing is reported once the key is back', async () => {
  const { pay, forgetFirst, change, deps, first, pool } = await startAcademy()
  const { intentId } = await pay(first)
  // As after restoring an older backup.
  await pool.query('delete from purchases')
  forgetFirst()
  const listed = { since: new Date(0), types: ['payment_intent.succeeded'] }
  for (const event of await toAccount(first).listEvents(intentId, listed)) await processEvent(deps, event)
  const issues = async () => (await pool.query('select intent_id, kind from payment_troubles')).rows
  expect(await issues()).toEqual([])
  change()
  await reconcilePayments(deps)
  expect(await issues()).toEqual([{ intent_id: intentId, kind: 'lost' }])
})

test('a refund made while the account was not in use is recorded once it is in use again', async () => {
  const { buy, forgetFirst, changeBack, deps, first, second, pool, stateOf } = await startAcademy()
  const sold = await buy(first)
  forgetFirst()
  await callEmulator(first, '/v1/refunds', { payment_intent: sold.intentId })
  await buy(second)
  // As after later sales with the second account.
  await pool.query(`update event_sweep set swept_until = now() + interval '1 hour'`)
  changeBack()
  await reconcilePayments(deps)
  expect(await stateOf(sold.id)).toBe('refunded')
})

test('a former account whose key is rejected stops nothing, and its payments are unknown', async () => {
  const { buy, change, deps, first, second, stateOf } = await startAcademy()
  const sold = await buy(first)
  change({ ...first, secretKey: 'sk_test_revoked' })
  const next = await buy(second)
  expect(await stateOf(next.id)).toBe('paid')
  await reportUnmatchedPayments(deps)
  await expect(refundOrder(deps, { orderNumber: sold.orderNumber, by: OPERATOR })).rejects.toThrow(
    'another Stripe account',
  )
})

test('a buyer’s customers in both accounts get the new email address and are erased', async () => {
  const { buy, change, db, deps, first, second, nurse, pool, runJobs, mailbox } = await startAcademy()
  await buy(first)
  change()
  await buy(second)
  await runJobs()
  await db.update(members).set({ email: 'new@example.com' }).where(eq(members.id, nurse.id))
  await syncCustomerEmail(deps, nurse.id)
  const customers = await Promise.all([first, second].map(readCustomer))
  expect(customers.map(({ email }) => email)).toEqual(['new@example.com', 'new@example.com'])
  await eraseMember(deps, { memberId: nurse.id, by: OPERATOR })
  await runJobs()
  expect((await Promise.all([first, second].map(readCustomer))).map(({ deleted }) => deleted)).toEqual([true, true])
  expect((await pool.query('select from provider_customers')).rowCount).toBe(0)
  expect((await mailbox()).filter(({ text }) => text.includes('does not know its customer'))).toEqual([])
})

/** Returns the only customer of an account. */
async function readCustomer({ url, secretKey, exchanges }: Place): Promise<{ email?: string; deleted?: true }> {
  const made = exchanges.find(({ method, path: called }) => method === 'POST' && called === '/v1/customers')
  const { id } = (made?.reply ?? {}) as { id?: string }
  const headers = { authorization: `Bearer ${secretKey}` }
  return (await (await fetch(`${url}/v1/customers/${id}`, { headers })).json()) as { email?: string; deleted?: true }
}
