import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { rerenderOutdatedPosts } from './rerender-posts.service.ts'

test('re-renders a post that was rendered by an older version, once', async () => {
  const { as, course, db, member, pool, purchase } = await testAcademy()
  const [{ id: courseId, slug }, asker] = [await course(), await member()]
  await purchase(asker.id, courseId)
  const id = randomUUID()
  const asked = { id, title: 'How long?', text: 'Takes ~5~10 **min**' }
  expect((await as(asker).post(`/Academy/api/take/course/${slug}/discussions/ask/`, asked)).status).toBe(200)
  expect(await countStatements(() => rerenderOutdatedPosts(db))).toBe(1)
  await pool.query(`update posts set html = '<p>Takes 510</p>', renderer = 0`)
  await rerenderOutdatedPosts(db)
  expect((await as(asker).get(`/Academy/api/discussion/${id}/from/0/`)).body.posts).toMatchObject([
    { html: '<p>Takes ~5~10 <strong>min</strong></p>' },
  ])
  expect(await countStatements(() => rerenderOutdatedPosts(db))).toBe(1)
})
