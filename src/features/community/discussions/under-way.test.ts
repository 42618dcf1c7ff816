import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'

const MUTE = `insert into mutes (member_id, until, reason, muted_at) values ($1, now() + interval '1 day', 'A test', now())`
const LOCK = 'update members set locked_at = now() where id = $1'
/**
 * What delays the post: a lock on the author's row, taken when the post is stored, or the rate limits, which are
 * counted after the first check of the author.
 */
const MEMBER = (id: string) => `select from members where id = '${id}' for update`
const THROTTLES = () => 'lock table throttles in exclusive mode'

test.each([
  ['a mute', MUTE, MEMBER],
  ['a mute between check and storage', MUTE, THROTTLES],
  ['a lock', LOCK, MEMBER],
  ['a lock between check and storage', LOCK, THROTTLES],
])('rejects a post in progress after %s and stores nothing', { timeout: 120_000 }, async (_, statement, delay) => {
  const { pool, as, member, purchase, ...academy } = await testAcademy()
  const course = await academy.course()
  const asker = await member()
  await purchase(asker.id, course.id)
  await pool.query(`update members set created_at = created_at - interval '2 days'`)
  const nora = as(asker)
  const asked = { title: 'Why?', text: 'Which one holds?' }
  const list = `/Academy/api/take/course/${course.slug}/discussions/`
  const ask = (id = randomUUID()) => nora.post(`${list}ask/`, { id, ...asked })
  const thread = randomUUID()
  await ask(thread)
  const [first] = (await nora.get(`/Academy/api/discussion/${thread}/from/0/`)).body.posts
  const reply = () => nora.post(`/Academy/api/discussion/${thread}/reply/`, { id: randomUUID(), text: 'This one.' })
  const change = () => nora.post(`/Academy/api/discussion/post/${first.id}/change/`, { text: 'Thirty?' })
  const stored = async () => (await pool.query('select words, edited_at from posts order by id')).rows
  const before = await stored()
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(delay(asker.id))
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
})

test('rejects a reply to a question that was deleted or hidden, also while the reply was in progress', async () => {
  const { pool, as, member, purchase, ...academy } = await testAcademy()
  const course = await academy.course()
  const [asker, other] = [await member(), await member()]
  for (const { id } of [asker, other]) await purchase(id, course.id)
  const [nora, flo, staff] = [as(asker), as(other), as(await member({ role: 'owner' }))]
  const gone = [
    [
      'This question was deleted, so you can’t reply.',
      (post: string) => nora.post(`/Academy/api/discussion/post/${post}/delete/`),
    ],
    [
      'This discussion is closed to replies.',
      (post: string) => staff.post(`/Academy/api/studio/posts/${post}/hide/`, { reason: 'A name' }),
    ],
  ] as const
  for (const [message, remove] of gone) {
    const thread = randomUUID()
    await nora.post(`/Academy/api/take/course/${course.slug}/discussions/ask/`, {
      id: thread,
      title: 'Why?',
      text: 'One?',
    })
    const read = async () => (await flo.get(`/Academy/api/discussion/${thread}/from/0/`)).body
    const { posts } = await read()
    const reply = () => flo.post(`/Academy/api/discussion/${thread}/reply/`, { id: randomUUID(), text: 'This one.' })
    const holder = await pool.connect()
    try {
      await holder.query('begin')
      await holder.query(MEMBER(other.id))
      const underWay = reply()
      const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      await expect.poll(async () => (await pool.query(waits)).rowCount, { timeout: 60_000 }).toBe(1)
      expect((await remove(posts[0].id)).status).toBe(200)
      await holder.query('commit')
      for (const { status, body } of [await underWay, await reply()])
        expect([status, body.message]).toEqual([400, message])
    } finally {
      holder.release()
    }
    expect(await read()).toMatchObject({ may_reply: false, replies: 0, posts: [{}] })
  }
})
