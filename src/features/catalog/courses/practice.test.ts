import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '#features/catalog/import-export/import.public.ts'
import { createPublishedCourse } from '../../../../test/harness/published-course.ts'

const FIRST = {
  question: 'Which page is first?',
  options: ['Page one', 'Page two'],
  answer: 0,
  rationale: 'One comes before two.',
}

/**
 * Starts an academy with a course whose first lecture has a practice question, and with a member who has access to it.
 */
async function academyWithPractice() {
  const { save: change, ...course } = await createPublishedCourse()
  return { ...course, change, shown: async (lecture: string) => (await course.lectureOf(lecture)).practice }
}

test("shows a folder's practice questions only to members who own the course", async () => {
  const { as, nurse, shown } = await academyWithPractice()
  expect(await shown('first-page')).toEqual([FIRST])
  expect(await shown('last-page')).toEqual([])
  const open = ['course/reading-a-record', 'course/examination/reading-a-record']
  for (const address of open)
    expect((await as(undefined).get(`/Academy/api/${address}/`)).text).not.toContain('Page one')
  expect((await as(nurse).get('/Academy/api/take/course/reading-a-record/')).text).not.toContain('Page one')
})

test('adds one in the studio, exports it, and imports the export without a change', async () => {
  const { deps, folder, load, at, owner, shown, change, publish } = await academyWithPractice()
  const { practice } = (await owner.get(at)).body.plan.lectures[0]
  expect(practice).toMatchObject([{ id: 'practice-1', question: FIRST.question, answer: 'option-1' }])
  const item = {
    id: 'k-last',
    question: 'Which page is last?',
    options: [
      { id: 'one', text: 'Page one' },
      { id: 'two', text: 'Page two' },
    ],
    answer: null,
    rationale: '',
  }
  const list = ['lectures', 'first-page', 'practice']
  const { findings } = await change({ do: 'add', at: list, item, after: 'practice-1' })
  expect(findings).toEqual([
    { at: [...list, 'k-last', 'answer'], message: 'Please mark the correct option.' },
    { at: [...list, 'k-last', 'rationale'], message: 'This is required.' },
  ])
  expect((await publish()).status).toBe(400)
  await change(
    { do: 'set', at: [...list, 'k-last', 'answer'], to: 'two' },
    { do: 'set', at: [...list, 'k-last', 'rationale'], to: 'There are two.' },
  )
  expect((await publish()).status).toBe(200)
  const second = { question: item.question, options: ['Page one', 'Page two'], answer: 1, rationale: 'There are two.' }
  expect(await shown('first-page')).toEqual([FIRST, second])

  const exported = path.join(folder, 'exported')
  await exportFolder(deps, exported)
  const file = 'courses/reading-a-record/lectures/01-first-page.md'
  expect(await readFile(path.join(exported, file), 'utf8')).toContain('id: "k-last"')
  expect(await load(exported)).toMatchObject({ report: { products: [{ outcome: 'unchanged' }] } })
  expect(await shown('first-page')).toEqual([FIRST, second])
})

test('reports a practice question that the exam also asks at the exam question', async () => {
  const { change } = await academyWithPractice()
  const at = ['lectures', 'first-page', 'practice', 'practice-1', 'question']
  const { findings } = await change({ do: 'set', at, to: 'Question 3' })
  expect(findings).toEqual([
    {
      at: ['examination', 'questions', expect.any(String), 'question'],
      message: expect.stringContaining('This is also a practice question in a lecture: change one of them.'),
    },
  ])
})

test('adds practice questions to a draft from before they existed', async () => {
  const { owner, at, pool, change, publish, shown } = await academyWithPractice()
  await change({ do: 'set', at: ['short'], to: 'Find them.' })
  await pool.query(
    `update drafts set plan = jsonb_set(plan, '{lectures}', (select jsonb_agg(l - 'practice') from jsonb_array_elements(plan->'lectures') l))`,
  )
  expect((await owner.get(at)).body.plan.lectures[1].practice).toEqual([])
  const options = ['Yes', 'No'].map((text) => ({ id: text.toLowerCase(), text }))
  const item = { id: 'k-new', question: 'Is this the last?', options, answer: 'yes', rationale: 'It is.' }
  expect(await change({ do: 'add', at: ['lectures', 'last-page', 'practice'], item, after: null })).toMatchObject({
    clashes: [],
    findings: [],
  })
  expect((await publish()).status).toBe(200)
  expect(await shown('last-page')).toEqual([
    { question: 'Is this the last?', options: ['Yes', 'No'], answer: 0, rationale: 'It is.' },
  ])
})
