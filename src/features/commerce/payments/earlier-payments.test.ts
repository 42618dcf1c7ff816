import { expect, test } from 'vitest'
import type { Intent } from '#platform/payments.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { checkEarlierPayments } from './payments.public.ts'

test('names an order whose payment none of the accounts knows, among many others', async () => {
  const { db, deps, pool, member, course } = await testAcademy()
  const { id: memberId } = await member()
  const products = await Promise.all(Array.from({ length: 30 }, () => course()))
  for (const [day, { id }] of products.entries())
    await pool.query(
      `insert into purchases (member_id, product_id, list_price_cents, price_cents, currency, state, is_live,
         payment_intent_id, paid_at, order_number)
       values ($1, $2, 100, 100, 'usd', 'paid', true, $3, now() - make_interval(days => $4), $5)`,
      [memberId, id, `pi_${day}`, day + 1, `A0000000${String(day).padStart(4, '0')}`],
    )
  const asked: string[] = []
  const check = (knows: (id: string) => boolean, isLive = true) =>
    checkEarlierPayments({
      db,
      now: deps.now,
      formerKeys: [],
      payments: {
        isLive,
        readIntent: async (id) => {
          asked.push(id)
          return knows(id) ? ({ id } as Intent) : undefined
        },
      },
    })
  expect(await check(() => true)).toMatchObject([{ what: 'earlier payments', isWrong: false }])
  expect(asked.length).toBeLessThan(15)
  expect(asked).toEqual(expect.arrayContaining(['pi_0', 'pi_29']))
  // The account changed twelve days ago.
  const [finding] = await check((id) => Number(id.slice(3)) < 12)
  expect(finding).toMatchObject({ isWrong: true, text: expect.stringMatching(/^order A00000000029 of /) })
  expect(await check(() => false, false)).toEqual([])
})
