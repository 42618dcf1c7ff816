import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { MAX_LOOP_BLOCK_MS, measureTypicalLoopBlock } from '../../../../test/harness/event-loop-block.ts'
import { createPublishedCourse } from '../../../../test/harness/published-course.ts'

const PRODUCTS = '/Academy/api/studio/products/'

type Asked = { id: string; question: string; options: string[] }

/** A published course whose five questions have their number as the correct option. */
async function academyWithCourse() {
  const { at, ...course } = await createPublishedCourse()
  const editor = course.as(await course.member({ role: 'editor' }))
  const change = async (...changes: unknown[]) => {
    const { revision, stands_since } = (await editor.get(at)).body
    const saved = await editor.post(`${at}changes/`, { revision, stands_since, changes })
    expect(saved.body.revision).toBe(revision + 1)
  }
  return { ...course, at, editor, change, trial: `${at}trial-exam/` }
}

/** All rows of all tables, as one hash per table. */
async function readTables(pool: Pool): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const hashes = await Promise.all(
    rows.map(async ({ name }) => {
      const read = await pool.query(`select md5(string_agg(t::text, ';' order by t::text)) from "${name}" t`)
      return [name, read.rows[0]] as const
    }),
  )
  return Object.fromEntries(hashes)
}

const getRight = ({ id, question }: Asked) => ({ question_id: id, answer: /\d/.exec(question)?.[0] ?? '' })
const getWrong = ({ id }: Asked) => ({ question_id: id, answer: 'No' })

test('a trial of a draft is graded like an exam, and stores nothing', async () => {
  const { pool, at, editor, change, trial } = await academyWithCourse()
  const { plan } = (await editor.get(at)).body
  const [first] = plan.examination.questions
  await change(
    { do: 'set', at: ['examination', 'title'], to: 'Trial of a Draft' },
    { do: 'set', at: ['examination', 'questions', first.id, 'question'], to: 'What is 1, again?' },
    { do: 'set', at: ['examination', 'questions', first.id, 'lecture'], to: plan.lectures[0].id },
    { do: 'set', at: ['lectures', plan.lectures[0].id, 'name'], to: '1. A New Name' },
  )
  const before = await readTables(pool)

  const opened = await editor.get(trial)
  expect(opened.status).toBe(200)
  const { questions, ...rest } = opened.body
  expect(rest).toEqual({ title: 'Trial of a Draft', first_attempt: { max_failures: 3, wait_hours: 12 } })
  expect(questions.map(({ question }: Asked) => question)).toEqual([
    'What is 1, again?',
    ...[2, 3, 4, 5].map((n) => `Question ${n}?`),
  ])
  expect(questions.map(({ options }: Asked) => new Set(options))).toEqual(
    [1, 2, 3, 4, 5].map((n) => new Set(['No', `${n}`])),
  )

  const [one, ...others] = questions
  const passed = await editor.post(trial, { answers: [getWrong(one), ...others.map(getRight)] })
  expect(passed.body).toMatchObject({ score: 4, total: 5, percentage: 80, passed: true, message: 'You passed.' })
  expect(passed.body.review).toHaveLength(5)
  expect(passed.body.review[0]).toEqual({
    question: 'What is 1, again?',
    chosen: 'No',
    isRight: false,
    answer: '1',
    rationale: 'Because.',
    lecture: { name: '1. A New Name', slug: plan.lectures[0].id },
  })

  const failed = await editor.post(trial, {
    answers: [getWrong(one), getWrong(others[0]), ...others.slice(1).map(getRight)],
  })
  expect(failed.body).toEqual({
    score: 3,
    total: 5,
    percentage: 60,
    passed: false,
    waits_for_lectures: false,
    message: 'Not passed yet. You can retake the exam.',
    review: [],
    lectures: [],
    retake: { attempts_left: 2, wait_hours: 12, opens_at: null },
  })
  expect(await readTables(pool)).toEqual(before)
})

