import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exportFolder, importFolder } from '#features/catalog/import-export/import.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { writeCourse } from '../../../../test/harness/hand-written-course.ts'
import { submitExam, openPaper } from '../../../../test/harness/submit-exam.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const EXAM = 'courses/reading-a-record/examination.yaml'

/** Creates a course in which questions 1 and 2 name the lecture that teaches the answer. */
async function academyWithTaughtQuestions() {
  const academy = await testAcademy()
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-taught-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeCourse(folder, {
    'examination.yaml': (text) =>
      text
        .replace('answer: 1\n', 'answer: 1\n    lecture: first-page\n')
        .replace('answer: 2\n', 'answer: 2\n    lecture: last-page\n'),
  })
  const load = async (from = folder) => importFolder(academy.deps, from, OPERATOR)
  expect(await load()).not.toHaveProperty('problems')
  const { rows } = await academy.pool.query('select id from products')
  const id = rows[0].id as string
  const at = `/Academy/api/studio/products/${id}/`
  const owner = academy.as(await academy.member({ role: 'owner' }))
  const taught = async () => {
    const { plan } = (await owner.get(at)).body
    return plan.examination.questions.map(({ lecture }: { lecture?: string | null }) => lecture)
  }
  return { ...academy, folder, load, id, at, owner, taught }
}

test.skipIf(isEveryChange)(
  "takes a question's lecture from the folder, exports it, and reports an unknown one by line",
  async () => {
    const { deps, folder, load, taught } = await academyWithTaughtQuestions()
    expect(await taught()).toEqual(['first-page', 'last-page', null, null, null])
    const exported = path.join(folder, 'exported')
    await exportFolder(deps, exported)
    expect(await readFile(path.join(exported, EXAM), 'utf8')).toContain('lecture: "first-page"')
    expect(await load(exported)).toMatchObject({ report: { products: [{ outcome: 'unchanged' }] } })
    await rm(exported, { recursive: true })

    const text = await readFile(path.join(folder, EXAM), 'utf8')
    await writeFile(path.join(folder, EXAM), text.replace('lecture: last-page', 'lecture: nowhere'))
    const line = text.split('\n').findIndex((written) => written.includes('lecture: last-page')) + 1
    expect(await load()).toEqual({
      problems: [
        {
          file: EXAM,
          line,
          message: "question 2: there is no lecture 'nowhere': use the ID of a lecture in this course",
        },
      ],
    })
    await writeFile(path.join(folder, EXAM), text.replace('    lecture: last-page\n', ''))
    await load()
    expect(await taught()).toEqual(['first-page', null, null, null, null])
  },
)

test.skipIf(isEveryChange)(
  'changes the lecture in the studio, and publishes a question whose lecture was removed without one',
  async () => {
    const { at, owner, taught } = await academyWithTaughtQuestions()
    const change = async (...changes: object[]) => {
      const { revision, stands_since } = (await owner.get(at)).body
      const { body } = await owner.post(`${at}changes/`, { revision, stands_since, changes })
      expect(body.clashes).toEqual([])
    }
    const publish = async () => {
      const { revision } = (await owner.get(at)).body
      expect((await owner.post(`${at}publish/`, { revision, is_on_sale: true })).status).toBe(200)
    }
    const { questions } = (await owner.get(at)).body.plan.examination
    const name = (index: number, to: string | null) => ({
      do: 'set',
      at: ['examination', 'questions', questions[index].id, 'lecture'],
      to,
    })
    await change(name(0, 'last-page'), name(1, null), name(2, 'first-page'))
    await publish()
    expect(await taught()).toEqual(['last-page', null, 'first-page', null, null])
    await change({ do: 'remove', at: ['lectures', 'last-page'] })
    expect((await owner.get(at)).body.findings).toEqual([])
    await publish()
    expect(await taught()).toEqual([null, null, 'first-page', null, null])
  },
)

test('shows which lecture teaches a question with its rationale, only after passing', async () => {
  const { as, id, member, purchase } = await academyWithTaughtQuestions()
  const nurse = await member()
  await purchase(nurse.id, id)
  const { questions } = await openPaper(as(nurse), 'reading-a-record')
  expect(JSON.stringify(questions)).not.toContain('lecture')
  const reviewed = async (right: number) => {
    const answers = questions.map(({ id: question }, index) => ({
      question_id: question,
      answer: index < right ? String(index + 1) : 'No',
    }))
    const { body } = await submitExam(as(nurse), 'reading-a-record', answers)
    return body.review.map(({ lecture }: { lecture: object | null }) => lecture)
  }
  expect(await reviewed(2)).toEqual([])
  expect(await reviewed(4)).toEqual([
    { name: '1. The First Page', slug: 'first-page' },
    { name: '2. The Last Page', slug: 'last-page' },
    null,
    null,
    null,
  ])
})

test('names a lecture to review after failing if three or more questions were about it, and never a question', async () => {
  const { as, folder, load, id, member, purchase } = await academyWithTaughtQuestions()
  const text = await readFile(path.join(folder, EXAM), 'utf8')
  const more = text
    .replace('answer: 3\n', 'answer: 3\n    lecture: first-page\n')
    .replace('answer: 4\n', 'answer: 4\n    lecture: first-page\n')
  await writeFile(path.join(folder, EXAM), more)
  await load()
  const nurse = await member()
  await purchase(nurse.id, id)
  const { questions } = await openPaper(as(nurse), 'reading-a-record')
  const failed = async (...right: number[]) => {
    const answers = questions.map(({ id: question }, index) => ({
      question_id: question,
      answer: right.includes(index + 1) ? String(index + 1) : 'No',
    }))
    return (await submitExam(as(nurse), 'reading-a-record', answers)).body
  }
  expect(await failed(1)).toMatchObject({ review: [], lectures: [{ name: '1. The First Page', slug: 'first-page' }] })
  expect(await failed(1, 3, 4)).toMatchObject({ passed: false, review: [], lectures: [] })
})

test.skipIf(isEveryChange)('lets a draft from before this field name a lecture', async () => {
  const { at, owner, pool, taught } = await academyWithTaughtQuestions()
  const { questions } = (await owner.get(at)).body.plan.examination
  const set = async (field: string, to: string) => {
    const { revision, stands_since, begun } = (await owner.get(at)).body
    const change = { do: 'set', at: ['examination', 'questions', questions[2].id, field], to }
    return (await owner.post(`${at}changes/`, { revision, stands_since, begun, changes: [change] })).body
  }
  await set('rationale', 'So it is.')
  await pool.query(`update drafts set plan = regexp_replace(plan::text, '"lecture": (null|"[a-z-]*"), ', '', 'g')::jsonb,
    base = regexp_replace(base::text, '"lecture": (null|"[a-z-]*"), ', '', 'g')::jsonb`)
  expect((await pool.query('select plan from drafts')).rows[0].plan.examination.questions[0]).not.toHaveProperty(
    'lecture',
  )
  expect(await set('lecture', 'last-page')).toMatchObject({ clashes: [], findings: [] })
  expect((await taught())[2]).toBe('last-page')
})
