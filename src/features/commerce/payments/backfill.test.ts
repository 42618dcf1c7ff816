import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { restores } from '#db/tables/restores.ts'
import { purchases } from '#db/tables/sales.ts'
import { MissingPermission } from '#platform/payment-calls.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { confirmCard, getIntentId, TEST_CARD } from '../../../../test/harness/card-browser.ts'
import { backfillPaymentDetails } from './backfill.service.ts'
import { reconcilePayments } from './reconcile.service.ts'

async function createAcademyWithSale() {
  const academy = await testAcademy()
  const { as, member, course, emulator, db } = academy
  const [{ slug }, nurse] = [await course({ priceCents: 10_000 }), await member()]
  const { body } = await as(nurse).post('/Academy/create-payment-intent/', { courseId: slug })
  await confirmCard(emulator, body.clientSecret, { number: TEST_CARD.succeeds })
  await as(nurse).post(`/Academy/api/myAcademy/payment/${body.myDocsID}/${getIntentId(body.clientSecret)}`)
  const stored = async () => {
    const [row] = await db.select().from(purchases).where(eq(purchases.id, body.myDocsID))
    return { isLive: row?.isLive, feeCents: row?.feeCents }
  }
  return { ...academy, id: body.myDocsID as string, stored }
}

test("fills in a payment's fee and mode once", async () => {
  const { deps, db, id, stored } = await createAcademyWithSale()
  expect(await stored()).toEqual({ isLive: false, feeCents: null })
  await db.update(purchases).set({ isLive: null }).where(eq(purchases.id, id))
  await backfillPaymentDetails(deps)
  expect(await stored()).toEqual({ isLive: false, feeCents: 320 })
  const asked: unknown[] = []
  const lists = { ...deps.payments.lists, details: (...given: unknown[]) => void asked.push(given) as never }
  await backfillPaymentDetails({ ...deps, payments: { ...deps.payments, lists } })
  expect(asked).toEqual([])
})

test('fills in the mode when the key may not read fees', async () => {
  const { deps, db, id, stored } = await createAcademyWithSale()
  await db.update(purchases).set({ isLive: null }).where(eq(purchases.id, id))
  const { details } = deps.payments.lists
  const lists: typeof deps.payments.lists = {
    ...deps.payments.lists,
    details(since, how) {
      if (how.withFees) throw new MissingPermission(new Error('not allowed'), { kind: 'right', sentence: 'Allow it.' })
      return details(since, how)
    },
  }
  await backfillPaymentDetails({ ...deps, payments: { ...deps.payments, lists } })
  expect(await stored()).toEqual({ isLive: false, feeCents: null })
})

test('catches up with live keys in a restored academy with real sales, not with test keys', async () => {
  const { deps, db, id } = await createAcademyWithSale()
  await reconcilePayments(deps)
  await db.update(purchases).set({ isLive: true }).where(eq(purchases.id, id))
  await db.insert(restores).values({ madeAt: deps.now(), restoredAt: deps.now() })
  const reconcile = async () => {
    await reconcilePayments(deps)
    return (await db.select().from(restores))[0]?.caughtUpAt
  }
  expect(await reconcile()).toBeNull()
  await db.update(purchases).set({ isLive: false }).where(eq(purchases.id, id))
  expect(await reconcile()).toBeInstanceOf(Date)
})