test('a trial draws as many questions as an attempt, and leaves out questions with errors', async () => {
  const { at, editor, change, trial } = await academyWithCourse()
  const ids = (await editor.get(at)).body.plan.examination.questions.map(({ id }: Asked) => id)
  await change(
    { do: 'set', at: ['examination', 'draw'], to: '3' },
    { do: 'set', at: ['examination', 'questions', ids[2], 'answer'], to: null },
    { do: 'set', at: ['examination', 'questions', ids[4], 'question'], to: '' },
  )
  expect((await editor.get(at)).body.findings.map(({ at }: { at: string[] }) => at[2])).toEqual([ids[2], ids[4]])
  const seen = new Set<string>()
  for (let draws = 0; draws < 30 && seen.size < 3; draws += 1) {
    const { questions } = (await editor.get(trial)).body
    expect(questions).toHaveLength(3)
    for (const { id } of questions) seen.add(id)
  }
  expect(seen).toEqual(new Set([ids[0], ids[1], ids[3]]))

  // An answer to a question that can't be asked any more is refused.
  const late = await editor.post(trial, { answers: [{ question_id: ids[2], answer: '3' }] })
  expect(late).toMatchObject({ status: 400, body: { message: 'Answer 1 is for a question that isn’t in this exam.' } })
})

test('a trial shows texts as the exam does after publishing', async () => {
  const { id, at, as, member, purchase, editor, change, trial } = await academyWithCourse()
  const [{ id: question, options }] = (await editor.get(at)).body.plan.examination.questions
  const path = ['examination', 'questions', question]
  await change(
    { do: 'set', at: ['examination', 'title'], to: ' Last\n  Exam ' },
    { do: 'set', at: [...path, 'question'], to: '  What is  1?\n' },
    { do: 'set', at: [...path, 'options', options[0].id, 'text'], to: ' No,\u00a0 not  e\u0301 ' },
  )
  const shown = (await editor.get(trial)).body
  expect(shown).toMatchObject({ title: 'Last Exam', questions: [{ question: 'What is  1?' }, {}, {}, {}, {}] })
  expect(shown.questions[0].options.toSorted()).toEqual(['1', 'No, not é'])

  const { revision } = (await editor.get(at)).body
  expect((await editor.post(`${at}publish/`, { revision, is_on_sale: true })).status).toBe(200)
  const nurse = await member()
  await purchase(nurse.id, id)
  const real = (await as(nurse).get('/Academy/api/course/examination/reading-a-record/')).body
  const withoutIds = ({ title, questions }: { title: string; questions: Asked[] }) => [
    title,
    questions.map(({ question, options }) => [question, options.toSorted()]),
  ]
  expect(withoutIds(shown)).toEqual(withoutIds(real))
})

test('a trial of a draft with too many questions asks as many as can be published, and leaves time for others', async () => {
  const { pool, editor, change, trial } = await academyWithCourse()
  await change({ do: 'set', at: ['examination', 'title'], to: 'Long' })
  const questions = Array.from({ length: 501 }, (_, number) => ({
    id: `q${number}`,
    question: `What is ${number}?`,
    options: Array.from({ length: 20 }, (_, option) => ({ id: `o${option}`, text: `${option} ${'x'.repeat(100)}` })),
    answer: 'o0',
    rationale: '',
    lecture: null,
  }))
  await pool.query(`update drafts set plan = jsonb_set(plan, '{examination,questions}', $1::jsonb)`, [
    JSON.stringify(questions),
  ])
  const opened = (await editor.get(trial)).body
  expect(opened.questions).toHaveLength(500)
  const answers = opened.questions.map(({ id, options }: Asked) => ({
    question_id: id,
    answer: options.find((option) => option.startsWith('0 ')),
  }))
  expect((await editor.post(trial, { answers })).body).toMatchObject({ score: 500, total: 500, passed: true })
  for (const send of [() => editor.get(trial), () => editor.post(trial, { answers })])
    expect(await measureTypicalLoopBlock(send)).toBeLessThan(MAX_LOOP_BLOCK_MS)
})

test('only editors have trials, and only courses', async () => {
  const { as, member, editor, trial } = await academyWithCourse()
  for (const role of ['support', 'learner'] as const) {
    const other = as(await member({ role }))
    expect((await other.get(trial)).status).toBe(404)
    expect((await other.post(trial, { answers: [{ question_id: 'x', answer: 'x' }] })).status).toBe(404)
  }
  expect((await as(undefined).get(trial)).status).toBe(404)
  const { id } = (await editor.post(PRODUCTS, { kind: 'document', name: 'Kit' })).body
  expect(await editor.get(`${PRODUCTS}${id}/trial-exam/`)).toMatchObject({
    status: 404,
    body: { message: 'A document has no exam. Only courses have one.' },
  })
  const { id: empty } = (await editor.post(PRODUCTS, { kind: 'course', name: 'New' })).body
  expect((await editor.get(`${PRODUCTS}${empty}/trial-exam/`)).body).toMatchObject({
    title: 'Examination',
    questions: [],
  })
})
