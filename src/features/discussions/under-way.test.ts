import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../test/harness/academy.ts'

test.each([
  [
    'a mute',
    `insert into mutes (member_id, until, reason, muted_at) values ($1, now() + interval '1 day', 'A test', now())`,
  ],
  ['a lock', 'update members set locked_at = now() where id = $1'],
])(
  '%s stops what is being written: it is refused, and nothing is stored',
  { timeout: 120_000 },
  async (_, statement) => {
    const { pool, asker, other, ask, reply, change, read } = await discussed()
    const [first] = (await read(asker)).body.posts
    const stored = async () => (await pool.query('select words, edited_at from posts order by id')).rows
    const before = await stored()
    const holder = await pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select from members where id = $1 for update', [asker.id])
      const underWay = Promise.all([ask(), reply(), change()])
      const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await pool.query(waits)).rowCount, { timeout: 60_000 }).toBe(3)
      await holder.query(statement, [asker.id])
      await holder.query('commit')
      for (const { status } of await underWay) expect([400, 403]).toContain(status)
    } finally {
      holder.release()
    }
    expect(await stored()).toEqual(before)
  },
)
