import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { withTemporaryFile } from '#platform/files/temporary-file.ts'
import { ACADEMY } from '#platform/sandbox.ts'
import { extractFileText } from './extract-file-text.service.ts'

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const readText = ({ content, contentType }: { content: Uint8Array; contentType: string }) =>
  withTemporaryFile(content, (source) => extractFileText({ source, contentType }, ACADEMY))
const wordFile = (xml: string) => zipSync({ 'word/document.xml': strToU8(xml) })

test('extracts a Word document by paragraph with its special characters', async () => {
  const content = wordFile('<w:p><w:t>Fees &amp; hours</w:t></w:p><w:p><w:t>are &lt;due&gt;.</w:t></w:p>')
  expect(await readText({ content, contentType: WORD })).toEqual([
    { seconds: null, page: null, body: 'Fees & hours are <due>.' },
  ])
})

test.each([
  ['a Word document that is not a ZIP', new Uint8Array(1_000), WORD],
  ['a ZIP without text', zipSync({ 'a.txt': strToU8('a') }), WORD],
  ['a Word document of 100 MB in 100 kB', wordFile(' '.repeat(100_000_000)), WORD],
])('extracts nothing from %s', async (_, content, contentType) => {
  expect(await readText({ content, contentType })).toEqual([])
})

test.each([
  ['a file that is not a PDF', strToU8('%PDF-1.7 nothing more')],
  ['nothing', new Uint8Array()],
])('rejects %s and reads the next file', async (_, content) => {
  await expect(readText({ content, contentType: 'application/pdf' })).rejects.toThrow(/PDF|format|file/i)
  expect(await readText({ content: wordFile('<w:t>Next.</w:t>'), contentType: WORD })).toHaveLength(1)
})
