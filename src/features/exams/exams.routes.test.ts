import { describe, expect, test } from 'vitest'
import { examAttempts } from '#db/tables/study.ts'
import { testAcademy } from '../../../test/harness/academy.ts'
import type { Course } from '../../../test/harness/builders.ts'

const SUBMIT = '/Academy/api/course/examination/submit/score/'

function answersOf(course: Course, right: number) {
  return course.questions.map(({ id, right: rightOption, wrong }, index) => ({
    question_id: id,
    answer: index < right ? rightOption : wrong,
  }))
}

async function enrolled() {
  const academy = await testAcademy()
  const nurse = await academy.member()
  const course = await academy.course({ title: 'Ethics' })
  const purchaseId = await academy.purchase(nurse.id, course.id)
  return { ...academy, makeCourse: academy.course, nurse, course, purchaseId }
}

describe('reading an examination', () => {
  test('a visitor sees the questions and no answer', async () => {
    const { as, course } = await enrolled()
    const reply = await as(undefined).get(`/Academy/api/course/examination/${course.slug}/`)
    expect(reply.status).toBe(200)
    expect(reply.body.title).toBe('Ethics: Final Examination')
    expect(reply.body.questions).toHaveLength(10)
    expect(reply.body.questions[0]).toEqual({
      id: course.questions[0]?.id,
      question: 'Question 1?',
      options: ['right', 'wrong', 'other'],
      answer: null,
    })
    expect(reply.text).not.toContain('Because.')
  })

  test('an owner may name it by the purchase, nobody else', async () => {
    const { as, nurse, purchaseId, member } = await enrolled()
    expect((await as(nurse).get(`/Academy/api/course/examination/${purchaseId}/`)).status).toBe(200)
    const stranger = await as(await member()).get(`/Academy/api/course/examination/${purchaseId}/`)
    expect(stranger.status).toBe(404)
    expect((await as(undefined).get(`/Academy/api/course/examination/${purchaseId}`)).body).toEqual(stranger.body)
  })
})

describe('handing in', () => {
  test('thirty times an hour for a course, and no more is kept', async () => {
    const { as, nurse, course, makeCourse, purchase, db, setTime } = await enrolled()
    const other = await makeCourse()
    await purchase(nurse.id, other.id)
    const start = Date.now()
    setTime(new Date(start))
    const handIn = (of: Course) =>
      as(nurse).post(SUBMIT, { exam_id: of.slug, score: 1, total: 10, answers: answersOf(of, 1) })
    for (let n = 0; n < 30; n++) expect((await handIn(course)).status).toBe(200)
    const message = 'Too many attempts. Please try again in 60 minutes.'
    expect(await handIn(course)).toMatchObject({ status: 429, body: { code: 'too_many_requests', message } })
    expect(await db.select().from(examAttempts)).toHaveLength(30)
    expect((await handIn(other)).status).toBe(200)
    setTime(new Date(start + 61 * 60_000))
    expect((await handIn(course)).status).toBe(200)
  })

  test('the server counts, whatever score the browser claims', async () => {
    const { as, nurse, course, db } = await enrolled()
    const reply = await as(nurse).post(SUBMIT, {
      exam_id: course.slug,
      score: 10,
      total: 10,
      answers: answersOf(course, 7),
    })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ score: 7, total: 10, percentage: 70, passed: false })
    expect(await db.select().from(examAttempts)).toMatchObject([{ score: 7, total: 10, isCountedByServer: true }])
  })

  test('80 percent passes, and only then it is told which questions were missed, and why', async () => {
    const { as, nurse, course } = await enrolled()
    const failed = await as(nurse).post(SUBMIT, {
      exam_id: course.slug,
      score: 0,
      total: 10,
      answers: answersOf(course, 7),
    })
    expect([failed.body.review, failed.body.lectures]).toEqual([[], []])
    expect(failed.text).not.toMatch(/Because\.|Question \d/)

    const passed = await as(nurse).post(SUBMIT, {
      exam_id: course.slug,
      score: 0,
      total: 10,
      answers: answersOf(course, 8),
    })
    expect(passed.body).toMatchObject({ score: 8, percentage: 80, passed: true })
    expect(passed.body.review[9]).toEqual({
      question: 'Question 10?',
      lecture: null,
      chosen: 'wrong',
      isRight: false,
      answer: 'right',
      rationale: 'Because.',
    })
  })

  test('an unanswered question counts as wrong', async () => {
    const { as, nurse, course } = await enrolled()
    const reply = await as(nurse).post(SUBMIT, {
      exam_id: course.slug,
      score: 0,
      total: 10,
      answers: answersOf(course, 10).slice(0, 9),
    })
    expect(reply.body).toMatchObject({ score: 9, total: 10 })
  })

  test('a forged score without answers is kept, passes nothing and says why', async () => {
    const { as, nurse, course, db } = await enrolled()
    const reply = await as(nurse).post(SUBMIT, { exam_id: course.slug, score: 10, total: 10 })
    expect(reply.body).toMatchObject({ score: 10, total: 10, percentage: 100, passed: false })
    expect(reply.body.message).toContain('without answers')
    expect(await db.select().from(examAttempts)).toMatchObject([{ isCountedByServer: false }])
  })

  test.each([
    [
      'a repeated question',
      (course: Course) => [...answersOf(course, 10), { question_id: course.questions[0]?.id, answer: 'right' }],
      400,
    ],
    ['a foreign question', () => [{ question_id: '00000000-0000-4000-8000-000000000000', answer: 'right' }], 400],
    ['an option that is none', (course: Course) => [{ question_id: course.questions[0]?.id, answer: 'RIGHT' }], 400],
    ['answers of a wrong type', () => 'right', 400],
    [
      'an unknown field in an answer',
      (course: Course) => [{ question_id: course.questions[0]?.id, answer: 'right', isRight: true }],
      400,
    ],
    [
      '600 answers',
      (course: Course) =>
        Array.from({ length: 600 }, () => ({ question_id: course.questions[0]?.id, answer: 'right' })),
      400,
    ],
  ])('%s is refused clearly and stores nothing', async (_, answers, status) => {
    const { as, nurse, course, db } = await enrolled()
    const reply = await as(nurse).post(SUBMIT, { exam_id: course.slug, score: 1, total: 10, answers: answers(course) })
    expect(reply.status).toBe(status)
    expect(reply.body.message).toBeTruthy()
    expect(await db.select().from(examAttempts)).toHaveLength(0)
  })

  test("questions of another course's examination are refused", async () => {
    const { as, nurse, course: own, db, makeCourse } = await enrolled()
    const other = await makeCourse({ title: 'Another' })
    const reply = await as(nurse).post(SUBMIT, {
      exam_id: own.slug,
      score: 1,
      total: 10,
      answers: answersOf(other, 10),
    })
    expect(reply.status).toBe(400)
    expect(reply.body.message).toBe('Answer 1 is for a question that is not in this examination.')
    expect(await db.select().from(examAttempts)).toHaveLength(0)
  })

  test('visitors are asked to log in; those who do not own the course, or were refunded, find nothing', async () => {
    const { as, member, course, purchase } = await enrolled()
    const payload = { exam_id: course.slug, score: 0, total: 10, answers: answersOf(course, 10) }
    expect((await as(undefined).post(SUBMIT, payload)).status).toBe(401)
    const stranger = await member()
    expect((await as(stranger).post(SUBMIT, payload)).status).toBe(404)
    await purchase(stranger.id, course.id, 'refunded')
    expect((await as(stranger).post(SUBMIT, payload)).status).toBe(404)
  })
})
