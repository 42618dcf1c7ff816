import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CANARY, excel, office, pdf, powerPoint, secretivePdf, word } from '../../../../test/canary-files.ts'
import { sharp } from '#platform/sharp.ts'
import { extractDocumentText } from './file-contents.service.ts'
import { prepareFile } from './file-preparation.service.ts'

async function prepared(name: string, content: Uint8Array, use: 'handout' | 'picture' = 'handout') {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-contents-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = path.join(folder, 'given')
  await writeFile(source, content)
  return prepareFile({ source, name, use, target: path.join(folder, 'arranged') }, 'ann')
}

test('reads the visible text of a Word document from where its package says, and warns about the rest', async () => {
  const text = await extractDocumentText(word)
  expect(text).not.toContain(CANARY)
  expect(text?.replaceAll(/\s+/g, ' ').trim()).toBe('The patient was stable Seen the form A box Fees & hours <due>')
  expect(await prepared('notes.docx', word)).toMatchObject({
    words: 12,
    warnings: [{ message: expect.stringContaining('contains deleted text, hidden text, and comments, which') }],
  })
})

test.each([
  ['table.xlsx', excel, 'comments, hidden sheets, and hidden rows or columns'],
  ['slides.pptx', powerPoint, 'speaker notes and hidden slides'],
])('warns the author of %s about hidden content', async (name, content, hidden) => {
  expect(await prepared(name, content)).toMatchObject({
    warnings: [{ message: expect.stringContaining(`contains ${hidden}, which`) }],
  })
  expect(await prepared(name.replace(/\w+$/, 'docx'), content)).toEqual({
    wrong: expect.stringContaining('is not a Word document'),
  })
})

test('rejects a picture that is too tall or damaged with the reason, and other content by its actual type', async () => {
  const picture = (width: number, height: number) =>
    sharp()({ create: { width, height, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
  expect(await prepared('tall.png', await picture(40, 20_000), 'picture')).toEqual({
    wrong: expect.stringContaining('is too tall: it is 40 × 20000 pixels'),
  })
  const whole = await picture(300, 300)
  expect(await prepared('plan.png', whole)).toMatchObject({ contentType: 'image/png' })
  expect(await prepared('plan.png', whole.subarray(0, whole.length - 40))).toEqual({
    wrong: expect.stringContaining('is damaged or incomplete'),
  })
  const photo = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), Buffer.alloc(500)])
  expect(await prepared('photo.jpg', photo, 'picture')).toEqual({
    wrong: 'is not a JPEG image: it is a HEIC image from an iPhone. Export it as JPEG',
  })
  expect(await prepared('plan.pdf', whole)).toEqual({ wrong: 'is not a PDF file: its content is a PNG image' })
})

test("counts a PDF's visible pages, whatever precedes its header", async () => {
  expect(await prepared('three.pdf', pdf(3))).toMatchObject({ pages: 3 })
  const lying = Buffer.from(pdf(3).toString('latin1').replace('/Count 3/', '/Count 999/'))
  expect(await prepared('lying.pdf', lying)).toMatchObject({ pages: 3 })
  expect(await prepared('secretive.pdf', secretivePdf)).toMatchObject({
    warnings: [{ message: expect.stringContaining('text that its pages don’t show') }],
  })
  expect(await prepared('mark.pdf', pdf(2, '\u00ef\u00bb\u00bf'))).toMatchObject({ pages: 2 })
  expect(await prepared('far.pdf', pdf(2, 'x'.repeat(2000)))).toEqual({ wrong: 'is not a PDF file' })
  expect(await prepared('broken.pdf', Buffer.from('%PDF-1.7 and nothing more'))).toMatchObject({
    warnings: [{ message: expect.stringContaining('can’t be opened here') }],
  })
})

test.each([
  ['with deep nesting', '<w:p>'.repeat(200_000)],
  ['without an end', '<'.repeat(500_000)],
  ['with an endless attribute', `<w:t ${'a="b" '.repeat(100_000)}`],
  [
    'with many fields',
    '<w:r><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/><w:t>x</w:t></w:r>'.repeat(10_000),
  ],
])('reads a Word document %s in time', async (_, body) => {
  const used = process.cpuUsage()
  await extractDocumentText(office('word/document.xml', `<w:document>${body}`))
  expect(process.cpuUsage(used).user / 1e6).toBeLessThan(5)
})
