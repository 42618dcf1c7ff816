import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

const NEXT = '/Academy/api/MyAcademy/next/'

test('returns where a member stopped on any device and how much of each course is complete', async () => {
  const { as, member, course, purchase, file, pool } = await testAcademy()
  const nurse = await member()
  const ethics = await course({ title: 'Ethics', lectures: 4 })
  await course({ title: 'Not owned' })
  expect((await as(nurse).get(NEXT)).body).toEqual({ next: null, courses: [] })
  await purchase(nurse.id, ethics.id)
  expect((await as(nurse).get(NEXT)).body).toMatchObject({
    next: { course_id: ethics.slug, course_name: 'Ethics', watched: 0, lecture: { id: 'lecture-1', is_begun: false } },
    courses: [{ id_: ethics.slug, watched: 0, has_certificate: false }],
  })

  const video = await file('02.mp4', 'video/mp4', 'the video')
  await pool.query('update files set seconds = 200 where id = $1', [video.id])
  await pool.query('update lectures set video_file_id = $1 where id = $2', [video.id, ethics.lectures[1]?.id])
  const reply = await as(nurse).post(`/Academy/api/playback/${video.id}/`, { seconds: 100, seconds_ago: 0 })
  expect(reply.status).toBe(200)
  await as(nurse).post(`/Academy/api/course/${ethics.slug}/lecture/lecture-1/update/progress/`)
  await pool.query(`update lecture_completions set completed_at = completed_at - interval '1 hour'`)
  expect((await as(nurse).get(NEXT)).body).toMatchObject({
    next: { watched: 25, lecture: { id: 'lecture-2', seconds_left: 100, is_begun: true } },
    courses: [{ id_: ethics.slug, watched: 25 }],
  })
  expect((await as(nurse).get('/Academy/api/MyAcademy/')).body[0].lectureProgress).toBe(25)
  expect((await as(undefined).get(NEXT)).status).toBe(401)

  // After this, only the exam is left to do, and later only the certificate request.
  await pool.query('delete from playback_positions')
  for (const number of [2, 3, 4])
    await as(nurse).post(`/Academy/api/course/${ethics.slug}/lecture/lecture-${number}/update/progress/`)
  expect((await as(nurse).get(NEXT)).body.next).toMatchObject({ has_passed: false, lecture: null })
  await pool.query(
    `insert into exam_attempts (member_id, course_id, score, total, answers, is_counted_by_server) values ($1, $2, 8, 10, '[]', true)`,
    [nurse.id, ethics.id],
  )
  expect((await as(nurse).get(NEXT)).body.next).toMatchObject({ has_passed: true, lecture: null })
})

test('returns the exam while it is under way, and the lecture again when it can no longer be submitted', async () => {
  const { as, member, course, purchase, pool, setTime } = await testAcademy()
  const nurse = await member()
  const ethics = await course({ title: 'Ethics', lectures: 2 })
  await purchase(nurse.id, ethics.id)
  const opened = new Date()
  await pool.query(`insert into exam_papers (member_id, course_id, questions, opened_at) values ($1, $2, '[]', $3)`, [
    nurse.id,
    ethics.id,
    opened,
  ])
  expect((await as(nurse).get(NEXT)).body.next).toMatchObject({ has_passed: false, lecture: null })
  setTime(new Date(opened.getTime() + 24 * 60 * 60_000))
  expect((await as(nurse).get(NEXT)).body.next).toMatchObject({ lecture: { id: 'lecture-1' } })
})

test("takes one statement besides the session's, whatever is owned", async () => {
  const academy = await testAcademy()
  const nurse = await academy.member()
  for (const title of ['One', 'Two', 'Three']) {
    const { id } = await academy.course({ title, lectures: 5 })
    await academy.purchase(nurse.id, id)
  }
  await academy.as(nurse).get(NEXT)
  expect(await countStatements(async () => void (await academy.as(nurse).get(NEXT)))).toBe(2)
})
