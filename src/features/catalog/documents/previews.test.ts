import { cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { importFolder } from '#features/catalog/import-export/import.public.ts'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'
import { OPERATOR } from '../../../../test/harness/audit.ts'
import { DEMO_FOLDER, loadDemo } from '../../../../test/harness/demo-academy.ts'
import { renderPreviews } from './previews.service.ts'
import { isEveryChange } from '../../../../test/harness/long-test.ts'

const KIT = '/Academy/api/document/dme-observer-starter-kit/'

async function academyWithDocument(part: string) {
  const academy = await testAcademy()
  await loadDemo(academy.deps, part)
  return academy
}

test("shows visitors a document's file types, lengths, and first-page previews, never the file itself", async () => {
  const { deps, as, app } = await academyWithDocument('documents/dme-observer-starter-kit')
  const before = await as(undefined).get(KIT)
  expect(before.body.inside.map(({ preview_url: url }: Record<string, unknown>) => url)).toEqual([null, null, null])
  expect(await renderPreviews(deps)).toBe(2)
  expect(await renderPreviews(deps)).toBe(0)

  const { body, text } = await as(undefined).get(KIT)
  const picture = expect.stringMatching(/^\/images\/[0-9a-f-]{36}\/first-page-[0-9a-f]{12}\.webp$/)
  expect(body.inside).toEqual([
    { name: 'Engagement and Conflict Checklist', format: 'PDF', pages: 1, preview_url: picture, sample_page_url: null },
    { name: 'DME Day Field Kit Checklist', format: 'PDF', pages: 1, preview_url: picture, sample_page_url: null },
    { name: 'Observation Worksheet', format: 'Word', pages: null, preview_url: null, sample_page_url: null },
  ])
  expect(text).not.toMatch(/\/media\/|\.pdf|\.docx/)
  const drawn = await app.inject({ url: body.inside[0].preview_url })
  expect(drawn.headers['content-type']).toBe('image/webp')
  const { width, height } = await sharp(drawn.rawPayload).metadata()
  // The preview is too small to read.
  expect([width, height]).toEqual([320, 414])
  const { channels } = await sharp(drawn.rawPayload).stats()
  // The page is not blank.
  expect(channels[0]?.stdev).toBeGreaterThan(10)
})

test.skipIf(isEveryChange)("keeps a document's previews when it is saved again", async () => {
  const { deps, as } = await academyWithDocument('documents/dme-observer-starter-kit')
  await renderPreviews(deps)
  const { body } = await as(undefined).get(KIT)
  await loadDemo(deps, 'documents/dme-observer-starter-kit')
  expect((await as(undefined).get(KIT)).body.inside).toEqual(body.inside)
  expect(await renderPreviews(deps)).toBe(0)
})

test.skipIf(isEveryChange)(
  "leaves a PDF that can't be rendered without a preview, blocks nothing, logs it once, and shows it in the studio until it is fixed",
  async () => {
    const { deps, pool, as, member, setTime } = await academyWithDocument('documents/exam-test-quick-reference')
    const SHA =
      'select f.id, f.sha256, product_id from files f join document_files on f.id = file_id where position = 0'
    const [sound] = (await pool.query(SHA)).rows
    const change = (sha256: string) => pool.query('update files set sha256 = $1 where id = $2', [sha256, sound.id])
    const broken = await deps.files.put(Buffer.from(`%PDF-1.4\n${'x'.repeat(4_000)}`))
    await change(broken.sha256)
    const logged: unknown[][] = []
    const log = { ...deps.log, warn: (...words: unknown[]) => void logged.push(words) }
    const draw = () => renderPreviews({ ...deps, log })
    const pictures = async () =>
      (await pool.query('select preview_file_id, sample_file_id from document_files order by position')).rows
    const owner = as(await member({ role: 'owner' }))
    const undrawn = async () => {
      const { body } = await owner.get(`/Academy/api/studio/products/${sound.product_id}/`)
      return body.files.map(({ is_undrawn: is }: Record<string, unknown>) => is ?? false)
    }
    expect(await undrawn()).not.toContain(true)

    expect(await draw()).toBe(1)
    expect(await draw()).toBe(0)
    const slug = 'exam-test-quick-reference'
    expect(logged).toEqual([
      [
        { err: expect.any(Error), fileId: sound.id, document: slug },
        expect.stringMatching(
          /^the first page of .+[.]pdf, in the document exam-test-quick-reference, can’t be rendered$/,
        ),
      ],
    ])
    expect(await pictures()).toEqual([
      { preview_file_id: null, sample_file_id: null },
      { preview_file_id: expect.any(String), sample_file_id: null },
    ])
    expect((await undrawn()).filter(Boolean)).toEqual([true])

    setTime(new Date(Date.now() + 2 * 3_600_000))
    expect(await draw()).toBe(0)
    expect(logged).toHaveLength(1)
    await change(sound.sha256)
    setTime(new Date(Date.now() + 4 * 3_600_000))
    expect(await draw()).toBe(2)
    expect((await pictures())[0]).toEqual({ preview_file_id: expect.any(String), sample_file_id: expect.any(String) })
  },
)

test("publishes the first page of the first PDF at the author's request, and removes it when withdrawn", async () => {
  const { deps, as, app, folder } = await academyWithDocument('documents/exam-test-quick-reference')
  await renderPreviews(deps)
  const GUIDE = '/Academy/api/document/exam-test-quick-reference/'
  const { body } = await as(undefined).get(GUIDE)
  expect(body.inside).toMatchObject([
    { sample_page_url: expect.stringMatching(/sample-page-/) },
    { sample_page_url: null },
  ])
  const page = await sharp((await app.inject({ url: body.inside[0].sample_page_url })).rawPayload).metadata()
  expect([page.width, page.height]).toEqual([1000, 1294])

  const copy = path.join(folder, 'copy')
  await cp(
    path.join(DEMO_FOLDER, 'documents/exam-test-quick-reference'),
    path.join(copy, 'documents/exam-test-quick-reference'),
    {
      recursive: true,
    },
  )
  const file = path.join(copy, 'documents/exam-test-quick-reference/document.md')
  const facts = await readFile(file, 'utf8')
  await writeFile(file, facts.replace('sample_page: true\n', ''))
  expect(await importFolder(deps, copy, OPERATOR)).not.toHaveProperty('problems')
  expect((await as(undefined).get(GUIDE)).body.inside[0]).toMatchObject({
    preview_url: expect.any(String),
    sample_page_url: null,
  })

  await writeFile(file, facts.replace('sample_page: true', 'sample_page: maybe'))
  expect(await importFolder(deps, copy, OPERATOR)).toMatchObject({
    problems: [{ line: expect.any(Number), message: expect.stringContaining('must be true or false') }],
  })
  // The document asks for a sample page, but none of its files is a PDF.
  await writeFile(
    file,
    facts
      .replaceAll(/ {2}- name: [^\n]+\n {4}file: [^\n]+\.pdf\n/g, '')
      .replace('files:\n', 'files:\n  - name: Cover\n    file: cover.svg\n'),
  )
  expect(await importFolder(deps, copy, OPERATOR)).toMatchObject({
    problems: expect.arrayContaining([
      expect.objectContaining({ message: expect.stringContaining('none of the files is a PDF') }),
    ]),
  })
})
