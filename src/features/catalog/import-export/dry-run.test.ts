import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFolderFiles } from '#platform/files/folder-files.ts'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR, readEventKinds } from '../../../../test/harness/audit.ts'
import { readAllFiles, readAllRows } from '../../../../test/harness/stored-data.ts'
import { HANDOUT, writeCourse } from '../../../../test/harness/hand-written-course.ts'
import { importFolder } from './import.service.ts'
import { formatReport } from './import-reports.rules.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

/**
 * Starts an academy with its own files, and creates a folder for it that contains a course, a document, and settings.
 */
async function academyAndFolder() {
  const root = await mkdtemp(path.join(tmpdir(), 'academy-dry-run-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const store = path.join(root, 'files')
  const { deps, pool } = await testAcademy({ change: (given) => ({ ...given, files: createFolderFiles(store) }) })
  const folder = path.join(root, 'folder')
  const course = await writeCourse(folder)
  await writeDocument(folder, 'terms-glossary', 'Glossary of Terms')
  await writeFile(path.join(folder, 'site.yaml'), 'name: Night School\n')
  const importing = async (isDryRun: boolean) => {
    const result = await importFolder(deps, folder, OPERATOR, { isDryRun })
    if ('problems' in result) throw new Error(JSON.stringify(result.problems))
    return formatReport(result.report, isDryRun).split('\n')
  }
  const everything = async () => {
    const rows = Object.fromEntries(await readAllRows(pool))
    // pg-boss updates these rows at any time, and adds jobs of its own at scheduled times.
    delete rows['pgboss.queue']
    delete rows['pgboss.version']
    const jobs = rows['pgboss.job_common']?.split('\n').filter((line) => !line.includes('__pgboss__send-it'))
    delete rows['pgboss.job_common']
    if (jobs && jobs.length > 0) rows['pgboss.job_common'] = jobs.join('\n')
    return { rows, files: await readAllFiles(store).catch(() => 'none') }
  }
  return { deps, pool, folder, course, importing, everything }
}

async function writeDocument(folder: string, slug: string, name: string): Promise<void> {
  const at = path.join(folder, 'documents', slug)
  await cp(HANDOUT, path.join(at, 'a.pdf'), { recursive: true })
  const facts = `name: ${name}\nshort: Every term.\nprice: 9\nfiles:\n  - name: Glossary (PDF)\n    file: a.pdf\n`
  await writeFile(path.join(at, 'document.md'), `---\n${facts}---\n\nFrom A to Z.\n`)
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  expect(text).toContain(from)
  await writeFile(file, text.replace(from, to))
}

test.skipIf(isEveryChange)(
  'reports text that readers will not see by file and line, and rejects text that takes too long there',
  async () => {
    const { deps, folder, importing } = await academyAndFolder()
    const file = path.join(folder, 'documents', 'terms-glossary', 'document.md')
    await change(
      file,
      'From A to Z.',
      '| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n![Plan](https://x.example/a.png)\n\nBP < 120, ~5~10, <b>',
    )
    const course = path.join(folder, 'courses', 'reading-a-record', 'course.md')
    await change(
      course,
      'price:',
      'common_questions:\n  - question: Why?\n    reply: |\n      Because.\n\n      ![Plan](https://x.example/b.png)\nprice:',
    )
    const lineIn = async (of: string, words: string) =>
      (await readFile(of, 'utf8')).split('\n').findIndex((line) => line.includes(words)) + 1
    const expected = [
      `  courses/reading-a-record/course.md:${await lineIn(course, 'b.png')}: the image https://x.example/b.png is shown as a link: only images from this academy, at /images/…, are shown`,
      `  documents/terms-glossary/document.md:${await lineIn(file, 'a.png')}: the image https://x.example/a.png is shown as a link: only images from this academy, at /images/…, are shown`,
      `  documents/terms-glossary/document.md:${await lineIn(file, '<b>')}: <b> is HTML, which is shown as typed: write it in Markdown`,
    ]
    expect((await importing(true)).slice(-4)).toEqual(['Please check these files:', ...expected])
    expect((await importing(false)).slice(-4)).toEqual(['Please check these files:', ...expected])
    await change(file, '| a | b |', `${'> '.repeat(30)}deep\n\n| a | b |`)
    expect(await importFolder(deps, folder, OPERATOR)).toEqual({
      problems: [
        {
          file: 'documents/terms-glossary/document.md',
          line: await lineIn(file, 'deep'),
          message: 'this text has too many nested lists or quotes. Please simplify it',
        },
      ],
    })
  },
)

test('reports in a dry run what an import then does, and leaves database and files unchanged', async () => {
  const { pool, folder, course, importing, everything } = await academyAndFolder()
  const empty = await everything()
  const lines = [
    '  new        courses/reading-a-record',
    '  new        documents/terms-glossary',
    '  new        site.yaml',
  ]
  const dry = ['Dry run: nothing was stored. Importing 1 course, 0 podcasts, 1 document would change:', ...lines]
  expect(await importing(true)).toEqual(dry)
  expect(await everything()).toEqual(empty)
  expect(await importing(false)).toEqual(['Imported 1 course, 0 podcasts, 1 document.', ...lines])
  expect(await importing(false)).toEqual([
    'Imported 1 course, 0 podcasts, 1 document.',
    '  unchanged  2 products, site.yaml',
  ])
  expect(await readEventKinds(pool)).toEqual(['academy.imported', 'academy.imported'])

  await change(path.join(course, 'course.md'), 'price: 149', 'price: 99')
  await change(path.join(course, 'examination.yaml'), 'Because.', 'Because it is.')
  await change(path.join(course, 'lectures/02-last-page.md'), 'What the last', 'All that the last')
  await rename(path.join(course, 'lectures/01-first-page.md'), path.join(course, 'lectures/01-page-one.md'))
  await change(path.join(folder, 'site.yaml'), 'Night', 'Day')
  const before = await everything()
  const changes = [
    '  changed    courses/reading-a-record',
    '               price: 149.00 → 99.00',
    '               lectures (new: page-one; changed: last-page; no longer shown: first-page; was first-page renamed to page-one? To keep members’ progress, rename the file back, or give it its former id)',
    '               examination',
    '  changed    site.yaml',
    '               name: Night School → Day School',
    '  unchanged  1 product',
  ]
  expect((await importing(true)).slice(1)).toEqual(changes)
  expect(await everything()).toEqual(before)
  expect((await importing(false)).slice(1)).toEqual(changes)
  expect((await importing(true)).slice(1)).toEqual(['  unchanged  2 products, site.yaml'])
})

test.skipIf(isEveryChange)('reports what the folder omits, with the new product it may have become', async () => {
  const { deps, folder, importing } = await academyAndFolder()
  await writeDocument(folder, 'other-papers', 'Other Papers')
  await writeFile(
    path.join(folder, 'documents/other-papers/a.pdf'),
    `${await readFile(HANDOUT, 'latin1')}%\n`,
    'latin1',
  )
  await importing(false)
  await rename(path.join(folder, 'documents/terms-glossary'), path.join(folder, 'documents/all-terms'))
  await rename(path.join(folder, 'courses/reading-a-record'), path.join(folder, 'courses/reading-records'))
  await change(path.join(folder, 'courses/reading-records/course.md'), 'Reading a Record', 'Reading Records')
  await rm(path.join(folder, 'documents/other-papers'), { recursive: true })
  const printed = await importing(true)
  expect(printed.slice(1)).toEqual([
    '  new        courses/reading-records',
    '  new        documents/all-terms',
    '  unchanged  site.yaml',
    'In the academy but not in this folder (unchanged):',
    "  missing    courses/reading-a-record: renamed? courses/reading-records is new and has its files. Members who have reading-a-record do not have access to reading-records. If it is the same product, restore the folder's old name",
    "  missing    documents/terms-glossary: renamed? documents/all-terms is new and has the same name. Members who have terms-glossary do not have access to all-terms. If it is the same product, restore the folder's old name",
    '  missing    documents/other-papers',
  ])
  expect((await importing(false)).slice(1)).toEqual(printed.slice(1))
  // Importing a single product doesn't affect other products.
  const one = await importFolder(deps, path.join(folder, 'documents/all-terms'), OPERATOR, { isDryRun: true })
  expect(one).toMatchObject({ report: { missing: [], products: [{ slug: 'all-terms', outcome: 'unchanged' }] } })
})

test('reports errors in a dry run and stores nothing', async () => {
  const { deps, folder, course, everything } = await academyAndFolder()
  await change(path.join(course, 'course.md'), 'price: 149', 'price: 1.299,00')
  const before = await everything()
  expect(await importFolder(deps, folder, OPERATOR, { isDryRun: true })).toMatchObject({
    problems: [{ file: 'courses/reading-a-record/course.md', line: 4 }],
  })
  expect(await everything()).toEqual(before)
})

test.skipIf(isEveryChange)(
  'stores a video with its index moved to the front, and changes nothing when it is imported again',
  async () => {
    const { deps, course, importing, everything } = await academyAndFolder()
    const given = await readFile('test/recordings/index-at-end.mp4')
    await writeFile(path.join(course, 'media/02.mp4'), given)
    await importing(false)
    const { rows } = await deps.db.execute<{ sha256: string }>(`select sha256 from files where name = '02.mp4'`)
    const stored = await readFile(
      path.join(deps.files.delivery.from === 'disk' ? (deps.files.delivery.path(rows[0]?.sha256 ?? '') ?? '') : ''),
    )
    expect(stored.indexOf('moov')).toBeLessThan(stored.indexOf('mdat'))
    expect(stored).toHaveLength(given.length)
    expect(await readFile(path.join(course, 'media/02.mp4'))).toEqual(given)
    const { files } = await everything()
    expect((await importing(false)).slice(1)).toEqual(['  unchanged  2 products, site.yaml'])
    expect((await everything()).files).toEqual(files)
  },
)

test.skipIf(isEveryChange)(
  'rejects an import too large for the disk before the first byte, also in a dry run',
  async () => {
    const { deps, folder, everything } = await academyAndFolder()
    const before = await everything()
    // In addition to the 200 MB that an import keeps free, only 100 KB are free.
    const files = { ...deps.files, free: () => Promise.resolve(200_100_000) }
    for (const isDryRun of [true, false])
      await expect(importFolder({ ...deps, files }, folder, OPERATOR, { isDryRun })).rejects.toThrow(
        /^The disk does not have enough space: \d MB must be written, 200 MB must stay free for the database, and 201 MB is free now[.] Nothing was stored[.]/,
      )
    expect(await everything()).toEqual(before)
    await importFolder(deps, folder, OPERATOR)
    // Importing the same folder again writes no files, so the free space doesn't matter.
    expect(await importFolder({ ...deps, files }, folder, OPERATOR)).toMatchObject({ courses: 1 })
  },
)

test.runIf(process.platform === 'linux')('rejects an import on a full disk', async () => {
  const { deps, folder } = await academyAndFolder()
  const full = { ...deps, files: createFolderFiles('/proc/self/files') }
  await expect(importFolder(full, folder, OPERATOR)).rejects.toThrow('and 0 MB is free now. Nothing was stored.')
})
