import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { exportFolder, importFolder } from '#features/catalog/import-export/import.public.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { writeCourse } from '../../../../test/harness/hand-written-course.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const COURSE = 'courses/reading-a-record/course.md'
const BUYER_INFO = `outcomes:
  - Tell a signed entry from a corrected one.
  - Date what has no date.
audience: Nurses who are new to records.
teacher:
  name: Ada Nurse
  credentials: RN
  portrait: ada.png
  text: She *watched*.
common_questions:
  - question: Do I need a law degree?
    reply: No. You need to read **slowly**.
sources:
  - https://example.com/records
  - Reading Records | Example Press | https://example.com/book
`

async function academyWithBuyerInfo(written = BUYER_INFO) {
  const academy = await testAcademy()
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-deciding-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const at = await writeCourse(folder, { 'course.md': (text) => text.replace('level:', `${written}level:`) })
  const portrait = sharp({ create: { width: 40, height: 50, channels: 3, background: '#335577' } })
  await portrait.png().toFile(path.join(at, 'ada.png'))
  const load = (from = folder) => importFolder(academy.deps, from, OPERATOR)
  const shown = async () =>
    (await academy.as(undefined).get('/Academy/api/course/reading-a-record/notAuthenticated/')).body
  return { ...academy, folder, load, shown }
}

test.skipIf(isEveryChange)(
  "takes a course's buyer information from its folder to its page and through an export and import",
  async () => {
    const { deps, folder, load, shown } = await academyWithBuyerInfo()
    expect(await load()).not.toHaveProperty('problems')
    expect(await shown()).toMatchObject({
      outcomes: ['Tell a signed entry from a corrected one.', 'Date what has no date.'],
      audience: 'Nurses who are new to records.',
      sources: ['https://example.com/records', 'https://example.com/book'],
      citations: [
        { title: 'example.com/records', publisher: '', url: 'https://example.com/records' },
        { title: 'Reading Records', publisher: 'Example Press', url: 'https://example.com/book' },
      ],
      common_questions: [
        { question: 'Do I need a law degree?', reply_html: '<p>No. You need to read <strong>slowly</strong>.</p>' },
      ],
      teacher: {
        name: 'Ada Nurse',
        credentials: 'RN',
        license: '',
        html: '<p>She <em>watched</em>.</p>',
        is_founder: false,
        image_url: expect.stringMatching(/^\/images\/.+\/ada\.png$/),
      },
    })
    const exported = path.join(folder, 'exported')
    await exportFolder(deps, exported)
    expect(await load(exported)).toMatchObject({ report: { products: [{ outcome: 'unchanged' }] } })
    const again = path.join(folder, 'again')
    await exportFolder(deps, again)
    expect(await readFile(path.join(again, COURSE), 'utf8')).toBe(await readFile(path.join(exported, COURSE), 'utf8'))
  },
)

