import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'

test('removes a hidden question from the unanswered ones and their count, and restores it when shown again', async () => {
  const { as, member, purchase, course: makeCourse, pool } = await testAcademy()
  const course = await makeCourse({ title: 'Depositions', lectures: 1 })
  const [asker, editor] = [await member(), await member({ role: 'editor' })]
  await purchase(asker.id, course.id)
  const list = `/Academy/api/take/course/${course.slug}/discussions/`
  await as(asker).post(`${list}ask/`, { id: randomUUID(), title: 'First', text: 'One?' })
  const unanswered = async () => [
    (await as(editor).get('/Academy/api/studio/today/')).body.unanswered,
    (await as(editor).post('/Academy/api/studio/discussions/', {})).body.threads.length,
    (await as(asker).post(list, { unanswered: true })).body.threads.length,
  ]
  expect(await unanswered()).toEqual([1, 1, 1])
  await pool.query(`update posts set hidden_at = now(), hidden_reason = 'A name.'`)
  expect(await unanswered()).toEqual([0, 0, 0])
  await pool.query('update posts set hidden_at = null, hidden_reason = null')
  expect(await unanswered()).toEqual([1, 1, 1])
})

test('rejects the same id with other content without a change, and stores the same content once', async () => {
  const { as, member, purchase, course: makeCourse } = await testAcademy()
  const course = await makeCourse({ title: 'Depositions', lectures: 1 })
  const asker = await member()
  await purchase(asker.id, course.id)
  const [thread, post] = [randomUUID(), randomUUID()]
  const ask = (title: string, text: string) =>
    as(asker).post(`/Academy/api/take/course/${course.slug}/discussions/ask/`, { id: thread, title, text })
  const reply = (text: string) => as(asker).post(`/Academy/api/discussion/${thread}/reply/`, { id: post, text })
  for (const _ of [1, 2]) expect((await ask('First', 'One?')).status).toBe(200)
  const refused = {
    status: 409,
    body: { message: expect.stringContaining('An earlier version of this post was already sent') },
  }
  expect(await ask('First', 'Two?')).toMatchObject(refused)
  expect(await ask('Second', 'One?')).toMatchObject(refused)
  for (const _ of [1, 2]) expect((await reply('Three.')).status).toBe(200)
  expect(await reply('Four.')).toMatchObject(refused)
  const { body } = await as(asker).get(`/Academy/api/discussion/${thread}/from/0/`)
  expect(body.posts).toMatchObject([{ text: 'One?' }, { text: 'Three.' }])
  expect(body.posts).toHaveLength(2)
})
