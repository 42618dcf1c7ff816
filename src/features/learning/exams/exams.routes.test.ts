import { describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { lectures, questions } from '#db/tables/catalog.ts'
import { examAttempts, examPapers } from '#db/tables/study.ts'
import { selectMemberAttempts } from './exams.public.ts'
import { saveSettings } from '#features/foundation/site/site.queries.ts'
import { SiteSettings } from '#features/foundation/site/site-settings.service.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import type { Course } from '../../../../test/harness/builders.ts'
import { submitExam, openPaper } from '../../../../test/harness/submit-exam.ts'

const SUBMIT = '/Academy/api/course/examination/submit/score/'
const HOUR = 60 * 60_000

function readAnswers(course: Course, right: number) {
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
  const certificateStatus = async () =>
    (
      await academy
        .as(nurse)
        .post(`/Academy/api/course/examination/request/certificate/${course.slug}`, { exam_id: course.slug })
    ).status
  return { ...academy, makeCourse: academy.course, nurse, course, purchaseId, certificateStatus }
}

describe('reading an exam', () => {
  test('shows visitors the questions without answers', async () => {
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

  test('lets only an owner use the purchase ID', async () => {
    const { as, nurse, purchaseId, member } = await enrolled()
    expect((await as(nurse).get(`/Academy/api/course/examination/${purchaseId}/`)).status).toBe(200)
    const stranger = await as(await member()).get(`/Academy/api/course/examination/${purchaseId}/`)
    expect(stranger.status).toBe(404)
    expect((await as(undefined).get(`/Academy/api/course/examination/${purchaseId}`)).body).toEqual(stranger.body)
  })
})

describe('submission', () => {
  test('is limited to thirty an hour per course, and no more are stored', async () => {
    const { as, nurse, course, makeCourse, purchase, db, setTime } = await enrolled()
    const other = await makeCourse()
    await purchase(nurse.id, other.id)
    const start = Date.now()
    setTime(new Date(start))
    const claim = (of: Course) => as(nurse).post(SUBMIT, { exam_id: of.slug, score: 1, total: 10 })
    for (let n = 0; n < 30; n++) expect((await claim(course)).status).toBe(200)
    const message = 'Too many attempts. Try again in 60 minutes.'
    expect(await claim(course)).toMatchObject({ status: 429, body: { code: 'too_many_requests', message } })
    expect(await db.select().from(examAttempts)).toHaveLength(30)
    expect((await claim(other)).status).toBe(200)
    setTime(new Date(start + 61 * 60_000))
    expect((await claim(course)).status).toBe(200)
  })

  test('is graded by the server, whatever score the browser claims', async () => {
    const { as, nurse, course, db } = await enrolled()
    const reply = await submitExam(as(nurse), course.slug, readAnswers(course, 7))
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ score: 7, total: 10, percentage: 70, passed: false })
    expect(await db.select().from(examAttempts)).toMatchObject([{ score: 7, total: 10, isCountedByServer: true }])
  })

  test('passes at 80 percent, and only then shows right answers and rationales', async () => {
    const { as, nurse, course } = await enrolled()
    const failed = await submitExam(as(nurse), course.slug, readAnswers(course, 7))
    expect(failed.body).toMatchObject({ passed: false, review: [] })
    expect(failed.text).not.toContain('Because.')

    const passed = await submitExam(as(nurse), course.slug, readAnswers(course, 8))
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

  test('counts an unanswered question as wrong', async () => {
    const { as, nurse, course } = await enrolled()
    const reply = await submitExam(as(nurse), course.slug, readAnswers(course, 10).slice(0, 9))
    expect(reply.body).toMatchObject({ score: 9, total: 10 })
  })

  test('stores a forged score without answers, passes nothing, and says why', async () => {
    const { as, nurse, course, db } = await enrolled()
    const reply = await as(nurse).post(SUBMIT, { exam_id: course.slug, score: 10, total: 10 })
    expect(reply.body).toMatchObject({ score: 10, total: 10, percentage: 100, passed: false })
    expect(reply.body.message).toContain('without answers')
    expect(await db.select().from(examAttempts)).toMatchObject([{ isCountedByServer: false }])
  })

  test.each([
    [
      'a repeated question',
      (course: Course) => [...readAnswers(course, 10), { question_id: course.questions[0]?.id, answer: 'right' }],
      400,
    ],
    [
      'a question of another exam',
      () => [{ question_id: '00000000-0000-4000-8000-000000000000', answer: 'right' }],
      400,
    ],
    ['an invalid option', (course: Course) => [{ question_id: course.questions[0]?.id, answer: 'RIGHT' }], 400],
    ['answers of the wrong type', () => 'right', 400],
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
  ])('rejects %s with a clear message and stores nothing', async (_, answers, status) => {
    const { as, nurse, course, db } = await enrolled()
    const { paper } = await openPaper(as(nurse), course.slug)
    const reply = await as(nurse).post(SUBMIT, {
      exam_id: course.slug,
      score: 1,
      total: 10,
      paper,
      answers: answers(course),
    })
    expect(reply.status).toBe(status)
    expect(reply.body.message).toBeTruthy()
    expect(await db.select().from(examAttempts)).toHaveLength(0)
  })

  test("rejects questions of another course's exam", async () => {
    const { as, nurse, course: own, db, makeCourse } = await enrolled()
    const other = await makeCourse({ title: 'Another' })
    const reply = await submitExam(as(nurse), own.slug, readAnswers(other, 10))
    expect(reply.status).toBe(400)
    expect(reply.body.message).toBe('Answer 1 is for a question that isn’t in this exam.')
    expect(await db.select().from(examAttempts)).toHaveLength(0)
  })

  test('asks visitors to log in, and answers non-owners and refunded members with not found', async () => {
    const { as, member, course, purchase } = await enrolled()
    const payload = { exam_id: course.slug, score: 0, total: 10, answers: readAnswers(course, 10) }
    expect((await as(undefined).post(SUBMIT, payload)).status).toBe(401)
    const stranger = await member()
    expect((await as(stranger).post(SUBMIT, payload)).status).toBe(404)
    await purchase(stranger.id, course.id, 'refunded')
    expect((await as(stranger).post(SUBMIT, payload)).status).toBe(404)
  })
})

describe('paper', () => {
  test('is the same for simultaneous requests, after a reload, and in another window; HEAD requests and non-owners open none', async () => {
    const { as, nurse, course, db, pool, member } = await enrolled()
    await pool.query('update courses set examination_draw = 4')
    const at = `/Academy/api/course/examination/${course.slug}/`
    const head = await as(nurse).head(at)
    expect(head.status).toBe(200)
    const shown = [await as(undefined).get(at), await as(await member()).get(at)]
    for (const { body } of shown) expect(body).toMatchObject({ paper: null, questions: { length: 4 } })
    expect(shown[0]?.body).toEqual(shown[1]?.body)
    expect(await db.select().from(examPapers)).toEqual([])

    const replies = await Promise.all(Array.from({ length: 30 }, () => as(nurse).get(at)))
    const papers = [...new Set(replies.map(({ text }) => text))]
    expect(papers).toHaveLength(1)
    expect(replies[0]?.headers['cache-control']).toContain('no-store')
    expect(replies[0]?.body.questions).toHaveLength(4)
    expect((await as(nurse).get(at)).text).toBe(papers[0])
    expect(await db.select().from(examPapers)).toHaveLength(1)
  })

  test('comes with the rules for retakes until the first attempt', async () => {
    const { as, nurse, course } = await enrolled()
    const at = `/Academy/api/course/examination/${course.slug}/`
    expect((await as(undefined).get(at)).body.first_attempt).toBeNull()
    expect((await as(nurse).get(at)).body.first_attempt).toEqual({ max_failures: 3, wait_hours: 12 })
    await submitExam(as(nurse), course.slug, readAnswers(course, 1))
    expect((await as(nurse).get(at)).body.first_attempt).toBeNull()
  })

  test('differs between members and after submission', async () => {
    const { as, nurse, course, member, purchase } = await enrolled()
    const other = await member()
    await purchase(other.id, course.id)
    const mine = await openPaper(as(nurse), course.slug)
    expect((await openPaper(as(other), course.slug)).paper).not.toBe(mine.paper)
    await submitExam(as(nurse), course.slug, readAnswers(course, 1))
    expect((await openPaper(as(nurse), course.slug)).paper).not.toBe(mine.paper)
  })

  test('keeps its questions even when they change later', async () => {
    const { as, nurse, course, db } = await enrolled()
    const before = await openPaper(as(nurse), course.slug)
    await db.update(questions).set({ question: 'Another?', answerIndex: 1 }).where(eq(questions.courseId, course.id))
    await db
      .update(questions)
      .set({ retiredAt: new Date() })
      .where(eq(questions.id, course.questions[9]?.id ?? ''))
    expect((await openPaper(as(nurse), course.slug)).questions).toEqual(before.questions)
    expect((await submitExam(as(nurse), course.slug, readAnswers(course, 10))).body).toMatchObject({
      score: 10,
      passed: true,
    })
    expect((await openPaper(as(nurse), course.slug)).questions).toHaveLength(9)
  })

  test('expires after a day', async () => {
    const { as, nurse, course, db, setTime, certificateStatus } = await enrolled()
    const start = Date.now()
    setTime(new Date(start))
    const { paper } = await openPaper(as(nurse), course.slug)
    setTime(new Date(start + 24 * HOUR + 1))
    const body = { exam_id: course.slug, score: 0, total: 10, paper, answers: readAnswers(course, 10) }
    const late = await as(nurse).post(SUBMIT, body)
    expect(late).toMatchObject({ status: 400, body: { message: expect.stringContaining('more than a day old') } })
    expect(await db.select().from(examAttempts)).toEqual([])
    expect((await openPaper(as(nurse), course.slug)).paper).not.toBe(paper)
    expect(await certificateStatus()).toBe(409)
  })

  test('counts once: repeats, simultaneous or with other answers, get the same result', async () => {
    const { as, nurse, course, db } = await enrolled()
    const { paper } = await openPaper(as(nurse), course.slug)
    const send = (right: number) =>
      as(nurse).post(SUBMIT, { exam_id: course.slug, score: 0, total: 10, paper, answers: readAnswers(course, right) })
    const replies = await Promise.all([send(7), send(7), send(7)])
    for (const { body } of [...replies, await send(10)]) expect(body).toMatchObject({ score: 7, passed: false })
    expect(await db.select().from(examAttempts)).toHaveLength(1)
  })

  test("of another member or another course's exam is rejected and earns nothing", async () => {
    const { as, nurse, course, makeCourse, purchase, member, db, certificateStatus } = await enrolled()
    const other = await makeCourse({ title: 'Another' })
    await purchase(nurse.id, other.id)
    const stranger = await member()
    await purchase(stranger.id, course.id)
    const foreign = [
      (await openPaper(as(stranger), course.slug)).paper,
      (await openPaper(as(nurse), other.slug)).paper,
      '00000000-0000-4000-8000-000000000000',
    ]
    for (const paper of foreign) {
      const body = { exam_id: course.slug, score: 0, total: 10, paper, answers: readAnswers(course, 10) }
      expect(await as(nurse).post(SUBMIT, body)).toMatchObject({
        status: 400,
        body: { fields: { paper: [expect.any(String)] } },
      })
    }
    expect(await db.select().from(examAttempts)).toEqual([])
    expect(await certificateStatus()).toBe(409)
  })

  test('is required: answers without one are stored, earn nothing, and the reply says why', async () => {
    const { as, nurse, course, db, certificateStatus } = await enrolled()
    const reply = await as(nurse).post(SUBMIT, {
      exam_id: course.slug,
      score: 10,
      total: 10,
      answers: readAnswers(course, 10),
    })
    expect(reply.body).toMatchObject({ score: 10, passed: false, review: [] })
    expect(reply.body.message).toContain('without the exam’s `paper`')
    expect(await db.select().from(examAttempts)).toMatchObject([{ isCountedByServer: false }])
    expect(await certificateStatus()).toBe(409)
  })
})

describe('after passing', () => {
  test('the last passed result stays, as it was after submitting, and opens no paper', async () => {
    const { as, nurse, course, db, setTime, member } = await enrolled()
    const at = `/Academy/api/course/examination/result/${course.slug}/`
    setTime(new Date('2026-03-01T17:00:00Z'))
    await submitExam(as(nurse), course.slug, readAnswers(course, 7))
    const title = 'Ethics: Final Examination'
    expect((await as(nurse).get(at)).body).toEqual({ title, passed: null })
    const submitted: unknown[] = []
    for (const right of [10, 8]) {
      setTime(new Date(Date.UTC(2026, 2, 2, 12 + submitted.length)))
      submitted.push((await submitExam(as(nurse), course.slug, readAnswers(course, right))).body)
    }
    setTime(new Date('2026-03-03T12:00:00Z'))
    await submitExam(as(nurse), course.slug, readAnswers(course, 2))
    const papers = await db.select().from(examPapers)
    const { body } = await as(nurse).get(at)
    expect(body).toEqual({
      title,
      passed: {
        passed_on: '2026-03-02',
        paper: expect.any(String),
        questions: course.questions.map(({ id }, index) => ({ id, question: `Question ${index + 1}?` })),
        result: submitted[1],
      },
    })
    expect(body.passed.result).toMatchObject({ score: 8, review: { length: 10 } })
    expect(await db.select().from(examPapers)).toHaveLength(papers.length)
    expect((await as(await member()).get(at)).status).toBe(404)
    expect((await as(undefined).get(at)).status).toBe(401)
  })
})

describe('after failing', () => {
  test('names a lecture only when at least three questions were about it, and never a question', async () => {
    const { as, nurse, course, db } = await enrolled()
    const [first, second] = await db
      .select()
      .from(lectures)
      .where(eq(lectures.courseId, course.id))
      .orderBy(lectures.position)
    const teach = (lectureId: string | undefined, at: number[]) =>
      Promise.all(
        at.map((place) =>
          db
            .update(questions)
            .set({ lectureId })
            .where(eq(questions.id, course.questions[place]?.id ?? '')),
        ),
      )
    await teach(first?.id, [7, 8, 9])
    await teach(second?.id, [5, 6])
    const { body, text } = await submitExam(as(nurse), course.slug, readAnswers(course, 5))
    expect(body).toMatchObject({ passed: false, review: [], lectures: [{ name: 'Lecture 1', slug: 'lecture-1' }] })
    expect(text).not.toMatch(/Question \d|Because|right/)
  })

  test('names lectures during the wait that the three papers together asked enough about', async () => {
    const { as, nurse, course, db } = await enrolled()
    const [first] = await db.select().from(lectures).where(eq(lectures.courseId, course.id)).orderBy(lectures.position)
    for (const place of [8, 9])
      await db
        .update(questions)
        .set({ lectureId: first?.id })
        .where(eq(questions.id, course.questions[place]?.id ?? ''))
    for (const _ of [1, 2, 3])
      expect((await submitExam(as(nurse), course.slug, readAnswers(course, 3))).body).toMatchObject({ lectures: [] })
    const { status, body, text } = await as(nurse).get(`/Academy/api/course/examination/${course.slug}/`)
    expect([status, body.lectures]).toEqual([429, [{ name: 'Lecture 1', slug: 'lecture-1' }]])
    expect(text).not.toMatch(/Question \d|Because/)
  })

  test('does not reveal right answers in the data export before the course is passed', async () => {
    const { nurse, course, as, db } = await enrolled()
    const copied = async () => {
      const [attempts] = selectMemberAttempts(nurse.id)
      const { rows } = await db.execute<{ answers: object[] }>(attempts?.rows ?? '')
      return rows.flatMap(({ answers }) => answers)
    }
    await submitExam(as(nurse), course.slug, readAnswers(course, 3))
    expect(await copied()).toHaveLength(10)
    expect((await copied()).filter((answer) => 'isRight' in answer)).toEqual([])
    expect((await copied())[0]).toMatchObject({ chosen: expect.any(String), questionId: expect.any(String) })
    await submitExam(as(nurse), course.slug, readAnswers(course, 10))
    expect((await copied()).filter((answer) => 'isRight' in answer)).toHaveLength(20)
  })

  test('opens the next paper only after the wait that staff set when three fail in a day', async () => {
    const { as, nurse, course, deps, db, setTime } = await enrolled()
    const start = Date.now()
    const fail = () => submitExam(as(nurse), course.slug, readAnswers(course, 3))
    for (const minute of [0, 1]) {
      setTime(new Date(start + minute * 60_000))
      expect((await fail()).body).toMatchObject({
        message: 'Not passed yet. You can retake the exam.',
        retake: { attempts_left: 2 - minute, wait_hours: 12, opens_at: null },
      })
    }
    setTime(new Date(start + 2 * 60_000))
    expect((await fail()).body).toMatchObject({
      message: 'Not passed yet. You can try again in 12 hours.',
      retake: { attempts_left: 0, opens_at: new Date(start + 2 * 60_000 + 12 * HOUR).toISOString() },
    })
    const closed = await as(nurse).get(`/Academy/api/course/examination/${course.slug}/`)
    expect(closed).toMatchObject({
      status: 429,
      body: {
        title: 'Ethics: Final Examination',
        opens_at: new Date(start + 2 * 60_000 + 12 * HOUR).toISOString(),
        // The previous version's pages read this field.
        opens_at_in_words: expect.stringMatching(/^20[\d-]+ \d\d:\d\d UTC$/),
        lectures: [],
      },
    })
    expect(Number(closed.headers['retry-after'])).toBe(12 * 3600)
    expect((await as(nurse).head(`/Academy/api/course/examination/${course.slug}/`)).status).toBe(200)
    setTime(new Date(start + 2 * 60_000 + 12 * HOUR))
    expect((await fail()).body).toMatchObject({ score: 3, passed: false })

    await saveSettings(db, SiteSettings.parse({ examination_wait_hours: 0 }), deps.now())
    expect((await fail()).body).toMatchObject({ message: 'Not passed yet. You can retake the exam.', retake: null })
  })

  test('requires no wait for another course', async () => {
    const { as, nurse, course, makeCourse, purchase } = await enrolled()
    const other = await makeCourse()
    await purchase(nurse.id, other.id)
    for (let n = 0; n < 3; n += 1) await submitExam(as(nurse), course.slug, readAnswers(course, 0))
    expect((await submitExam(as(nurse), other.slug, readAnswers(other, 10))).body.passed).toBe(true)
  })
})
