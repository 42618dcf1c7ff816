import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { purchases } from '#db/tables/sales.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { type OrderSearch, searchOrders } from './order-search.service.ts'

/** Creates an academy with four purchases by two members, each a day after the previous one. */
async function createAcademyWithOrders() {
  const academy = await testAcademy()
  const { db, deps, member, course, document, purchase } = academy
  const [nora, florence] = [
    await member({ firstName: 'Nora', lastName: 'O’Neill_50%' }),
    await member({ firstName: 'Florence', lastName: 'Barton' }),
  ]
  const [one, two, kit] = [await course(), await course({ title: 'Depositions' }), await document()]
  const made: string[] = []
  const buy = async (memberId: string, productId: string, state: Parameters<typeof purchase>[2], itemName: string) => {
    const id = await purchase(memberId, productId, state)
    const time = new Date(Date.UTC(2026, 0, 10 + made.length, 12))
    const [row] = await db
      .update(purchases)
      .set({ createdAt: time, paidAt: state === 'pending' ? null : time, itemName })
      .where(eq(purchases.id, id))
      .returning()
    made.push(row?.orderNumber ?? '')
  }
  await buy(nora.id, one.id, 'paid', 'Medical Exams')
  await buy(florence.id, one.id, 'refunded', 'Medical Exams')
  await buy(nora.id, two.id, 'pending', 'Depositions')
  await buy(florence.id, kit.id, 'paid', 'Starter Kit')
  const found = async (wanted: Partial<OrderSearch>) => {
    const { orders } = await searchOrders(deps, { limit: 9, ...wanted })
    return orders.map(({ orderNumber }) => made.indexOf(orderNumber) + 1)
  }
  return { ...academy, nora, florence, made, found }
}

test('finds orders by name, email, product, number, and payment; requires all words and treats pattern characters literally', async () => {
  const { found, made, nora, florence, db } = await createAcademyWithOrders()
  expect(await found({})).toEqual([4, 2, 1])
  expect(await found({ words: ['BARTON'] })).toEqual([4, 2])
  expect(await found({ words: ['barton', 'exams'] })).toEqual([2])
  expect(await found({ words: [nora.email] })).toEqual([1])
  expect(await found({ words: [florence.username] })).toEqual([4, 2])
  expect(await found({ words: [(made[1] ?? '').slice(0, 10).toLowerCase()] })).toEqual([2])
  const [first] = await db
    .select()
    .from(purchases)
    .where(eq(purchases.orderNumber, made[0] ?? ''))
  expect(await found({ words: [first?.paymentIntentId ?? ''] })).toEqual([1])
  expect(await found({ words: ['_50%'] })).toEqual([1])
  for (const all of ['%', '_', '\\']) expect(await found({ words: [all] })).toEqual([])
  // One or two letters match only the starts of words. Otherwise, they would match everything.
  expect(await found({ words: ['no'] })).toEqual([1])
  expect(await found({ words: ['ra'] })).toEqual([])
  expect(await found({ words: ['ora'] })).toEqual([1])
  expect(await found({ memberId: nora.id, state: 'any' })).toEqual([3, 1])
})

test('finds orders by state and date range, and continues a list where it ended, in three statements at most', async () => {
  const { found, made, deps } = await createAcademyWithOrders()
  expect(await found({ state: 'pending' })).toEqual([3])
  expect(await found({ state: 'any' })).toEqual([4, 3, 2, 1])
  expect(await found({ state: 'refunded' })).toEqual([2])
  expect(await found({ since: new Date('2026-01-11'), until: new Date('2026-01-12') })).toEqual([2])
  expect(await found({ state: 'any', limit: 2 })).toEqual([4, 3])
  expect(await found({ state: 'any', limit: 2, after: made[2] })).toEqual([2, 1])
  expect(await searchOrders(deps, { limit: 1, after: made[3]?.toLowerCase() })).toMatchObject({ isMore: true })
  expect(await searchOrders(deps, { limit: 1, after: made[1] })).toMatchObject({ isMore: false })
  await expect(searchOrders(deps, { limit: 1, after: 'NONE' })).rejects.toMatchObject({ code: 'not_found' })
  expect(
    await countStatements(async () => void (await searchOrders(deps, { limit: 9, after: made[3] }))),
  ).toBeLessThanOrEqual(3)
})
