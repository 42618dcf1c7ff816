import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { lectures } from '#db/tables/catalog.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { countStatements } from '../../../../test/harness/statements.ts'

async function enrolled() {
  const academy = await testAcademy()
  const nurse = await academy.member()
  const course = await academy.course({ title: 'Ethics', lectures: 3 })
  const purchaseId = await academy.purchase(nurse.id, course.id)
  return { ...academy, makeCourse: academy.course, nurse, course, purchaseId }
}

const progress = (course: string, lecture: string) =>
  `/Academy/api/course/${course}/lecture/${lecture}/update/progress/`

describe('My Academy', () => {
  test('lists only what the member owns', async () => {
    const { as, nurse, course, purchase, makeCourse } = await enrolled()
    const refunded = await makeCourse({ title: 'Refunded' })
    await purchase(nurse.id, refunded.id, 'refunded')
    const pending = await makeCourse({ title: 'Pending' })
    await purchase(nurse.id, pending.id, 'pending')
    const reply = await as(nurse).get('/Academy/api/MyAcademy/')
    expect(reply.body).toEqual([
      {
        id_: course.slug,
        course_name: 'Ethics',
        course_short_description: 'In short.',
        imageURL: null,
        images: [],
        title: 'Ethics',
        lectureProgress: 0,
      },
    ])
    expect((await as(undefined).get('/Academy/api/MyAcademy/')).status).toBe(401)
  })
})

describe('taking a course', () => {
  test("works by course id and by the member's purchase id", async () => {
    const { as, nurse, course, purchaseId } = await enrolled()
    const bySlug = await as(nurse).get(`/Academy/api/take/course/${course.slug}/`)
    expect(bySlug.body).toMatchObject({
      id: course.slug,
      lectureProgress: 0,
      course_name: 'Ethics',
      course_full_description: 'At **length**.',
    })
    expect(bySlug.body.course_full_description_html).toContain('<strong>length</strong>')
    expect(bySlug.body.lectures.map(({ id }: { id: string }) => id)).toEqual(['lecture-1', 'lecture-2', 'lecture-3'])
    expect((await as(nurse).get(`/Academy/api/take/course/${purchaseId}`)).body).toEqual(bySlug.body)
  })

  test('answers courses that are not owned, unknown, refunded, or foreign alike', async () => {
    const { as, nurse, course, purchaseId, member, purchase, makeCourse } = await enrolled()
    const stranger = await member()
    const refunded = await makeCourse({ title: 'Refunded' })
    const refundedPurchase = await purchase(nurse.id, refunded.id, 'refunded')
    const unknown = await as(nurse).get('/Academy/api/take/course/unknown/')
    expect(unknown.status).toBe(404)
    for (const [who, id] of [
      [stranger, course.slug],
      [stranger, purchaseId],
      [nurse, refunded.slug],
      [nurse, refundedPurchase],
    ] as const) {
      expect(await as(who).get(`/Academy/api/take/course/${id}/`)).toMatchObject({ status: 404, body: unknown.body })
    }
  })

  test('explains only to a member with a disputed payment that the dispute closed the course', async () => {
    const { as, nurse, member, purchase, makeCourse } = await enrolled()
    const closed = await makeCourse({ title: 'Closed' })
    const purchaseId = await purchase(nurse.id, closed.id, 'disputed')
    const lecture = `course/${closed.slug}/lecture/${closed.lectures[0]?.slug}`
    for (const address of [`take/course/${closed.slug}`, `take/course/${purchaseId}`, lecture]) {
      const { status, body } = await as(nurse).get(`/Academy/api/${address}/`)
      expect([status, body]).toEqual([404, { code: 'not_found', message: expect.any(String), is_disputed: true }])
      expect((await as(await member()).get(`/Academy/api/${address}/`)).body).not.toHaveProperty('is_disputed')
    }
  })
})

describe('progress', () => {
  test('increases once per lecture, rounded down', async () => {
    const { as, nurse, course } = await enrolled()
    expect((await as(nurse).post(progress(course.slug, 'lecture-1'))).body).toEqual({ lectureProgress: 33 })
    expect((await as(nurse).post(progress(course.slug, 'lecture-1'))).body).toEqual({ lectureProgress: 33 })
    expect((await as(nurse).post(progress(course.slug, 'lecture-3'))).body).toEqual({ lectureProgress: 66 })
    expect((await as(nurse).post(progress(course.slug, 'lecture-2'))).body).toEqual({ lectureProgress: 100 })
    const { body } = await as(nurse).get(`/Academy/api/take/course/${course.slug}/`)
    expect(body.lectureProgress).toBe(100)
    expect(body.lectures.every((lecture: { is_completed: boolean }) => lecture.is_completed)).toBe(true)
  })

  test('rejects a lecture of another course', async () => {
    const { as, nurse, course, purchase, makeCourse } = await enrolled()
    const other = await makeCourse({ title: 'Other', lectures: 9 })
    await purchase(nurse.id, other.id)
    expect((await as(nurse).post(progress(course.slug, 'lecture-9'))).status).toBe(404)
    expect((await as(nurse).get(`/Academy/api/course/${course.slug}/lecture/lecture-9/`)).status).toBe(404)
    expect((await as(nurse).get(`/Academy/api/take/course/${course.slug}/`)).body.lectureProgress).toBe(0)
  })

  test('is not recorded for visitors and non-owners', async () => {
    const { as, member, course } = await enrolled()
    expect((await as(undefined).post(progress(course.slug, 'lecture-1'))).status).toBe(401)
    expect((await as(await member()).post(progress(course.slug, 'lecture-1'))).status).toBe(404)
  })
})

test("takes at most three statements per study request, including the session's, and five to complete a lecture", async () => {
  const { as, nurse, purchase, course, makeCourse } = await enrolled()
  for (let n = 0; n < 12; n += 1) await purchase(nurse.id, (await makeCourse({ title: `Course ${n}` })).id)
  const statementsOf = (call: () => Promise<{ status: number }>) =>
    countStatements(async () => expect((await call()).status).toBe(200))
  const get = async (url: string) => {
    // The first request renders descriptions that were not rendered when they were saved.
    await as(nurse).get(url)
    return statementsOf(() => as(nurse).get(url))
  }
  expect({
    list: await get('/Academy/api/MyAcademy/'),
    course: await get(`/Academy/api/take/course/${course.slug}/`),
    lecture: await get(`/Academy/api/course/${course.slug}/lecture/lecture-1/`),
    progress: await statementsOf(() => as(nurse).post(progress(course.slug, 'lecture-1'))),
  }).toEqual({ list: 2, course: 3, lecture: 2, progress: 5 })
})

test('returns only declared fields of a lecture', async () => {
  const { as, nurse, course, file, db } = await enrolled()
  const video = await file('lecture.mp4', 'video/mp4', 'canary-video')
  await db
    .update(lectures)
    .set({ videoFileId: video.id })
    .where(and(eq(lectures.courseId, course.id), eq(lectures.slug, 'lecture-1')))
  const { body } = await as(nurse).get(`/Academy/api/course/${course.slug}/lecture/lecture-1/`)
  expect(Object.keys(body).toSorted()).toEqual([
    'attachments',
    'captionsURL',
    'changes',
    'id',
    'is_completed',
    'law',
    'lecture_description',
    'lecture_description_html',
    'lecture_name',
    'position',
    'posterURL',
    'practice',
    'seconds',
    'sub_lecture',
    'videoId',
    'videoURL',
  ])
})
