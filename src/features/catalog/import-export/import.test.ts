import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#db/open-database.ts'
import { formatProblem } from '#features/foundation/product-folders/product-folders.public.ts'
import { saveInTransaction, saveProduct } from '#features/foundation/products/products.public.ts'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { emptyTables, testDatabase } from '../../../../test/harness/database.ts'
import { DEMO_FOLDER as DEMO } from '../../../../test/harness/demo-academy.ts'
import { HANDOUT, LECTURE, writeCourse } from '../../../../test/harness/hand-written-course.ts'
import { importFolder } from './import.service.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const NOW = new Date('2026-11-21T10:00:00Z')

let database: Database
beforeAll(async () => {
  database = openDatabase(await testDatabase(), () => {})
})
afterAll(() => database.close())
beforeEach(() => emptyTables(database.pool))

async function scratch(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-import-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function importing(folder: string, store?: string, written: string[] = []) {
  const stored = createFolderFiles(store ?? path.join(await scratch(), 'files'))
  const save: typeof stored.keep = (file, open) => {
    written.push(file.sha256)
    return stored.keep(file, open)
  }
  const files = { ...stored, keep: save }
  const result = await importFolder({ db: database.db, files, now: () => NOW }, folder, OPERATOR)
  return 'problems' in result ? { ...result, said: result.problems.map(formatProblem) } : { ...result, said: [] }
}

async function rows<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  return (await database.pool.query<Row>(statement)).rows
}

const TABLES =
  'products product_images courses lectures sub_lectures attachments podcasts document_files questions files site_settings'

/** Returns every catalog row that has an ID, and how many rows each table has. */
async function fingerprint(): Promise<Record<string, unknown>> {
  const print: Record<string, unknown> = {}
  for (const table of TABLES.split(' ')) {
    print[table] = (await rows<{ id?: string }>(`select * from ${table}`)).map((row) => row.id ?? 'row').toSorted()
  }
  return print
}

async function handWritten(change?: Record<string, (text: string) => string>) {
  const root = await scratch()
  return { root, course: await writeCourse(root, change) }
}

test.skipIf(isEveryChange)(
  "imports the whole demo academy and reads each recording's length from its file",
  async () => {
    const result = await importing(DEMO)

    expect(result).toMatchObject({ said: [], courses: 3, podcasts: 4, documents: 4 })
    expect(await rows(`select * from lectures`)).toHaveLength(15)
    expect(await rows(`select * from questions`)).toHaveLength(90)
    const [training] = await rows(`select * from products where slug = 'defense-medical-exam-training'`)
    expect(training).toMatchObject({ kind: 'course', price_cents: 4_900, published_at: NOW })
    const videos = await rows<{ seconds: number }>(
      `select seconds from files where content_type = 'video/mp4' order by seconds`,
    )
    expect(videos).toHaveLength(16)
    for (const { seconds } of videos) expect(seconds).toBeGreaterThan(59)
    const sounds = await rows<{ bytes: string; seconds: number }>(
      `select bytes, seconds from files where content_type = 'audio/mpeg'`,
    )
    // At 64 kbit/s, a second takes 8,000 bytes. The tag adds some bytes.
    for (const { bytes, seconds } of sounds) expect(seconds / (Number(bytes) / 8000)).toBeCloseTo(1, 1)
    expect(sounds).toHaveLength(3)
    expect(await rows(`select * from product_images`)).toHaveLength((3 + 4 + 4) * 6)
    expect(await rows(`select is_for_sale from podcasts where not is_for_sale`)).toHaveLength(2)
    expect(await rows(`select settings->>'name' as name from site_settings`)).toEqual([{ name: 'Legal Nurse Academy' }])
    const right = await rows(
      `select options->>answer_index as answer from questions where question like 'Who normally selects%'`,
    )
    expect(right).toEqual([{ answer: 'The defense or its insurer' }])
  },
)

