import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { countStatements } from '../../../../test/harness/statements.ts'
import { MAX_NOTES } from './notes.rules.ts'

async function owner() {
  const academy = await testAcademy()
  const nurse = await academy.member()
  const course = await academy.course({ lectures: 2 })
  await academy.purchase(nurse.id, course.id)
  const { rows } = await academy.pool.query<{ id: string; slug: string }>(
    'select id, slug from lectures where course_id = $1 order by position',
    [course.id],
  )
  const [first = { id: '', slug: '' }, second = { id: '', slug: '' }] = rows
  const list = `/Academy/api/take/course/${course.slug}/notes/`
  const to = (lecture: { slug: string }) => `/Academy/api/course/${course.slug}/lecture/${lecture.slug}/note/`
  return { ...academy, nurse, course, first, second, list, to }
}

test('orders notes by lecture and time, stores a repeated note once, and accepts changes only from a client that knows the current text', async () => {
  const { as, nurse, first, second, list, to } = await owner()
  const id = randomUUID()
  await as(nurse).post(to(second), { id: randomUUID(), seconds: 3, text: 'third' })
  const once = await as(nurse).post(to(first), {
    id,
    seconds: 132.4,
    text: '  Ask for the letter\n\nthat names her.  ',
  })
  expect(once).toMatchObject({
    status: 200,
    body: { id, lecture_id: first.slug, seconds: 132.4, text: 'Ask for the letter\n\nthat names her.' },
  })
  const stored = { id, seconds: 132.4, text: 'Ask for the letter\n\nthat names her.' }
  expect((await as(nurse).post(to(first), stored)).status).toBe(200)
  for (const replaces of [undefined, 'What it said before.'])
    expect(await as(nurse).post(to(first), { ...stored, text: 'Lost?', replaces })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Nothing was saved') },
    })
  expect((await as(nurse).get(list)).body).toMatchObject([stored, { text: 'third' }])
  await as(nurse).post(to(first), { id, seconds: 132.4, text: 'Ask for the letter.', replaces: stored.text })
  await as(nurse).post(to(first), { id: randomUUID(), seconds: 7, text: 'first' })
  const said = async () =>
    (await as(nurse).get(list)).body.map(({ text, seconds }: Record<string, unknown>) => [seconds, text])
  expect(await said()).toEqual([
    [7, 'first'],
    [132.4, 'Ask for the letter.'],
    [3, 'third'],
  ])
  for (const _ of [1, 2]) expect((await as(nurse).post(`/Academy/api/note/${id}/remove/`)).status).toBe(200)
  expect(await said()).toEqual([
    [7, 'first'],
    [3, 'third'],
  ])
})

test('lets no one else read, change, or delete notes, and lets only owners of the course write them', async () => {
  const { as, nurse, member, purchase, course, first, second, list, to } = await owner()
  const id = randomUUID()
  await as(nurse).post(to(first), { id, seconds: 1, text: 'mine' })
  const other = await member()
  expect((await as(other).get(list)).status).toBe(404)
  expect((await as(other).post(to(first), { id: randomUUID(), seconds: 1, text: 'x' })).status).toBe(404)
  await purchase(other.id, course.id)
  expect((await as(other).get(list)).body).toEqual([])
  expect((await as(other).post(to(first), { id, seconds: 1, text: 'taken over' })).status).toBe(404)
  await as(other).post(`/Academy/api/note/${id}/remove/`)
  // The note can't be moved to another lecture, either.
  expect((await as(nurse).post(to(second), { id, seconds: 1, text: 'moved' })).status).toBe(404)
  expect((await as(nurse).get(list)).body).toMatchObject([{ id, text: 'mine', lecture_id: first.slug }])
  expect((await as(undefined).get(list)).status).toBe(401)
})

test.each([
  [{ text: ' \n ' }, 'Write something, or delete the note.'],
  [{ text: 'x'.repeat(2_001) }, 'A note can have at most 2,000 characters.'],
])('rejects %j on its field', async (wrong, message) => {
  const { as, nurse, first, list, to } = await owner()
  const { status, body } = await as(nurse).post(to(first), { id: randomUUID(), seconds: 1, ...wrong })
  expect([status, body.fields]).toEqual([400, { text: [message] }])
  for (const seconds of [-1, 1e9, '3', null])
    expect((await as(nurse).post(to(first), { id: randomUUID(), seconds, text: 'x' })).status).toBe(400)
  expect((await as(nurse).get(list)).body).toEqual([])
})

test(`stores at most ${MAX_NOTES} of thirty simultaneous notes in a course and lets existing ones be changed`, async () => {
  const { as, nurse, pool, first, list, to } = await owner()
  await pool.query(
    "insert into notes (id, member_id, lecture_id, seconds, words, written_at) select gen_random_uuid(), $1, $2, n, 'x', now() from generate_series(1, $3) n",
    [nurse.id, first.id, MAX_NOTES - 10],
  )
  const replies = await Promise.all(
    Array.from({ length: 30 }, (_, n) => as(nurse).post(to(first), { id: randomUUID(), seconds: n, text: 'one more' })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(replies.find(({ status }) => status !== 200)?.body.message).toMatch(/^A course can have up to 500 notes/)
  const { body } = await as(nurse).get(list)
  expect(body).toHaveLength(MAX_NOTES)
  const changed = await as(nurse).post(to(first), {
    id: body[0].id,
    seconds: 1,
    text: 'changed',
    replaces: body[0].text,
  })
  expect(changed.status).toBe(200)
})

test("reads all notes of a course in one statement besides the session's", async () => {
  const { as, nurse, pool, first, list } = await owner()
  await pool.query(
    "insert into notes (id, member_id, lecture_id, seconds, words, written_at) select gen_random_uuid(), $1, $2, n, 'x', now() from generate_series(1, 300) n",
    [nurse.id, first.id],
  )
  expect(await countStatements(async () => void (await as(nurse).get(list)))).toBe(2)
})
