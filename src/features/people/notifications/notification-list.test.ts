import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

const LIST = '/Academy/api/account/notices/'
const READ = '/Academy/api/account/notices/read/'

/**
 * Creates an academy where Nora has this many notifications. Those created at the same time differ only in their ID.
 */
async function academyWithNotices(many: number) {
  const academy = await testAcademy()
  const nora = await academy.member()
  await academy.pool.query(
    `insert into notices (member_id, kind, cause, words, address, told_at)
      select $1, 'order', 'order:' || n, 'Notice ' || n, '/Account/', timestamptz '2026-11-20 12:00Z' + n / 3 * interval '1 hour' from generate_series(1, $2) n`,
    [nora.id, many],
  )
  const list = async (after: string | null = null) => (await academy.as(nora).post(LIST, { after })).body
  return { ...academy, nora, list }
}

test('lists all notifications once, newest first, in pages of twenty, with three statements each', async () => {
  const { list } = await academyWithNotices(45)
  const parts = [await list()]
  while (parts.at(-1).is_more) parts.push(await list(parts.at(-1).notices.at(-1).id))
  expect(parts.map(({ notices }) => notices.length)).toEqual([20, 20, 5])
  const all = parts.flatMap(({ notices }) => notices as { id: string; words: string; day: string }[])
  expect(new Set(all.map(({ words }) => words)).size).toBe(45)
  const days = all.map(({ day }) => day)
  expect(days).toEqual(days.toSorted().toReversed())
  expect(parts[0].unread).toBe(45)
  expect(parts[0].notices[0]).toMatchObject({ kind: 'order', address: '/Account/', is_read: false })
  const statements = await recordStatements(async () => void (await list()))
  expect(statements.filter(({ text }) => /notices|site_settings/.test(text))).toHaveLength(3)
})

test("marks one, or one and all earlier ones; marking twice counts once, and other members' stay unread", async () => {
  const { list, as, nora, member } = await academyWithNotices(120)
  expect((await list()).unread).toBe(100)
  const { notices } = await list()
  const read = async (who: typeof nora, id: string, andBefore = false) =>
    (await as(who).post(READ, { id, and_before: andBefore })).body
  expect(await read(await member(), notices[3].id, true)).toEqual({ unread: 0 })
  for (let n = 0; n < 2; n += 1) await read(nora, notices[0].id)
  expect((await list()).notices.map((each: { is_read: boolean }) => each.is_read).slice(0, 3)).toEqual([
    true,
    false,
    false,
  ])
  expect(await read(nora, notices[5].id, true)).toEqual({ unread: 4 })
  expect(await read(nora, '0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11', true)).toEqual({ unread: 4 })
  expect(await read(nora, notices[1].id, true)).toEqual({ unread: 0 })
})

test("ends the list for a deleted or someone else's notification and rejects an invalid id", async () => {
  const { list, as, nora, member, pool } = await academyWithNotices(30)
  const { notices } = await list()
  await pool.query('delete from notices where id = $1', [notices[19].id])
  expect(await list(notices[19].id)).toEqual({ notices: [], is_more: false, unread: 29 })
  expect((await as(await member()).post(LIST, { after: notices[0].id })).body.notices).toEqual([])
  expect((await as(nora).post(LIST, { after: '1' })).status).toBe(400)
  expect((await as(nora).post(READ, { id: "' or 1=1" })).status).toBe(400)
  expect((await as(undefined).post(LIST)).status).toBe(401)
})