test("rejects a name that a certificate can't print, but not for an ornament", async () => {
  const named = (name: string) => ({ 'course.md': (text: string) => text.replace('Reading a Record', name) })
  const foreign = await handWritten(named('Reading 記録 Лампа'))
  expect((await importing(foreign.root)).said).toEqual([
    "courses/reading-a-record/course.md: name can't be printed on certificates and invoices, because they can't include 記 録: use Latin, Greek, or Cyrillic letters",
  ])
  expect(await rows('select * from products')).toEqual([])
  const ornamented = await handWritten(named('🩺 Reading Ποιός'))
  expect(await importing(ornamented.root)).toMatchObject({ said: [], courses: 1 })
})

test.skipIf(isEveryChange)(
  'writes each content once; importing again writes nothing and changes no id or count',
  async () => {
    const store = path.join(await scratch(), 'files')
    const written: string[] = []
    await importing(DEMO, store, written)
    const before = await fingerprint()
    const storedBefore = await readdir(store, { recursive: true })
    const contents = await rows<{ sha256: string }>('select distinct sha256 from files')
    expect(written.toSorted()).toEqual(contents.map(({ sha256 }) => sha256).toSorted())

    await importing(DEMO, store, written)

    expect(written).toHaveLength(contents.length)
    expect(await fingerprint()).toEqual(before)
    expect(await readdir(store, { recursive: true })).toEqual(storedBefore)
  },
)

test('stores content again that was removed as unused while an import waited', async () => {
  const { root } = await handWritten()
  const store = path.join(await scratch(), 'files')
  const saver = await database.pool.connect()
  await saver.query('begin')
  await saver.query('select pg_advisory_xact_lock(4276003)')
  const waiting = importing(root, store)
  await expect
    .poll(() => rows(`select from pg_locks where locktype = 'advisory' and not granted and objid = 4276003`))
    .toHaveLength(1)
  const files = createFolderFiles(store)
  for await (const { sha256 } of files.list()) await files.remove(sha256)
  await saver.query('commit')
  saver.release()
  expect(await waiting).toMatchObject({ said: [], courses: 1 })
  const named = await rows<{ sha256: string; bytes: string }>('select sha256, bytes from files')
  expect(named.length).toBeGreaterThan(2)
  for (const { sha256, bytes } of named) expect(await files.size(sha256)).toBe(Number(bytes))
})

test('imports a handwritten course from the academy folder or its own folder', async () => {
  const { root, course } = await handWritten({
    'course.md': (text) => text.replace('price: 149', 'price: $1,299'),
    'lectures/01-first-page.md': (text) => text.replace('practice:', 'law:\n  as_of: 11/27/2026\npractice:'),
  })
  expect(await importing(root)).toMatchObject({ said: [], courses: 1 })
  expect(await rows('select price_cents from products')).toEqual([{ price_cents: 129_900 }])
  expect(await rows('select as_of::text from law_dates')).toEqual([{ as_of: '2026-11-27' }])
  const before = await fingerprint()
  expect(await importing(course)).toMatchObject({ said: [], courses: 1 })
  expect(await fingerprint()).toEqual(before)
  expect(await rows('select slug, name, description from lectures order by position')).toEqual([
    { slug: 'first-page', name: '1. The First Page', description: 'What the first page tells.' },
    { slug: 'last-page', name: '2. The Last Page', description: 'What the last page tells.' },
  ])
  expect(await rows('select * from questions')).toHaveLength(5)
  // `No` and 3 in the file are read as text, not as a boolean and a number.
  expect((await rows('select options, answer_index from questions order by position'))[2]).toEqual({
    options: ['No', '3'],
    answer_index: 1,
  })
})

