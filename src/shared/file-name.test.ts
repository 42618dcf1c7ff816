import { expect, test } from 'vitest'
import { contentDisposition, toDistinctFileName, toFileName } from './file-name.ts'

test.each([
  ['Report 1.pdf', 'Report 1.pdf'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
  ['no\u202Egpj.exe\u0000', 'nogpj.exe'],
  ['Ends with dots...', 'Ends with dots'],
  ['CON', 'CON_'],
  ['con.pdf', 'con_.pdf'],
  ['LPT1.tar.gz', 'LPT1_.tar.gz'],
  ['Contents.pdf', 'Contents.pdf'],
  ['U\u0308bung.mp4', 'Übung.mp4'],
  ['***', ''],
  [`${'語'.repeat(200)}.docx`, `${'語'.repeat(48)}.docx`],
])('%j becomes a file called %j', (text, name) => {
  expect(toFileName(text)).toBe(name)
})

test('a shortened or changed name gets a tag', () => {
  expect(toDistinctFileName('Ethics', 'x1')).toBe('Ethics')
  expect(toDistinctFileName('C++ / §', 'x1')).toBe('C++ § (x1)')
  expect(toDistinctFileName('***', 'x1')).toBe('(x1)')
})

test('a header names a file in ASCII and in full', () => {
  expect(contentDisposition('attachment', 'Übung "1" 50%.pdf')).toBe(
    `attachment; filename="Ubung _1_ 50_.pdf"; filename*=UTF-8''%C3%9Cbung%20%221%22%2050%25.pdf`,
  )
})
