import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { products } from '#db/tables/catalog.ts'
import { grants } from '#db/tables/grants.ts'
import { purchases } from '#db/tables/sales.ts'
import { type TestAcademy, testAcademy } from '../../../../test/harness/academy.ts'
import { findOwnedProduct, ownedBy, ownsProduct } from './ownership.public.ts'

async function grant({ db }: TestAcademy, memberId: string, productId: string) {
  await db.insert(grants).values({ memberId, productId, reason: 'scholarship' })
}

describe('ownership', () => {
  test.each([
    ['pending', false],
    ['paid', true],
    ['disputed', false],
    ['refunded', false],
  ] as const)('of a product with a %s purchase: %s', async (state, owns) => {
    const academy = await testAcademy()
    const { db, member, course, purchase } = academy
    const [nurse, other, ethics] = [await member(), await member(), await course()]
    const id = await purchase(nurse.id, ethics.id, state)

    expect(await ownsProduct(db, nurse.id, ethics.id)).toBe(owns)
    const expected = owns ? { id: ethics.id, slug: ethics.slug } : undefined
    expect(await findOwnedProduct(db, nurse.id, 'course', ethics.slug)).toEqual(expected)
    expect(await findOwnedProduct(db, nurse.id, 'course', id)).toEqual(expected)
    expect(await ownsProduct(db, other.id, ethics.id)).toBe(false)
    expect(await findOwnedProduct(db, other.id, 'course', id)).toBeUndefined()
    expect(await findOwnedProduct(db, other.id, 'course', ethics.slug)).toBeUndefined()
  })

  test('lasts while a grant is active', async () => {
    const academy = await testAcademy()
    const { db, member, course } = academy
    const [nurse, ethics] = [await member(), await course()]
    await grant(academy, nurse.id, ethics.id)
    expect(await ownsProduct(db, nurse.id, ethics.id)).toBe(true)
    expect(await findOwnedProduct(db, nurse.id, 'course', ethics.slug)).toMatchObject({ id: ethics.id })
    await db.update(grants).set({ revokedAt: new Date() })
    expect(await ownsProduct(db, nurse.id, ethics.id)).toBe(false)
  })
})

test("matches nothing for another kind's id, an unknown id, or an invalid one", async () => {
  const { db, member, course, purchase } = await testAcademy()
  const [nurse, ethics] = [await member(), await course()]
  const id = await purchase(nurse.id, ethics.id)
  for (const kind of ['podcast', 'document'] as const) {
    expect(await findOwnedProduct(db, nurse.id, kind, ethics.slug)).toBeUndefined()
    expect(await findOwnedProduct(db, nurse.id, kind, id)).toBeUndefined()
  }
  for (const nothing of [randomUUID(), ethics.id, '', "' or 1=1", 'no-such-course']) {
    expect(await findOwnedProduct(db, nurse.id, 'course', nothing)).toBeUndefined()
  }
})

test("selects owned products within a list's own statement", async () => {
  const academy = await testAcademy()
  const { db, member, course, purchase } = academy
  const nurse = await member()
  const [bought, given, neither] = [await course(), await course(), await course()]
  await purchase(nurse.id, bought.id)
  await grant(academy, nurse.id, given.id)
  await purchase((await member()).id, neither.id)
  const owned = await db.select({ id: products.id }).from(products).where(ownedBy(nurse.id))
  expect(owned.map(({ id }) => id).toSorted()).toEqual([bought.id, given.id].toSorted())
  await db.update(purchases).set({ state: 'refunded' }).where(eq(purchases.productId, bought.id))
  expect(await db.select({ id: products.id }).from(products).where(ownedBy(nurse.id))).toEqual([{ id: given.id }])
})
