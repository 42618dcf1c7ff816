import { expect, test } from 'vitest'
import { approvals } from '#db/tables/approvals.ts'
import { certificates, lectureCompletions } from '#db/tables/study.ts'
import type { CompletionRule } from '#shared/completion-rule.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { openPaper, submitExam } from '../../../../test/harness/submit-exam.ts'

const LENGTH = 120
const NOON = new Date('2026-11-26T12:00:00Z').getTime()

/** A member with access to a course of two lectures with two-minute videos. */
async function createLearner({ rule, hasHours = false }: { rule?: CompletionRule; hasHours?: boolean } = {}) {
  const academy = await testAcademy()
  let time = NOON
  const wait = (seconds: number) => academy.setTime(new Date((time += seconds * 1_000)))
  wait(0)
  const { as, db, pool, member, file, course: createCourse, purchase } = academy
  const nurse = await member()
  const course = await createCourse({ title: 'Reading Records' })
  await purchase(nurse.id, course.id)
  const videos: string[] = []
  for (const [at, lecture] of course.lectures.entries()) {
    const video = await file(`0${at}.mp4`, 'video/mp4', `video ${at}`)
    await pool.query('update files set seconds = $1 where id = $2', [LENGTH, video.id])
    await pool.query('update lectures set video_file_id = $1 where id = $2', [video.id, lecture.id])
    videos.push(video.id)
  }
  const setRule = (to: CompletionRule) => pool.query('update courses set completion_rule = $1', [to])
  if (rule) await setRule(rule)
  if (hasHours)
    await db.insert(approvals).values({
      courseId: course.id,
      approver: 'Board of Example',
      statement: 'Approved.',
      provider: '12345',
      hours: '1.2',
      validFrom: '2026-01-01',
      validUntil: '2026-12-31',
      needsLicense: false,
      reasoning: '',
    })
  const caller = as(nurse)
  const open = () => caller.get(`/Academy/api/course/examination/${course.slug}/`)
  const answers = course.questions.map(({ id, right }) => ({ question_id: id, answer: right }))
  const pass = () => submitExam(caller, course.slug, answers)
  const complete = (at: number) =>
    caller.post(`/Academy/api/course/${course.slug}/lecture/${course.lectures[at]?.slug}/update/progress/`)
  const report = (at: number, seconds: number) =>
    caller.post(`/Academy/api/playback/${videos[at]}/`, { seconds, seconds_ago: 0 })
  /** Plays a lecture at this speed and reports the position every ten seconds. */
  const play = async (at: number, speed = 1) => {
    for (let seconds = 0; seconds <= LENGTH; seconds += 10 * speed) {
      await report(at, seconds)
      wait(10)
    }
    await academy.runJobs()
  }
  const evaluate = () =>
    caller.post(`/Academy/api/course/examination/evaluation/${course.slug}/`, {
      ratings: [5, 5, 5, 5, 5],
      attested: true,
      name: 'Nora Nightingale',
    })
  const request = () =>
    caller.post(`/Academy/api/course/examination/request/certificate/${course.slug}`, { exam_id: course.slug })
  const issued = async () => {
    await academy.runJobs()
    const rows = await db.select().from(certificates)
    return rows.map(({ completedAt, contactHours }) => ({
      claim: completedAt ? 'completed' : 'passed',
      hours: contactHours?.hours ?? null,
    }))
  }
  const tools = { caller, course, nurse, wait, setRule, open, pass, complete, report, play, evaluate, request, issued }
  return { ...academy, ...tools }
}

test('without a rule, exam and certificate require no lecture', async () => {
  const { pass, request, issued } = await createLearner()
  const warning =
    'To get a certificate of completion, not of achievement, complete all lectures before you request your certificate (0 of 2 so far).'
  expect((await pass()).body).toMatchObject({ message: `You passed. ${warning}`, waits_for_lectures: false })
  expect((await request()).status).toBe(200)
  expect(await issued()).toEqual([{ claim: 'passed', hours: null }])
})

test('lectures before the exam: starting it is refused with the missing lectures, and the preview stays', async () => {
  const { open, complete, as, course } = await createLearner({ rule: 'lectures_before_exam' })
  await complete(0)
  expect(await open()).toMatchObject({
    status: 409,
    body: {
      code: 'lectures_missing',
      message: 'Complete all lectures before you take the exam. Still to complete: Lecture 2.',
      lectures: [{ name: 'Lecture 2', slug: 'lecture-2' }],
    },
  })
  expect((await as(undefined).get(`/Academy/api/course/examination/${course.slug}/`)).status).toBe(200)
  await complete(1)
  expect(await open()).toMatchObject({ status: 200, body: { paper: expect.any(String) } })
})

