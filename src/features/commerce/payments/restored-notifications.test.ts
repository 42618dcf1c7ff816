import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { providerEvents, purchases } from '#db/tables/sales.ts'
import { restores } from '#db/tables/restores.ts'
import { siteSettings } from '#db/tables/site.ts'
import { cents } from '#shared/money.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { callEmulator } from '../../../../test/harness/stripe-emulator-control.ts'
import { confirmPayment } from './confirmation.service.ts'
import { adoptPayment, readNumbers, refundOrder, reconcilePayments } from './payments.public.ts'

/**
 * Creates a sale of $100.00 that is in the backup, and a refund of $10.00 that was made and emailed before the restore.
 */
async function restoreSale() {
  const academy = await testAcademy()
  const { as, db, deps, emulator, mailbox, runJobs } = academy
  await db.insert(siteSettings).values({ settings: { email: 'office@academy.test' } })
  const [nurse, { slug }] = [await academy.member(), await academy.course({ priceCents: 10_000 })]
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  const [purchaseId, intentId] = [String(body.myDocsID), getIntentId(String(body.clientSecret))]
  await confirmCard(emulator, String(body.clientSecret), { number: TEST_CARD.succeeds })
  await confirmPayment(deps, nurse.id, { kind: 'course', purchaseId, intentId })
  await reconcilePayments(deps)
  const known = new Set<string>()
  /** Lists the emails since the last call. */
  const newEmails = async () => {
    await runJobs()
    const emails = (await mailbox()).map(({ to, text }) => `${to} ${text.replaceAll(/\s+/g, ' ')}`)
    const added = emails.filter((email) => !known.has(email))
    for (const email of added) known.add(email)
    return added
  }
  await newEmails()
  await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: '1000' })
  for (let second = 0; second < 4; second += 1) academy.passSecondAtProvider()
  const now = Date.now()
  await db.insert(restores).values({ madeAt: new Date(now - 60 * 60_000), restoredAt: new Date(now + 2_000) })
  return {
    ...academy,
    nurse,
    intentId,
    dispute: () => callEmulator(emulator, '/stand-in/disputes', { payment_intent: intentId }),
    newEmails,
  }
}

describe('after a restore', () => {
  let restored: Awaited<ReturnType<typeof restoreSale>>
  beforeEach(async () => {
    restored = await restoreSale()
  })

  test('emails a refund made since then, although an older event also stores it', async () => {
    const { deps, emulator, intentId, newEmails, nurse } = restored
    await callEmulator(emulator, '/v1/refunds', { payment_intent: intentId, amount: '500' })
    for (let round = 0; round < 2; round += 1) await reconcilePayments(deps)
    expect(await newEmails()).toEqual([expect.stringMatching(new RegExp(`^${nurse.email} .*We refunded \\$5\\.00`))])
  })

  test('emails only the sum of the refund that the operator makes, not of those before', async () => {
    const { deps, intentId, newEmails } = restored
    await readNumbers(deps)
    await refundOrder(deps, { by: OPERATOR, orderNumber: intentId, amount: cents(2_000) })
    await reconcilePayments(deps)
    expect(await newEmails()).toEqual([expect.stringContaining('We refunded $20.00')])
  })

  test('notifies the buyer and the operator of a dispute since then, and of its loss', async () => {
    const { deps, dispute, emulator, newEmails, nurse } = restored
    const { id } = await dispute()
    for (let round = 0; round < 2; round += 1) await reconcilePayments(deps)
    const opened = await newEmails()
    expect(opened.map((email) => email.split(' ')[0] ?? '').toSorted()).toEqual(
      [nurse.email, 'office@academy.test'].toSorted(),
    )
    await callEmulator(emulator, `/stand-in/disputes/${id}/close`, { status: 'lost' })
    await reconcilePayments(deps)
    expect(await newEmails()).toHaveLength(2)
  })

  test('notifies the buyer and the operator of a dispute over an order that is created again', async () => {
    const { db, deps, dispute, intentId, newEmails, nurse } = restored
    await db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const table of ['invoices', 'invoice_counters']) await tx.execute(sql`delete from ${sql.identifier(table)}`)
      await tx.delete(purchases)
      await tx.delete(providerEvents)
    })
    await reconcilePayments(deps)
    await dispute()
    await reconcilePayments(deps)
    expect(await newEmails()).toEqual([])
    await adoptPayment(deps, { intentId, memberId: nurse.id, slug: undefined, by: OPERATOR })
    await reconcilePayments(deps)
    const emails = (await newEmails()).map((email) => email.split(' ')[0] ?? '')
    expect(emails.toSorted()).toEqual([nurse.email, 'office@academy.test'].toSorted())
  })
})
