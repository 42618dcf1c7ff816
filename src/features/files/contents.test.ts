import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { textOfDocument } from './contents.service.ts'
import { prepareFile } from './preparing.service.ts'

const CANARY = 'Quagmire'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (targets: Record<string, string>) =>
  `<Relationships>${Object.entries(targets)
    .map(([type, target]) => `<Relationship Type="${RELATIONS}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** An Office file with the canary in its properties; `parts` come behind the main one. */
function office(main: string, content: string, parts: Record<string, string> = {}): Uint8Array {
  const files = {
    mimetype: 'odd',
    'docProps/core.xml': `<cp:coreProperties><dc:creator>${CANARY}</dc:creator></cp:coreProperties>`,
    '_rels/.rels': relations({ 'metadata/core-properties': 'docProps/core.xml', officeDocument: `/${main}` }),
    [main]: `<?xml version="1.0"?>${content}`,
    ...parts,
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
}

const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
const field = (instruction: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r>${run(CANARY)}<w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

const word = office(
  'word/document2.xml',
  `<w:document xmlns:w="x"><w:body>
    <w:p><w:del>${run(CANARY)}<w:r><w:delText>${CANARY}</w:delText></w:r></w:del><w:ins>${run('The patient')}</w:ins>${run(' was stable', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')}.</w:p>
    <w:p><w:moveFrom>${run(CANARY)}</w:moveFrom>${run(CANARY, '<w:vanish/>')}${run(CANARY, '<w:rStyle w:val="Secret"/>')}${run('Seen', '<w:rStyle w:val="Secret"/><w:vanish w:val="0"/>')}</w:p>
    <w:p><w:pPr><w:pStyle w:val="SecretParagraph"/></w:pPr>${run(CANARY)}</w:p>
    <w:p>${field(`HYPERLINK "https://${CANARY}"`, 'the form')}</w:p>
    <w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p>${run(CANARY)}</w:p></w:tc></w:tr></w:tbl>
    <w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p>${run('A box')}</w:p></w:txbxContent></mc:Choice><mc:Fallback><w:p>${run(CANARY)}</w:p></mc:Fallback></mc:AlternateContent></w:r></w:p>
    <w:p><w:r><w:commentReference/></w:r>${run('Fees &amp; hours &lt;due&gt;')}</w:p>
  </w:body></w:document>`,
  {
    'word/_rels/document2.xml.rels': relations({
      styles: 'styles.xml',
      comments: 'comments.xml',
      header: 'header1.xml',
    }),
    'word/styles.xml': `<w:styles><w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="SecretParagraph"><w:basedOn w:val="Base"/></w:style><w:style w:type="paragraph" w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`,
    'word/comments.xml': `<w:comments><w:comment><w:p>${run(CANARY)}</w:p></w:comment></w:comments>`,
    'word/header1.xml': `<w:hdr><w:p>${run(CANARY)}</w:p></w:hdr>`,
  },
)
const excel = office(
  'xl/workbook.xml',
  `<workbook><sheets><sheet name="${CANARY}" state="hidden"/></sheets></workbook>`,
  {
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row hidden="1"/></sheetData></worksheet>`,
    'xl/comments1.xml': `<comments><comment><t>${CANARY}</t></comment></comments>`,
  },
)
const powerPoint = office('ppt/presentation.xml', '<p:presentation/>', {
  'ppt/slides/slide1.xml': `<p:sld show="0">${CANARY}</p:sld>`,
  'ppt/notesSlides/notesSlide1.xml': `<p:notes>${CANARY}</p:notes>`,
})

const pdf = (pages: number, before = '') =>
  Buffer.from(
    `${before}%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n9 0 obj<</Type/Pages/Count 300/Kids[]>>endobj\n2 0 obj<</Type/Pages/Count ${pages}/Kids[${'3 0 R '.repeat(pages)}]>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>`,
  )

async function prepared(name: string, content: Uint8Array) {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-contents-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = path.join(folder, 'given')
  await writeFile(source, content)
  return prepareFile({ source, name, use: 'handout', target: path.join(folder, 'arranged') }, 'ann')
}

test('of a Word document what Word shows is read, from where its package says, and its author is told of the rest', async () => {
  const text = await textOfDocument(word)
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
])('the author of %s is told what it holds besides what it shows', async (name, content, hidden) => {
  expect(await prepared(name, content)).toMatchObject({
    warnings: [{ message: expect.stringContaining(`contains ${hidden}, which`) }],
  })
  expect(await prepared(name.replace(/\w+$/, 'docx'), content)).toEqual({
    wrong: expect.stringContaining('is not a Word document'),
  })
})

test('a PDF has the pages that programs show, whatever lies before its header', async () => {
  expect(await prepared('three.pdf', pdf(3))).toMatchObject({ pages: 3 })
  expect(await prepared('mark.pdf', pdf(2, '\u00ef\u00bb\u00bf'))).toMatchObject({ pages: 2 })
  expect(await prepared('far.pdf', pdf(2, 'x'.repeat(2000)))).toEqual({ wrong: 'is not a PDF file' })
  expect(await prepared('broken.pdf', Buffer.from('%PDF-1.7 and nothing more'))).toMatchObject({
    warnings: [{ message: expect.stringContaining('can’t be opened here') }],
  })
})

test.each([
  ['nested deeply', '<w:p>'.repeat(200_000)],
  ['without an end', '<'.repeat(500_000)],
  ['with an attribute that goes on', `<w:t ${'a="b" '.repeat(100_000)}`],
  [
    'with many fields',
    '<w:r><w:fldChar w:fldCharType="begin"/><w:fldChar w:fldCharType="separate"/><w:t>x</w:t></w:r>'.repeat(10_000),
  ],
])('a Word document %s is read in time', async (_, body) => {
  const used = process.cpuUsage()
  await textOfDocument(office('word/document.xml', `<w:document>${body}`))
  expect(process.cpuUsage(used).user / 1e6).toBeLessThan(5)
})
