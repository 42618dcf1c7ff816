import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { formatProblem } from '#features/foundation/product-folders/product-folders.public.ts'
import { changeAddress } from '#features/foundation/products/products.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { writeCourse } from '../../../../test/harness/hand-written-course.ts'
import { submitExam } from '../../../../test/harness/submit-exam.ts'
import { exportFolder } from './export.service.ts'
import { importFolder } from './import.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const SLUG = 'reading-a-record'
const withId = (id: string) => (text: string) => text.replace('---\n', `---\nid: ${id}\n`)

/**
 * Imports a course with two lectures and five questions from a folder. Returns the academy and the folder, whose files
 * `edit` changes.
 */
async function imported(change?: Record<string, (text: string) => string>) {
  const academy = await testAcademy()
  const root = await mkdtemp(path.join(tmpdir(), 'academy-ids-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const course = await writeCourse(root, change)
  const load = async (folder = root) => {
    const result = await importFolder(academy.deps, folder, OPERATOR)
    return 'problems' in result ? result.problems.map(formatProblem) : result.report.products
  }
  const edit = async (file: string, by: (text: string) => string) =>
    writeFile(path.join(course, file), by(await readFile(path.join(course, file), 'utf8')))
  const rows = async (statement: string) => (await academy.pool.query(statement)).rows
  return { ...academy, root, course, load, edit, rows }
}

test('keeps the progress of lectures with ids when names change and slugs are swapped, and redirects former addresses', async () => {
  const { course, load, edit, rows, as, member, purchase } = await imported({
    'lectures/01-first-page.md': withId('first'),
    'lectures/02-last-page.md': withId('last'),
  })
  await load()
  const [{ id: courseId }] = await rows(`select id from products where slug = '${SLUG}'`)
  const nora = await member()
  await purchase(nora.id, courseId)
  await as(nora).post(`/Academy/api/course/${SLUG}/lecture/first-page/update/progress/`)

  await edit('lectures/01-first-page.md', (text) => text.replace('The First Page', 'Where It Begins'))
  await rename(path.join(course, 'lectures/01-first-page.md'), path.join(course, 'lectures/03-where-it-begins.md'))
  expect(await load()).toMatchObject([
    { outcome: 'changed', changes: [expect.stringMatching(/^lectures \(changed: .*where-it-begins/)] },
  ])
  const { body: renamed } = await as(nora).get(`/Academy/api/course/${SLUG}/lecture/first-page/`)
  expect(renamed).toMatchObject({ id: 'where-it-begins', lecture_name: '1. Where It Begins', is_completed: true })

  const [one, other, between] = ['02-last-page', '03-where-it-begins', '09-between'].map((name) =>
    path.join(course, `lectures/${name}.md`),
  )
  await rename(one as string, between as string)
  await rename(other as string, path.join(course, 'lectures/03-last-page.md'))
  await rename(between as string, path.join(course, 'lectures/02-where-it-begins.md'))
  await load()
  expect(await rows('select key, slug from lectures order by position')).toEqual([
    { key: 'last', slug: 'where-it-begins' },
    { key: 'first', slug: 'last-page' },
  ])
  const { body: exchanged } = await as(nora).get(`/Academy/api/course/${SLUG}/lecture/last-page/`)
  expect(exchanged).toMatchObject({ lecture_name: '1. Where It Begins', is_completed: true })
})

test.skipIf(isEveryChange)(
  "keeps a reworded question with an id as a new version of the same question, and each attempt's own wording",
  async () => {
    const { load, edit, rows, as, member, purchase } = await imported({
      'examination.yaml': (text) =>
        text.replace(
          '  - question: Question 1?\n    options:\n      - No\n      - "1"\n',
          '  - id: one\n    question: Question 1?\n    options:\n      no: No\n      right: "1"\n',
        ),
    })
    await load()
    const [{ id: courseId }] = await rows(`select id from products where slug = '${SLUG}'`)
    const nora = await member()
    await purchase(nora.id, courseId)
    const before = await rows(`select id, key, option_keys, version from questions where key = 'one'`)
    expect(before).toMatchObject([{ option_keys: ['no', 'right'], version: 1 }])
    const answerOne = () => submitExam(as(nora), SLUG, [{ question_id: before[0].id, answer: '1' }])
    await answerOne()
    await edit('examination.yaml', (text) => text.replace('Question 1?', 'The first question?'))
    await load()
    await edit('examination.yaml', (text) => text.replace('rationale: Because.', 'rationale: Because of that.'))
    await load()
    await answerOne()
    expect(await rows(`select id, key, option_keys, version from questions where key = 'one'`)).toEqual([
      { ...before[0], version: 2 },
    ])
    expect(
      await rows(`select version, question from question_versions where question_id = '${before[0].id}' order by 1`),
    ).toEqual([
      { version: 1, question: 'Question 1?' },
      { version: 2, question: 'The first question?' },
    ])
    const attempts = await rows('select answers from exam_attempts order by created_at')
    expect(attempts.map(({ answers }) => answers[0])).toMatchObject([{ version: 1 }, { version: 2, chosen: '1' }])
  },
)

test('keeps the stored ids of parts without one in the folder, and exports all of them', async () => {
  const { deps, root, load, rows } = await imported()
  await load()
  const keys = await rows('select key from lectures union all select key from questions order by 1')
  expect(await load()).toMatchObject([{ outcome: 'unchanged' }])
  expect(await rows('select key from lectures union all select key from questions order by 1')).toEqual(keys)
  const exported = path.join(root, 'exported')
  await exportFolder(deps, exported)
  const text = await readFile(path.join(exported, `courses/${SLUG}/lectures/01-first-page.md`), 'utf8')
  expect(text).toContain('id: "first-page"')
  expect(await load(exported)).toMatchObject([{ outcome: 'unchanged' }])
})

test("keeps a product's owners when its address changes by command or folder, and redirects each earlier address", async () => {
  const { deps, root, course, load, edit, rows, as, member, purchase } = await imported()
  await load()
  const [{ id: courseId }] = await rows(`select id from products`)
  const nora = await member()
  await purchase(nora.id, courseId)
  expect(await changeAddress(deps, { slug: SLUG, to: 'records', by: OPERATOR })).toBe(SLUG)
  await expect(changeAddress(deps, { slug: 'records', to: 'No Address', by: OPERATOR })).rejects.toThrow(
    /lowercase words/,
  )
  // The folder still has the old name. Importing it changes the content, but no URL.
  await edit('course.md', (text) => text.replace('price: 149', 'price: 99'))
  expect(await load()).toMatchObject([{ slug: 'records', outcome: 'changed', changes: ['price: 149.00 → 99.00'] }])
  for (const address of [SLUG, 'records']) {
    expect((await as(undefined).get(`/Academy/api/course/${address}/notAuthenticated/`)).body).toMatchObject({
      id_: 'records',
    })
    expect((await as(nora).get(`/Academy/api/take/course/${address}/`)).status).toBe(200)
    expect((await as(nora).get(`/Academy/api/course/examination/${address}/`)).status).toBe(200)
  }

  const renamed = path.join(path.dirname(course), 'medical-records')
  await rename(course, renamed)
  expect(await load()).toMatchObject([{ slug: 'medical-records', outcome: 'new' }])
  await deps.db.transaction(async (tx) => tx.execute(`delete from products where slug = 'medical-records'`))
  const page = await readFile(path.join(renamed, 'course.md'), 'utf8')
  await writeFile(
    path.join(renamed, 'course.md'),
    page.replace('---\n', `---\nearlier_addresses:\n  - records\n  - ${SLUG}\n`),
  )
  expect(await load()).toMatchObject([
    {
      slug: 'medical-records',
      outcome: 'changed',
      changes: ['address: records → medical-records', 'former addresses'],
    },
  ])
  expect(await rows('select id, slug from products')).toEqual([{ id: courseId, slug: 'medical-records' }])
  expect((await as(nora).get(`/Academy/api/take/course/${SLUG}/`)).status).toBe(200)

  const exported = path.join(root, 'exported')
  await exportFolder(deps, exported)
  expect(await load(exported)).toMatchObject([{ outcome: 'unchanged' }])
})

test.skipIf(isEveryChange)(
  'never gives a former address to another product and never merges two products',
  async () => {
    const { deps, course, load, rows } = await imported()
    await load()
    await changeAddress(deps, { slug: SLUG, to: 'records', by: OPERATOR })
    const other = path.join(path.dirname(course), 'other')
    await rename(await writeCourse(path.join(path.dirname(course), 'scratch')), other)
    await rm(path.join(path.dirname(course), 'scratch'), { recursive: true })
    await load()
    await expect(changeAddress(deps, { slug: 'other', to: SLUG, by: OPERATOR })).rejects.toThrow(
      `“${SLUG}” is a former address of the course “records”`,
    )
    const page = await readFile(path.join(other, 'course.md'), 'utf8')
    await writeFile(path.join(other, 'course.md'), page.replace('---\n', '---\nearlier_addresses:\n  - records\n'))
    expect(await load()).toEqual([
      expect.stringContaining('courses/other/course.md:1: earlier_addresses: records and other are separate products'),
    ])
    await rm(other, { recursive: true })
    await rename(course, path.join(path.dirname(course), 'records'))
    await writeCourse(path.join(path.dirname(course), '..'))
    expect(await load()).toEqual([expect.stringContaining('is the same product as courses/reading-a-record/course.md')])
    expect(await rows('select slug from products order by 1')).toEqual([{ slug: 'other' }, { slug: 'records' }])
  },
)

test.each([
  ['lectures/01-first-page.md', withId('First Page'), 'lectures/01-first-page.md:2: id must be lowercase words'],
  ['lectures/02-last-page.md', withId('first'), 'lectures/02-last-page.md:2: id: first is already the ID of'],
  [
    'examination.yaml',
    (text: string) => text.replaceAll('- question:', '- id: one\n    question:'),
    'question 2 has the same ID as an earlier question',
  ],
  [
    'examination.yaml',
    (text: string) => text.replace('- No\n      - "1"', '1a: No\n      b: "1"'),
    'must be lowercase words and numbers',
  ],
  [
    'examination.yaml',
    (text: string) => text.replace('- No\n      - "1"', 'a: "1"\n      b: "1"'),
    'this option is the same as an earlier option',
  ],
  [
    'course.md',
    (text: string) => text.replace('---\n', '---\nearlier_addresses:\n  - Old One\n'),
    'must be lowercase words and numbers joined by hyphens',
  ],
])('reports an invalid id by line and stores nothing: %s', async (file, change, message) => {
  const { load, rows } = await imported({ 'lectures/01-first-page.md': withId('first'), [file]: change })
  expect(await load()).toEqual(expect.arrayContaining([expect.stringContaining(message)]))
  expect(await rows('select 1 from products')).toEqual([])
})

test.skipIf(isEveryChange)(
  "accepts the export of any lecture name, also when an id equals another lecture's name",
  async () => {
    const { deps, root, course, load, rows } = await imported({ 'lectures/01-first-page.md': withId('last-page') })
    await rename(path.join(course, 'lectures/02-last-page.md'), path.join(course, 'lectures/03-5-habits.md'))
    await writeFile(
      path.join(course, 'lectures/02-last-page.md'),
      (await readFile(path.join(course, 'lectures/03-5-habits.md'), 'utf8')).replace('2. The', '3. The'),
    )
    expect(await load()).toMatchObject([{ outcome: 'new' }])
    expect(await rows('select key, slug from lectures order by position')).toEqual([
      { key: 'last-page', slug: 'first-page' },
      { key: expect.stringMatching(/^k[0-9a-f]{12}$/), slug: 'last-page' },
      { key: expect.stringMatching(/^k[0-9a-f]{12}$/), slug: '5-habits' },
    ])
    const exported = path.join(root, 'exported')
    await exportFolder(deps, exported)
    expect(await load(exported)).toMatchObject([{ outcome: 'unchanged' }])
  },
)

test.skipIf(isEveryChange)(
  'reports a lecture as changed when it gets an id, matches it in older folder copies, and treats another id as another lecture',
  async () => {
    const { course, load, edit, rows } = await imported()
    await load()
    const [{ id: first }] = await rows(`select id from lectures where slug = 'first-page'`)
    await edit('lectures/01-first-page.md', withId('intro'))
    expect(await load()).toMatchObject([{ changes: ['lectures (changed: first-page)'] }])
    await rename(path.join(course, 'lectures/01-first-page.md'), path.join(course, 'lectures/01-where-it-begins.md'))
    expect(await load()).toMatchObject([{ changes: ['lectures (changed: where-it-begins)'] }])
    await edit('lectures/01-where-it-begins.md', (text) => text.replace('id: intro\n', ''))
    await rename(path.join(course, 'lectures/01-where-it-begins.md'), path.join(course, 'lectures/01-first-page.md'))
    await load()
    expect(await rows(`select key, slug from lectures where id = '${first}'`)).toEqual([
      { key: 'intro', slug: 'first-page' },
    ])

    await edit('lectures/01-first-page.md', withId('other'))
    await load()
    expect(await rows(`select id from lectures where slug = 'first-page' and retired_at is null`)).not.toEqual([
      { id: first },
    ])
    await edit('lectures/01-first-page.md', (text) => text.replace('id: other', 'id: intro'))
    await load()
    expect(await rows(`select id from lectures where slug = 'first-page' and retired_at is null`)).toEqual([
      { id: first },
    ])
  },
)