test('reports five planted mistakes as five located messages and stores nothing', async () => {
  const { root } = await handWritten({
    'course.md': (text) => text.replace('price: 149', 'price: a lot').replace('level:', 'lvel:'),
    'lectures/01-first-page.md': (text) => text.replace('files/checklist.pdf', 'files/cheklist.pdf'),
    'lectures/02-last-page.md': (text) => text.replace('video: media/02.mp4\n', ''),
    'examination.yaml': (text) => text.replace('answer: 4', 'answer: four'),
  })
  const store = path.join(await scratch(), 'files')

  expect((await importing(root, store)).said).toEqual([
    'courses/reading-a-record/course.md:4: price must be an amount such as 149 or 149.00',
    'courses/reading-a-record/course.md:5: unknown key "lvel"; did you mean "level"?',
    'courses/reading-a-record/lectures/01-first-page.md:10: attachments: files/cheklist.pdf does not exist; did you mean files/checklist.pdf?',
    'courses/reading-a-record/lectures/02-last-page.md:2: this lecture has neither a video, an audio file, nor text',
    'courses/reading-a-record/examination.yaml:25: question 4: answer must be one of the options, word for word',
  ])
  expect(Object.values(await fingerprint()).flat()).toEqual([])
  await expect(readdir(store)).rejects.toThrow('ENOENT')
})

test('reports everything in one pass, including several mistakes in one file', async () => {
  const { root } = await handWritten({
    'lectures/01-first-page.md': (text) =>
      text
        .replace('01.mp4', '09.mp4')
        .replace('captions:', 'caption:')
        .replace('name: Checklist (PDF)', 'nam: Checklist'),
    'examination.yaml': (text) =>
      text
        .replace('title:', 'titel:')
        .replace('answer: 2', 'answer: two')
        .replace('Question 5?', 'Question 1?')
        .replace('"3"', 'No')
        .replace('answer: 3', 'answer: No'),
  })
  expect((await importing(root)).said.map((line) => line.replace('courses/reading-a-record/', ''))).toEqual([
    'lectures/01-first-page.md:3: video: media/09.mp4 does not exist',
    'lectures/01-first-page.md:4: unknown key "caption"; did you mean "captions"?',
    'lectures/01-first-page.md:9: unknown key "nam"; did you mean "name"?',
    'examination.yaml:1: unknown key "titel"; did you mean "title"?',
    'examination.yaml:13: question 2: answer must be one of the options, word for word',
    'examination.yaml:18: question 3: this option is the same as an earlier option',
    'examination.yaml:27: question 5 is the same as an earlier question: each must be different',
  ])
})

