import { expect, test } from 'vitest'
import { readPdf } from '../../../test/oracles/pdf.ts'
import { noteOnName } from './certificates.rules.ts'
import { certificatePdf } from './certificate.document.ts'

const ID = 'Q0tqv1mC0rB7n4PZc2o9JH6u3s5'
const USUAL = {
  id: ID,
  printedName: 'Nora Nightingale, RN, BSN',
  courseName: 'Defense Medical Exam Training',
  completedAt: new Date('2026-11-20T12:00:00Z'),
  issuedAt: new Date('2026-11-21T12:00:00Z'),
  timeZone: 'UTC',
  language: 'en-US',
  issuer: { name: 'Legal Nurse Academy', address: '100 Example Avenue, Springfield' },
  address: `https://academy.test/Certificate/${ID}`,
}

/** What pdftotext reads, without its layout. */
const words = (text: string) => text.replaceAll(/\s+/g, ' ')

test('it has a title, a language and tags, and a screen reader is told all of it', async () => {
  const { structure, about } = await readPdf(await certificatePdf(USUAL))
  expect(about).toMatch(/Title: +Certificate of completion: Defense Medical Exam Training\n/)
  expect(about).toMatch(/Tagged: +yes/)
  expect(words(structure)).toContain('H1 (block) "Certificate of Completion"')
  expect(words(structure)).toContain('P (block) "Nora Nightingale, RN, BSN"')
  expect(words(structure)).toContain(`Link (inline) "https://academy.test/Certificate/${ID}"`)
  expect(words(structure)).toContain('Figure')
})

test.each([
  ['names as long as the form takes', 'Wilhelmine '.repeat(27).trim(), 'What Nobody Tells You '.repeat(13).trim()],
  ['words that are wider than the page', 'A'.repeat(100), 'Sachverständigengutachtenbeobachtung'.repeat(3)],
])('%s are printed whole, on one page', async (_, printedName, courseName) => {
  const { text, about } = await readPdf(await certificatePdf({ ...USUAL, printedName, courseName }))
  expect(about).toMatch(/Pages: +1\n/)
  const printed = text.replaceAll(/\s+/g, '')
  expect(printed).toContain(printedName.replaceAll(' ', ''))
  expect(printed).toContain(courseName.replaceAll(' ', ''))
  expect(printed).toContain('CompletedonNovember20,2026')
})

test('what the typefaces lack leaves no empty box and no gap', async () => {
  const { text } = await readPdf(await certificatePdf({ ...USUAL, courseName: 'Exam 🩺 检查 Training' }))
  expect(text).toContain('Exam Training')
})

test('name and credentials are said to be stated by the holder', async () => {
  const printed = async (printedName: string) =>
    words((await readPdf(await certificatePdf({ ...USUAL, printedName }))).text)
  expect(await printed('Nora Nightingale, RN')).toContain('Name and credentials are stated by the holder.')
  expect(await printed('Nora Nightingale')).toContain('The name is stated by the holder.')
})

test.each([
  ['John Smith, Jr.', false],
  ['John Smith, III', false],
  ['John Smith, Jr., RN', true],
  ['John Smith, RN, BSN', true],
  ['John Smith, MD, Board Certified', true],
])('%s has credentials: %s', (printedName, hasThem) => {
  expect(noteOnName(printedName).includes('credentials')).toBe(hasThem)
})
