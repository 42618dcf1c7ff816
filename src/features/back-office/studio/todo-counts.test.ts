import { expect, test } from 'vitest'
import { createAcademyWithSales } from '../../../../test/harness/academy-with-sales.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const TO_DOS = '/Academy/api/studio/to-dos/'
const NONE = { todos: 0, orders: 0, failed_mails: 0, contests: 0, reports: 0, law: 0, unanswered: 0 }

test('counts the to-dos that each role can see, with one or two statements for each', async () => {
  const { owner, support, depositions, sell, setTime, pool, as, member } = await createAcademyWithSales()
  const editor = as(await member({ role: 'editor' }))
  setTime(new Date('2026-11-24T04:00:00Z'))
  expect((await owner.get(TO_DOS)).body).toEqual(NONE)

  const ids = [await sell(depositions.id, { day: '2026-11-20' }), await sell(depositions.id, { day: '2026-11-21' })]
  await pool.query(
    `insert into payment_troubles (intent_id, kind, since, looked_at)
      select payment_intent_id, 'dispute', now(), now() from purchases where id = any($1)`,
    [ids],
  )
  await pool.query(`insert into mails (id, kind, member_id, address, subject, result, first_tried_at, tried_at)
    select gen_random_uuid(), 'send-receipt', null, 'a@example.com', 'Your receipt', 'refused', '2026-11-20', '2026-11-20'`)
  const ofSupport = { ...NONE, todos: 2, orders: 2, failed_mails: 1, contests: null, law: null }
  expect((await support.get(TO_DOS)).body).toEqual(ofSupport)
  expect((await editor.get(TO_DOS)).body).toEqual({ ...NONE, orders: null, failed_mails: null, reports: null })
  await pool.query('delete from payment_troubles')
  expect((await owner.get(TO_DOS)).body).toEqual({ ...NONE, todos: 1, failed_mails: 1 })

  const statements = await recordStatements(async () => void (await owner.get(TO_DOS)))
  expect(statements.length).toBeLessThanOrEqual(14)
})