test('lectures before the certificate: it is issued automatically after the last lecture, once', async () => {
  const { pass, request, complete, issued, caller, course, mailbox, runJobs, pool } = await createLearner({
    rule: 'lectures_before_certificate',
  })
  await complete(0)
  const wait = 'To get your certificate, complete all lectures (1 of 2 so far).'
  expect((await pass()).body).toMatchObject({ message: `You passed. ${wait}`, waits_for_lectures: true })
  expect(await request()).toMatchObject({ status: 409, body: { code: 'lectures_missing', message: wait } })
  const steps = await caller.get(`/Academy/api/course/examination/evaluation/${course.slug}/`)
  expect(steps.body.lectures).toMatchObject({ wait, missing: [{ name: 'Lecture 2' }] })
  expect(await issued()).toEqual([])

  await Promise.all([complete(1), complete(1), complete(0)])
  const { rowCount: jobs } = await pool.query("select from pgboss.job where name = 'issue-awaited-certificate'")
  expect(jobs).toBe(1)
  expect(await issued()).toEqual([{ claim: 'completed', hours: null }])
  await runJobs()
  expect((await mailbox()).filter(({ subject }) => subject.startsWith('Your certificate'))).toHaveLength(1)
})

test('progress calls alone earn no contact hours; playing the videos does', async () => {
  const { pass, request, complete, report, wait, play, evaluate, issued, pool } = await createLearner({
    hasHours: true,
  })
  for (const at of [0, 1]) {
    expect((await complete(at)).body).toEqual({ lectureProgress: at === 0 ? 50 : 100 })
    // Positions sent in quick succession, without the time to play the video, prove nothing either.
    for (let seconds = 0; seconds <= LENGTH; seconds += 20) await report(at, seconds)
    wait(5)
    await report(at, LENGTH)
    await complete(at)
  }
  const none = 'To get your certificate, complete all lectures (0 of 2 so far).'
  expect((await pass()).body.message).toBe(`You passed. ${none}`)
  await evaluate()
  expect((await request()).body.message).toBe(none)
  // Plays both lectures at once in two tabs, each at double speed.
  for (let seconds = 0; seconds <= LENGTH; seconds += 20) {
    await report(0, seconds)
    await report(1, seconds)
    wait(10)
  }
  expect((await request()).body.message).toContain('(0 of 2 so far)')
  await play(0)
  // Playing at more than double speed counts as skipping.
  await play(1, 4)
  expect((await request()).body.message).toContain('(1 of 2 so far)')
  expect(await issued()).toEqual([])

  await play(1, 2)
  expect(await issued()).toEqual([{ claim: 'completed', hours: 1.2 }])
  expect((await pool.query('select from lecture_completions where is_played')).rowCount).toBe(2)
})

test('notifies a member whose lectures are completed of what else the certificate needs', async () => {
  const { pass, complete, play, issued, pool, evaluate, request } = await createLearner({ hasHours: true })
  await pass()
  for (const at of [0, 1]) {
    await play(at)
    await complete(at)
  }
  expect(await issued()).toEqual([])
  const { rows } = await pool.query('select words from notices')
  expect(rows).toEqual([
    { words: 'You completed all lectures in Reading Records. Your certificate needs one more step.' },
  ])
  await evaluate()
  await request()
  expect(await issued()).toEqual([{ claim: 'completed', hours: 1.2 }])
})

test('a member who started the exam keeps the rule that applied then, and earns hours only with all lectures', async () => {
  const { pass, request, issued, setRule, open, wait, caller, course } = await createLearner({
    rule: 'none',
    hasHours: true,
  })
  const { paper } = await openPaper(caller, course.slug)
  await setRule('lectures_before_exam')
  // The first attempt has expired by now; the rule that applied to it also applies to the next one.
  wait(25 * 3_600)
  expect((await open()).body.paper).not.toBe(paper)
  expect((await pass()).body).toMatchObject({
    message:
      'You passed. To earn contact hours, complete all lectures before you request your certificate (0 of 2 so far).',
    waits_for_lectures: false,
  })
  expect((await request()).status).toBe(200)
  expect(await issued()).toEqual([{ claim: 'passed', hours: null }])
})

test('lectures completed before playback was checked count for contact hours', async () => {
  const { pass, request, evaluate, issued, db, nurse, course } = await createLearner({ hasHours: true })
  // Completions as an earlier version stored them.
  for (const { id } of course.lectures)
    await db.insert(lectureCompletions).values({ memberId: nurse.id, lectureId: id })
  await pass()
  await evaluate()
  await request()
  expect(await issued()).toEqual([{ claim: 'completed', hours: 1.2 }])
})
