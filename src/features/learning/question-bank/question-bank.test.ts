import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { questions } from '#db/tables/catalog.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { questionPackage, questionSample } from '../../../../test/samples/question-samples.ts'

const FILES = '/Academy/api/studio/question-files/'
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

test('reads a file for editors, with its usable questions and why others can’t be used', async () => {
  const { as, member, pool } = await testAcademy()
  const editor = as(await member({ role: 'editor' }))
  const csv = { name: 'examination.csv', content: base64(questionSample('examination.csv')) }
  const { status, body } = await editor.post(FILES, csv)
  expect([status, body.questions.length, body.mistakes]).toEqual([200, 3, []])
  expect(body.questions[1]).toEqual({
    question: 'Who may speak for the patient during the exam?',
    options: ['Nobody but the patient', 'The observer', 'The attorney by phone'],
    answer: 0,
    rationale: '',
  })
  const zip = questionPackage({ 'a.xml': questionSample('item-3.xml'), 'b.xml': '<a>' })
  expect((await editor.post(FILES, { name: 'p.zip', content: base64(zip) })).body).toMatchObject({
    questions: { length: 1 },
    refused: 1,
    mistakes: [{ file: 'b.xml', number: 2, message: expect.stringContaining('isn’t valid XML') }],
  })
  const maxFile = { name: 'q.csv', content: base64(new Uint8Array(1024 * 1024).fill(97)) }
  expect((await editor.post(FILES, maxFile)).status).toBe(200)
  const larger = { name: 'q.csv', content: base64(new Uint8Array(1024 * 1024 + 9).fill(97)) }
  expect(await editor.post(FILES, larger)).toMatchObject({
    status: 400,
    body: { fields: { content: ['The file can be up to 1 MB.'] } },
  })
  expect((await editor.post(FILES, { name: 'q.csv', content: 'no base64!' })).status).toBe(400)
  expect((await pool.query('select from questions')).rowCount).toBe(0)
  for (const role of ['support', 'learner'] as const)
    expect((await as(await member({ role })).post(FILES, csv)).status).toBe(404)
})

test('returns statistics and the effect of another key, and regrades', async () => {
  const { as, db, member, course: makeCourse, purchase } = await testAcademy()
  const course = await makeCourse({ questions: 5 })
  const editor = as(await member({ role: 'editor' }))
  for (let n = 0; n < 20; n++) {
    const nurse = await member()
    await purchase(nurse.id, course.id)
    const answers = course.questions.map(({ id }, index) => ({
      question_id: id,
      answer: index === 4 || (index === 0 && n < 5) ? 'wrong' : 'right',
    }))
    await submitExam(as(nurse), course.slug, answers)
  }
  const at = `/Academy/api/studio/products/${course.id}/questions/`
  const { body } = await editor.get(at)
  expect(body.to_mark).toEqual([])
  // Only one question varies, so two questions have no covariance.
  expect(body.reliability).toEqual({ members: 20, is_too_few: false, kr20: 0, sem: expect.closeTo(0.444, 3), asked: 5 })
  expect(body.questions[0].versions).toMatchObject([
    {
      version: 1,
      answer: 0,
      figures: { members: 20, is_too_few: false, right: 0.75, chosen: [0.75, 0.25, 0], attracts: 1 },
    },
  ])
  const key = body.questions[0].key as string
  const effect = { key, right: 'wrong', attempts: 5, members: 5, more_pass: 5 }
  expect((await editor.post(`${at}${key}/effect/`, { right: 'wrong' })).body.effect).toMatchObject(effect)
  expect((await editor.post(`${at}${key}/effect/`, { right: 'right' })).body).toEqual({ effect: null })
  await db
    .update(questions)
    .set({ answerIndex: 1 })
    .where(eq(questions.id, course.questions[0]?.id ?? ''))
  expect((await editor.get(at)).body.to_mark).toMatchObject([effect])
  expect((await editor.post(`${at}${key}/mark-again/`, {})).body).toEqual({
    message: '5 attempts by 5 members regraded. 5 more passed.',
  })
  expect((await editor.get(at)).body.to_mark).toEqual([])
  expect(await editor.post(`${at}${key}/mark-again/`, {})).toMatchObject({ status: 404 })
  const nothing = await editor.get('/Academy/api/studio/products/0b0f7d0e-53a1-4a52-9d6f-2f4f3d1c9e11/questions/')
  expect(nothing.body).toEqual({
    questions: [],
    to_mark: [],
    reliability: { members: 0, is_too_few: true, kr20: null, sem: null, asked: null },
  })
})