test("computes study time from the course's videos, handout pages, and questions", async () => {
  const { load, shown } = await academyWithBuyerInfo('')
  await load()
  const { study_seconds: seconds, study_minutes: minutes, questions, updated_on: updatedOn } = await shown()
  const lectures = Math.round(seconds / 60)
  // The exam takes eight minutes, because it shows all five questions on one page.
  expect(minutes).toEqual({ lectures, handouts: 2, examination: 8, total: lectures + 10 })
  expect(questions).toBe(5)
  expect(updatedOn).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test.skipIf(isEveryChange)(
  "dates a course's update by its last change, not by importing the same content again",
  async () => {
    const { load, shown, pool, folder } = await academyWithBuyerInfo()
    await load()
    await pool.query(`update product_versions set published_at = '2026-01-15T12:00:00Z'`)
    await load()
    expect(await shown()).toMatchObject({ updated_on: '2026-01-15', updated_in: 'January 2026' })
    const file = path.join(folder, COURSE)
    await writeFile(file, (await readFile(file, 'utf8')).replace('new to records', 'used to records'))
    await load()
    expect((await shown()).updated_on).not.toBe('2026-01-15')
  },
)

test.each([
  ['  name: Ada Nurse\n', '', 'name'],
  ['portrait: ada.png', 'portrait: bob.png', 'bob.png does not exist'],
  ['    reply: No. You need to read **slowly**.\n', '', 'reply'],
  ['outcomes:\n', `outcomes:\n${'  - The same.\n'.repeat(7)}`, 'must have at most 8 lines'],
])('reports errors on their lines and stores nothing', async (from, to, said) => {
  const { load, pool } = await academyWithBuyerInfo(BUYER_INFO.replace(from, to))
  const result = await load()
  expect(JSON.stringify('problems' in result && result.problems)).toContain(said)
  expect('problems' in result && result.problems[0]?.line).toBeGreaterThan(1)
  expect((await pool.query('select 1 from products')).rows).toEqual([])
})

test.skipIf(isEveryChange)(
  'names the founder as instructor of a course without one, and no one without a founder',
  async () => {
    const { load, shown, folder } = await academyWithBuyerInfo('')
    await load()
    expect((await shown()).teacher).toBeNull()
    await writeFile(
      path.join(folder, 'site.yaml'),
      'founder:\n  name: Dana\n  license: RN 1, Ohio\n  experience: 18 years\n  text: A nurse.\n',
    )
    await load()
    const teacher = { name: 'Dana', credentials: '', license: 'RN 1, Ohio', experience: '18 years' }
    expect((await shown()).teacher).toMatchObject({ ...teacher, is_founder: true, html: '' })
  },
)

test.skipIf(isEveryChange)('edits the same in the studio and reports missing values on their fields', async () => {
  const { load, shown, pool, as, member } = await academyWithBuyerInfo('')
  await load()
  const { id } = (await pool.query('select id from products')).rows[0]
  const at = `/Academy/api/studio/products/${id}/`
  const owner = as(await member({ role: 'owner' }))
  const set = async (path: string[], to: unknown) => {
    const { revision, stands_since, begun } = (await owner.get(at)).body
    return owner.post(`${at}changes/`, { revision, stands_since, begun, changes: [{ do: 'set', at: path, to }] })
  }
  await set(['outcomes'], ['Date what has no date.'])
  await set(['common_questions'], [{ question: 'Is it hard?', reply: '' }])
  await set(['teacher', 'credentials'], 'RN')
  const { findings } = (await owner.get(at)).body
  expect(findings.map((finding: { at: string[] }) => finding.at.join('/'))).toEqual([
    'teacher/name',
    'common_questions/0/reply',
  ])
  await set(['common_questions'], [{ question: 'Is it hard?', reply: 'No.' }])
  await set(['teacher', 'name'], 'Ada Nurse')
  const { revision } = (await owner.get(at)).body
  expect((await owner.post(`${at}publish/`, { revision, is_on_sale: true })).status).toBe(200)
  expect(await shown()).toMatchObject({
    outcomes: ['Date what has no date.'],
    teacher: { name: 'Ada Nurse', credentials: 'RN' },
    common_questions: [{ question: 'Is it hard?' }],
  })
})

test('marks one lecture as the sample and rejects a second one by file', async () => {
  const { load, folder, pool } = await academyWithBuyerInfo('')
  const isSample = async () =>
    (await pool.query('select is_sample from lectures order by position')).rows.map(({ is_sample }) => is_sample)
  const lecture = (name: string) => path.join(folder, 'courses/reading-a-record/lectures', name)
  const mark = async (name: string) =>
    writeFile(lecture(name), (await readFile(lecture(name), 'utf8')).replace('video:', 'sample: true\nvideo:'))
  await mark('01-first-page.md')
  await load()
  expect(await isSample()).toEqual([true, false])
  await mark('02-last-page.md')
  expect(await load()).toEqual({
    problems: [
      {
        file: 'courses/reading-a-record/lectures/02-last-page.md',
        message: 'sample: another lecture in this course is already the free lecture. A course can have only one',
      },
    ],
  })
})