test.each([
  ['course.md', 'price: 149', 'price: 149.999', 'course.md:4: price must have at most two digits'],
  ['course.md', 'price: 149', 'price: 0.49', 'course.md:4: price must be 0 or at least 0.50'],
  ['course.md', 'price: 149', 'price: 149\npublished: no', 'course.md:5: published must be true or false'],
  ['course.md', 'name: Reading', 'name: [Reading', 'course.md:3: this is not valid YAML'],
  ['course.md', 'name:', 'name: Twice\nname:', 'course.md:3: this key is a duplicate: keep only one'],
  ['course.md', '---\nname', 'name', 'course.md:1: must start with front matter'],
  ['course.md', 'One invented record.', '', 'course.md:6: the description below the front matter is missing'],
  ['course.md', 'level: Foundation', 'cover: cover.png', 'course.md:5: cover: cover.png does not exist'],
  [
    'lectures/01-first-page.md',
    'video: media/01.mp4',
    'video: media/01.vtt',
    '01-first-page.md:3: video: media/01.vtt must be a file',
  ],
  [
    'lectures/01-first-page.md',
    'media/01.mp4',
    '/etc/passwd',
    '01-first-page.md:3: video: /etc/passwd must be a path inside',
  ],
  [
    'lectures/01-first-page.md',
    'media/01.mp4',
    '../../../../etc/passwd',
    '01-first-page.md:3: video: ../../../../etc/passwd must be',
  ],
  [
    'lectures/01-first-page.md',
    'media/01.mp4',
    'link.mp4',
    '01-first-page.md:3: video: link.mp4 is outside the imported',
  ],
  ['lectures/01-first-page.md', 'media/01.mp4', 'fake.mp4', '01-first-page.md:3: video: fake.mp4 is not an MP4 video'],
  ['lectures/01-first-page.md', 'media/01.mp4', 'cut.mp4', '01-first-page.md:3: video: cut.mp4 is incomplete'],
  [
    'lectures/01-first-page.md',
    'media/01.vtt',
    'fake.vtt',
    '01-first-page.md:4: captions: fake.vtt is not a WebVTT or SubRip file',
  ],
  [
    'lectures/01-first-page.md',
    'files/checklist.pdf',
    'fake.pdf',
    '01-first-page.md:10: attachments: fake.pdf is not a PDF',
  ],
  [
    'lectures/01-first-page.md',
    'sub_lectures:\n',
    'sub_lectures: one\nx:\n',
    '01-first-page.md:5: sub_lectures must be a list',
  ],
  [
    'lectures/01-first-page.md',
    'answer: Page one',
    'answer: Page three',
    '01-first-page.md:16: practice question 1: answer must be one of the options, word for word',
  ],
  [
    'lectures/01-first-page.md',
    '    rationale: One comes before two.\n',
    '',
    '01-first-page.md:12: practice, item 1, rationale',
  ],
  [
    'lectures/01-first-page.md',
    '- Page two',
    '- Page one',
    '01-first-page.md:15: practice question 1: this option is the same',
  ],
  [
    'lectures/02-last-page.md',
    'video: media/02.mp4\n',
    'video: media/02.mp4\nlaw:\n  as_of: 2026-02-30\n',
    '02-last-page.md:5: law, as_of must be a date that exists: February 2026 has 28 days',
  ],
  [
    'lectures/02-last-page.md',
    'video: media/02.mp4\n',
    'video: media/02.mp4\nlaw:\n  look_again_by: 2027-01-01\n',
    '02-last-page.md:4: law, as_of',
  ],
  [
    'lectures/02-last-page.md',
    'video: media/02.mp4\n',
    'video: media/02.mp4\nlaw:\n  as_of: 2026-03-01\n  look_again_by: 2026-03-01\n',
    '02-last-page.md:6: law, look_again_by must be later than the date of the last review',
  ],
  [
    'lectures/02-last-page.md',
    'video: media/02.mp4\n',
    'video: media/02.mp4\nlaw:\n  as_of: 2026-03-01\n  sources:\n    - name: Rule 35\n      link: http://example.com/\n',
    '02-last-page.md:8: law, sources, item 1, link must be a web address that starts with https://',
  ],
  [
    'lectures/02-last-page.md',
    'video: media/02.mp4\n',
    'video: media/02.mp4\nlaw:\n  as_of: 2026-03-01\n  sources:\n    - link: https://example.com/\n',
    '02-last-page.md:7: law, sources, item 1, name',
  ],
  [
    'examination.yaml',
    'question: Question 2?',
    'question: "Which page, is FIRST?"',
    'examination.yaml:9: question 2 is also a practice question in a lecture',
  ],
  ['examination.yaml', '      - "1"\n', '      - No\n', 'examination.yaml:6: question 1: this option is the same'],
  ['examination.yaml', '      - "2"\n', '', 'examination.yaml:10: questions, item 2, options must have at least two'],
  [
    'examination.yaml',
    'Question 2?',
    'Question 1?',
    'examination.yaml:9: question 2 is the same as an earlier question',
  ],
])('rejects %s with %j changed to %j', async (file, right, wrong, message) => {
  const { root, course } = await handWritten({ [file]: (text) => text.replace(right, wrong) })
  await symlink('/etc/passwd', path.join(course, 'link.mp4'))
  for (const fake of ['fake.mp4', 'fake.vtt', 'fake.pdf'])
    await writeFile(path.join(course, fake), '<html>not what it says</html>')
  await writeFile(path.join(course, 'cut.mp4'), (await readFile(`${LECTURE}.mp4`)).subarray(0, 40))

  const { said } = await importing(root)

  expect(said.join('\n')).toContain(
    `courses/reading-a-record/${path.dirname(file) === '.' ? '' : 'lectures/'}${message}`,
  )
  expect(Object.values(await fingerprint()).flat()).toEqual([])
})

