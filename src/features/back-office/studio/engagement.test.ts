import { expect, test } from 'vitest'
import { erasePositions } from '#features/foundation/playback/playback.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import type { Member } from '../../../../test/harness/builders.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'
import { recordStatements } from '../../../../test/harness/statements.ts'

/** The player reports every ten seconds; this is the longest interval that counts as played. */
const INTERVAL = 60
const LENGTH = 600

/** A course with four lectures of ten minutes. `play` reports the playback of a part, as a player does in real time. */
async function startCourse() {
  const academy = await testAcademy()
  const { as, course: makeCourse, file, member, pool, purchase, setTime } = academy
  const course = await makeCourse({ title: 'Depositions', lectures: 4 })
  const setVideo = async (lectureId: string | undefined, name: string) => {
    const video = await file(`${name}.mp4`, 'video/mp4', name)
    await pool.query('update files set seconds = $1 where id = $2', [LENGTH, video.id])
    await pool.query('update lectures set video_file_id = $1 where id = $2', [video.id, lectureId])
    return video.id
  }
  const videos: string[] = []
  for (const { id, slug } of course.lectures) videos.push(await setVideo(id, slug))
  let clock = Date.UTC(2026, 0, 5)
  const report = async (learner: Member, video: string | undefined, seconds: number, elapsed: number) => {
    setTime(new Date((clock += elapsed * 1000)))
    const reply = await as(learner).post(`/Academy/api/playback/${video}/`, { seconds, seconds_ago: 0 })
    expect(reply.body).toEqual({ is_newest: true })
  }
  const play = async (learner: Member, video: string | undefined, from: number, to: number) => {
    await report(learner, video, from + 10, 10)
    for (let at = from + 10; at < to; at += INTERVAL)
      await report(learner, video, Math.min(to, at + INTERVAL), Math.min(to - at, INTERVAL))
  }
  const enroll = async (courseId = course.id) => {
    setTime(new Date(clock))
    const learner = await member()
    await purchase(learner.id, courseId)
    return learner
  }
  const editor = as(await member({ role: 'editor' }))
  const url = (id: string) => `/Academy/api/studio/products/${id}/engagement/`
  const read = async (id = course.id) => (await editor.get(url(id))).body
  return { ...academy, makeCourse, editor, course, videos, setVideo, play, enroll, url, read }
}

test.skipIf(isEveryChange)('recovers where planted learners stopped, and what they went back to', async () => {
  const { course, videos, play, enroll, read, editor, url, as, member } = await startCourse()
  for (let n = 0; n < 40; n += 1) {
    const learner = await enroll()
    await play(learner, videos[0], 0, LENGTH)
    // Three quarters play three minutes of the second lecture again.
    if (n % 4 > 0) await play(learner, videos[1], 0, 430)
    await play(learner, videos[1], n % 4 > 0 ? 250 : 0, LENGTH)
    await play(learner, videos[2], 0, n % 2 === 0 ? 130 : LENGTH)
    if (n % 2 === 1) await play(learner, videos[3], 0, n % 8 === 1 ? 310 : LENGTH)
  }
  const numbers = (started: number, half: number, finished: number, rewound: number | null, minutes: number) => ({
    id: expect.any(String),
    name: expect.any(String),
    seconds: LENGTH,
    started,
    half,
    finished,
    rewound,
    minutes,
  })
  const statements = await recordStatements(async () => void (await read()))
  expect(statements.filter(({ text }) => /"products"|playback_positions/.test(text)).length).toBeLessThanOrEqual(2)
  const found = await read()
  expect(found).toEqual({
    course: { id: course.id, name: 'Depositions' },
    lectures: [
      numbers(40, 40, 40, null, 10),
      numbers(40, 40, 40, 30, 13),
      numbers(40, 20, 20, null, 2),
      numbers(20, 20, 15, null, 10),
    ],
    biggest_drop: { after: course.lectures[2]?.id, before: 40, left: 20, next: 'Lecture 4' },
  })
  expect(found.lectures.map(({ name }: { name: string }) => name)).toEqual([1, 2, 3, 4].map((n) => `Lecture ${n}`))

  // Four more change nothing.
  for (let n = 0; n < 4; n += 1) await play(await enroll(), videos[0], 0, LENGTH)
  expect(await read()).toEqual(found)
  expect((await as(await member({ role: 'owner' })).get(url(course.id))).body).toEqual(found)
  expect((await as(await member({ role: 'support' })).get(url(course.id))).status).toBe(404)
  expect(await editor.get(url(crypto.randomUUID()))).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('shows nothing below five learners, and starts again for a replaced video', async () => {
  const { course, videos, setVideo, play, enroll, read, db } = await startCourse()
  const learners: Member[] = []
  for (let n = 0; n < 4; n += 1) learners.push(await enroll())
  for (const learner of learners) await play(learner, videos[0], 0, LENGTH)
  const hidden = { seconds: LENGTH, started: null, half: null, finished: null, rewound: null, minutes: null }
  expect(await read()).toMatchObject({ lectures: [hidden, hidden, hidden, hidden], biggest_drop: null })
  const fifth = await enroll()
  await play(fifth, videos[0], 0, 70)
  expect((await read()).lectures[0]).toMatchObject({ started: 5, half: null, finished: null, minutes: null })
  await db.transaction((tx) => erasePositions(tx, fifth.id))
  expect((await read()).lectures[0]).toMatchObject(hidden)

  await play(fifth, videos[0], 0, 70)
  const replaced = await setVideo(course.lectures[0]?.id, 'replaced')
  expect((await read()).lectures[0]).toMatchObject(hidden)
  for (const learner of [...learners, fifth]) await play(learner, replaced, 0, LENGTH)
  expect((await read()).lectures[0]).toMatchObject({ started: 5, half: 5, finished: 5, rewound: null, minutes: null })
})

test('counts only learners of the course if another course has the same video', async () => {
  const { makeCourse, videos, pool, play, enroll, read } = await startCourse()
  const copy = await makeCourse({ lectures: 1 })
  await pool.query('update lectures set video_file_id = $1 where course_id = $2', [videos[0], copy.id])
  for (let n = 0; n < 5; n += 1) await play(await enroll(), videos[0], 0, LENGTH)
  expect((await read()).lectures[0].started).toBe(5)
  expect((await read(copy.id)).lectures[0].started).toBeNull()
})
