import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { approvals } from '#db/tables/approvals.ts'
import { exportFolder, importFolder } from '#features/catalog/import-export/import.public.ts'
import { formatProblem } from '#features/foundation/product-folders/product-folders.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { MIXED_COURSE, writeMixedCourse } from '../../../../test/harness/mixed-course.ts'
import { openPaper, submitExam } from '../../../../test/harness/submit-exam.ts'

const LECTURES = ['reading-a-chart', 'hearing-a-report', 'watching-a-handover']
const NO_EXAM = { status: 404, body: { message: 'This course has no exam.' } }

type Settings = { exam?: 'none'; certificate?: boolean; hasQuestions?: boolean }

/** An academy with a course of three lectures, with or without an exam, and a learner. */
async function academyWith(settings: Settings = {}) {
  const academy = await testAcademy()
  const { deps, as, member, pool, purchase, runJobs } = academy
  const root = await mkdtemp(path.join(tmpdir(), 'academy-without-exam-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const content = path.join(root, 'content')
  const load = async ({ exam, certificate = false, hasQuestions = exam === undefined }: Settings) => {
    const keys = [...(exam ? ['exam: none'] : []), ...(certificate ? ['completion_certificate: true'] : [])]
    await writeMixedCourse(content, {
      'course.md': (text) => text.replace('price: 49\n', ['price: 49', ...keys, ''].join('\n')),
      'examination.yaml': (text) => (hasQuestions ? text : ''),
    })
    return importFolder(deps, content, OPERATOR)
  }
  expect(await load(settings)).not.toHaveProperty('problems')
  const { rows } = await pool.query<{ id: string }>('select id from products where slug = $1', [MIXED_COURSE])
  const id = rows[0]?.id ?? ''
  const nurse = await member()
  await purchase(nurse.id, id)
  const learner = as(nurse)
  const complete = (slug: string) =>
    learner.post(`/Academy/api/course/${MIXED_COURSE}/lecture/${slug}/update/progress/`)
  const completeAll = async () => {
    for (const slug of LECTURES) await complete(slug)
    await runJobs()
  }
  const request = () =>
    learner.post(`/Academy/api/course/examination/request/certificate/${MIXED_COURSE}`, { exam_id: MIXED_COURSE })
  const own = async () => (await learner.get('/Academy/api/account/certificates/')).body
  const exam = () => learner.get(`/Academy/api/course/examination/${MIXED_COURSE}/`)
  const read = async () => (await learner.get(`/Academy/api/take/course/${MIXED_COURSE}/`)).body
  return { ...academy, root, content, load, id, nurse, learner, complete, completeAll, request, own, exam, read }
}

test('answers calls for an exam that a course does not have, and completes it by its lectures', async () => {
  const { as, learner, completeAll, exam, own, read, request } = await academyWith({ exam: 'none' })
  expect(await exam()).toMatchObject(NO_EXAM)
  expect(await as(undefined).get(`/Academy/api/course/examination/${MIXED_COURSE}/`)).toMatchObject(NO_EXAM)
  const submitted = { exam_id: MIXED_COURSE, score: 1, total: 1 }
  expect(await learner.post('/Academy/api/course/examination/submit/score/', submitted)).toMatchObject(NO_EXAM)
  const shop = (await as(undefined).get(`/Academy/api/course/${MIXED_COURSE}/notAuthenticated/`)).body
  expect(shop).toMatchObject({ exam: 'none', questions: 0, certificate: [] })
  expect(shop.study_time.parts).not.toContain('exam')
  await completeAll()
  expect(await read()).toMatchObject({ lectureProgress: 100, exam: 'none', gives_certificate: false })
  expect(await own()).toMatchObject({ certificates: [], earned: [] })
  expect(await request()).toMatchObject({
    status: 404,
    body: { message: 'This course has no exam and gives no certificate.' },
  })
  const next = (await learner.get('/Academy/api/MyAcademy/next/')).body
  expect(next).toMatchObject({ next: null, courses: [{ exam: 'none', watched: 100 }] })
})

test('gives a certificate of completion that claims no exam', async () => {
  const { as, learner, completeAll, own, request, mailbox, runJobs } = await academyWith({
    exam: 'none',
    certificate: true,
  })
  expect(await request()).toMatchObject({ status: 409, body: { code: 'lectures_missing' } })
  await completeAll()
  const { certificates } = await own()
  expect(certificates).toMatchObject([
    { claim: 'studied', file_name: 'Certificate of completion - Charting Basics.pdf', course_id: MIXED_COURSE },
  ])
  await runJobs()
  const { id } = certificates[0]
  const shown = await as(undefined).get(`/Academy/api/certificate/${id}/`)
  expect(shown.body).toMatchObject({
    claim: 'studied',
    status: 'valid',
    examined: null,
    taught: { lectures: LECTURES.map(() => expect.any(String)) },
  })
  const pdf = await learner.get(`/Academy/api/account/certificates/${id}/`)
  expect(pdf.status).toBe(200)
  const email = (await mailbox()).find(({ subject }) => /certificate/i.test(subject))
  expect(email?.text).toContain('You completed Charting Basics')
  expect(email?.text).not.toMatch(/exam/i)
})

test('issues one certificate when the last lecture is completed twice at the same time', async () => {
  const { complete, request, own, runJobs, pool } = await academyWith({ exam: 'none', certificate: true })
  await complete(LECTURES[0] ?? '')
  await complete(LECTURES[1] ?? '')
  const last = LECTURES[2] ?? ''
  await Promise.all([complete(last), complete(last), complete(last)])
  await Promise.all([runJobs(), request(), request()])
  await runJobs()
  expect((await own()).certificates).toHaveLength(1)
  expect((await pool.query('select count(*)::int as all from certificates')).rows).toEqual([{ all: 1 }])
})

test('offers the certificate to learners who had already completed all lectures when the owner turned it on', async () => {
  const { load, completeAll, own, request, runJobs } = await academyWith()
  await completeAll()
  expect(await own()).toMatchObject({ certificates: [], earned: [] })
  await load({ exam: 'none', certificate: true })
  expect(await own()).toMatchObject({ certificates: [], earned: [{ course_id: MIXED_COURSE, exam: 'none' }] })
  expect((await request()).body).toEqual({ message: 'SUCCESS' })
  await runJobs()
  expect(await own()).toMatchObject({ certificates: [{ claim: 'studied' }], earned: [] })
})

test('keeps a started exam, passed exams, and certificates when the exam is turned off and on again', async () => {
  const { as, learner, load, member, purchase, id, request, own, exam, runJobs, setTime, deps } = await academyWith()
  setTime(deps.now())
  const questions = (await openPaper(learner, MIXED_COURSE)).questions
  const answers = questions.map(({ id: question_id }) => ({ question_id, answer: 'The date' }))
  await submitExam(learner, MIXED_COURSE, answers)
  expect((await request()).body).toEqual({ message: 'SUCCESS' })
  await runJobs()
  const [before] = (await own()).certificates
  expect(before.claim).toBe('passed')
  const other = as(await member().then(async (nurse) => (await purchase(nurse.id, id), nurse)))
  const { paper } = await openPaper(other, MIXED_COURSE)

  // The questions stay in the folder, so that they can be asked again.
  await load({ exam: 'none', certificate: true, hasQuestions: true })
  expect((await own()).certificates).toEqual([before])
  expect(await exam()).toMatchObject(NO_EXAM)
  const late = { exam_id: MIXED_COURSE, score: 1, total: 1, paper, answers }
  expect(await other.post('/Academy/api/course/examination/submit/score/', late)).toMatchObject(NO_EXAM)
  expect((await learner.get(`/Academy/api/course/examination/result/${MIXED_COURSE}/`)).body.passed).not.toBeNull()

  await load({})
  expect((await openPaper(other, MIXED_COURSE)).paper, 'the same attempt goes on').toBe(paper)
  const passed = await other.post('/Academy/api/course/examination/submit/score/', late)
  expect(passed.body).toMatchObject({ passed: true })
})

test('exports and imports a course without an exam, and requires a certificate for contact hours', async () => {
  const { deps, load, content, root } = await academyWith({ exam: 'none', certificate: true })
  const to = path.join(root, 'export')
  await exportFolder(deps, to)
  const page = await readFile(path.join(to, 'courses', MIXED_COURSE, 'course.md'), 'utf8')
  expect(page).toContain('exam: "none"\ncompletion_certificate: "true"\n')
  await expect(readFile(path.join(to, 'courses', MIXED_COURSE, 'examination.yaml'))).rejects.toThrow('ENOENT')
  expect(await importFolder(deps, to, OPERATOR)).not.toHaveProperty('problems')

  const missing = await load({ hasQuestions: false })
  const problems = 'problems' in missing ? missing.problems.map(formatProblem) : []
  expect(problems).toEqual([expect.stringMatching(/examination\.yaml: does not exist/)])
  const approval =
    'approval:\n  approver: Board\n  statement: Approved.\n  provider_number: "1"\n  hours: "1.0"\n  valid_from: 2026-01-01\n  valid_until: 2026-12-31\n'
  await writeMixedCourse(content, {
    'course.md': (text) => text.replace('price: 49\n', `price: 49\nexam: none\n${approval}`),
    'examination.yaml': () => '',
  })
  const refused = await importFolder(deps, content, OPERATOR)
  expect('problems' in refused && refused.problems.map(formatProblem)).toEqual([
    expect.stringContaining('contact hours are awarded with a certificate'),
  ])
})

test('awards contact hours without an exam only after an evaluation and an attestation without one', async () => {
  const { db, id, learner, completeAll, own, pool, runJobs, request } = await academyWith({
    exam: 'none',
    certificate: true,
  })
  await pool.query('update files set seconds = null')
  await db.insert(approvals).values({
    courseId: id,
    approver: 'Board of Example',
    statement: 'Approved.',
    provider: '12345',
    hours: '1.0',
    validFrom: '2020-01-01',
    validUntil: '2099-12-31',
    needsLicense: false,
    reasoning: '',
  })
  await completeAll()
  // A text counts toward contact hours only if it was opened.
  expect(await request()).toMatchObject({ body: { code: 'lectures_missing' } })
  await learner.get(`/Academy/api/course/${MIXED_COURSE}/lecture/${LECTURES[0]}/`)
  await completeAll()
  expect((await own()).certificates).toEqual([])
  const url = `/Academy/api/course/examination/evaluation/${MIXED_COURSE}/`
  const steps = (await learner.get(url)).body
  expect(steps).toMatchObject({ exam: 'none', has_passed: true, contact_hours: '1.0 contact hour' })
  expect(JSON.stringify([steps.attestation, steps.questions])).not.toMatch(/exam/i)
  expect(await request()).toMatchObject({ body: { code: 'steps_missing' } })
  await learner.post(url, { ratings: [5, 5, 5, 5, 5], words: '', attested: true, name: steps.name.printed })
  expect((await request()).body).toEqual({ message: 'SUCCESS' })
  await runJobs()
  expect((await own()).certificates).toMatchObject([{ claim: 'studied' }])
  expect((await pool.query('select contact_hours from certificates')).rows[0].contact_hours).toMatchObject({ hours: 1 })
})