test('does not follow a symbolic link to another folder', async () => {
  const { root, course: own } = await handWritten()
  const { course } = await handWritten()
  await symlink(course, path.join(root, 'courses/stolen'))
  const video = path.join(own, 'media/01.mp4')
  await rm(video)
  await symlink(path.join(course, 'media/01.mp4'), video)
  const { said } = await importing(root)
  expect(said).toContain('courses/stolen/course.md: is outside the imported folder')
  const page = 'courses/reading-a-record/lectures/01-first-page.md'
  expect(said).toContain(`${page}:3: video: media/01.mp4 is outside the imported folder`)
})

test('reads a link to a file in the folder like that file, and reports a link that leads nowhere or outside', async () => {
  const { root } = await handWritten()
  await mkdir(path.join(root, 'site'))
  await writeFile(path.join(root, 'site/shared.yaml'), 'name: Linked Academy\n')
  await symlink('site/shared.yaml', path.join(root, 'site.yaml'))
  expect((await importing(root)).said).not.toContainEqual(expect.stringContaining('site.yaml'))
  expect(await rows('select settings from site_settings')).toMatchObject([{ settings: { name: 'Linked Academy' } }])
  await symlink('/etc/hostname', path.join(root, 'terms.md'))
  await symlink('site/none.md', path.join(root, 'privacy.md'))
  const { said } = await importing(root)
  expect(said).toContain('terms.md: is a link, and its target is outside the imported folder')
  expect(said).toContain('privacy.md: is a link, and its target does not exist')
})

test('rejects the same name in two kinds, a misspelled kind, and an empty folder', async () => {
  const { root } = await handWritten()
  await mkdir(path.join(root, 'documents/reading-a-record'), { recursive: true })
  await mkdir(path.join(root, 'podcast'))
  const { said } = await importing(root)
  expect(said).toContain('podcast: unknown folder; did you mean podcasts?')
  expect(said.join('\n')).toContain('documents/reading-a-record: has the same name as courses/reading-a-record')

  expect((await importing(await scratch())).said.join('\n')).toContain('there is nothing to import here')
  await expect(importing('/nowhere/at/all')).rejects.toThrow('/nowhere/at/all is not a folder that this user can read.')
})

test.skipIf(isEveryChange)(
  'retires what the folder omits instead of deleting it, and restores it with the same id',
  async () => {
    const { root, course } = await handWritten()
    await importing(root)
    const before = await fingerprint()
    const second = path.join(course, 'lectures/02-last-page.md')
    const lecture = await readFile(second, 'utf8')
    await rm(second)
    const examination = path.join(course, 'examination.yaml')
    const questions = await readFile(examination, 'utf8')
    await writeFile(examination, questions.replace('Question 5?', 'Question 6?'))

    await importing(root)
    expect(await rows('select slug from lectures where retired_at is not null')).toEqual([{ slug: 'last-page' }])
    expect(await rows('select question from questions where retired_at is not null')).toEqual([
      { question: 'Question 5?' },
    ])
    expect(await rows('select question from questions where retired_at is null')).toHaveLength(5)

    await writeFile(second, lecture)
    await writeFile(examination, questions)
    await importing(root)
    expect(await rows('select slug from lectures where retired_at is not null')).toEqual([])
    expect((await fingerprint())['lectures']).toEqual(before['lectures'])
    expect(await rows('select question from questions where retired_at is not null')).toEqual([
      { question: 'Question 6?' },
    ])
  },
)

test('ends two concurrent imports in one result', async () => {
  const { root } = await handWritten()
  await Promise.all([importing(root), importing(root), importing(root)])
  expect(await rows('select * from lectures')).toHaveLength(2)
  expect(await rows('select * from questions')).toHaveLength(5)
  expect(await rows('select * from attachments')).toHaveLength(1)
})

test('does not replace a course with a document of the same name', async () => {
  const { root } = await handWritten()
  await importing(root)
  const other = await scratch()
  await mkdir(path.join(other, 'documents/reading-a-record'), { recursive: true })
  await cp(HANDOUT, path.join(other, 'documents/reading-a-record/a.pdf'))
  await writeFile(
    path.join(other, 'documents/reading-a-record/document.md'),
    '---\nname: A\nshort: B\nprice: 1\nfiles:\n  - name: C\n    file: a.pdf\n---\n\nD\n',
  )
  expect((await importing(other)).said).toEqual([
    'documents/reading-a-record/document.md:1: the academy already has a course named reading-a-record',
  ])
})

test("keeps a slug's kind from any source: a concurrent change is rejected with a message and leaves nothing", async () => {
  const { root } = await handWritten()
  await importing(root)
  const before = await fingerprint()
  const [course] = await rows<{ slug: string }>('select slug from products')
  const document = {
    slug: course?.slug ?? '',
    earlierAddresses: [],
    title: 'Another',
    shortDescription: '',
    fullDescription: '',
    priceCents: 0,
    position: 0,
    isPublished: true,
    cover: [],
  }
  const saved = saveInTransaction({ db: database.db, now: () => NOW }, new Map(), async (context) => {
    const saving = { ...context, by: OPERATOR }
    await saveProduct(saving, 'document', { ...document, slug: 'before-it' })
    await saveProduct(saving, 'document', document)
  })
  await expect(saved).rejects.toThrow(/the academy already has a course named [\w-]+/)
  expect(await fingerprint()).toEqual(before)
})

test('selects popular courses by folder name, and suggests the closest for an unknown one', async () => {
  const { root } = await handWritten()
  const [slug = ''] = await readdir(path.join(root, 'courses'))
  const choose = (chosen: string) => writeFile(path.join(root, 'site.yaml'), `popular_courses:\n  - ${chosen}\n`)
  await choose(`${slug}x`)
  const said = [`site.yaml: popular_courses: there is no course '${slug}x'; did you mean '${slug}'?`]
  expect(await importing(root)).toMatchObject({ said })
  expect(await rows('select * from products')).toEqual([])
  await choose(slug)
  expect(await importing(root)).toMatchObject({ said: [] })
})

test('finds a video whose name is in decomposed Unicode, and ignores files that Windows and macOS leave in folders', async () => {
  const composed = 'Übung 1.mp4'
  const { root, course } = await handWritten({
    'lectures/01-first-page.md': (text) => text.replace('media/01.mp4', `media/${composed}`),
    'lectures/02-last-page.md': (text) => text.replace('media/02.mp4', `media/${composed.normalize('NFD')}`),
  })
  await rename(path.join(course, 'media/01.mp4'), path.join(course, 'media', composed.normalize('NFD')))
  for (const clutter of ['Thumbs.db', 'desktop.ini', '._01-first-page.md', '.DS_Store', '~$01-first-page.docx'])
    for (const folder of [course, path.join(course, 'lectures'), path.join(root, 'courses')])
      await writeFile(path.join(folder, clutter), 'x')
  await mkdir(path.join(course, 'lectures/__MACOSX'))
  expect((await importing(root)).said).toEqual([])
  expect(await rows(`select distinct f.name from lectures l join files f on f.id = l.video_file_id`)).toEqual([
    { name: composed },
  ])
})
