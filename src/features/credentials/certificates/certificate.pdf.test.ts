import { expect, test } from 'vitest'
import { findUnprintableCharacters } from '#platform/typography.ts'
import { attachedTo, problemsOf, readPdf } from '../../../../test/oracles/pdf.ts'
import { getNameDisclaimer } from './certificates.rules.ts'
import { certificatePdf } from './certificate.pdf.ts'

const ID = 'Q0tqv1mC0rB7n4PZc2o9JH6u3s5'
const USUAL = {
  id: ID,
  printedName: 'Nora Nightingale, RN, BSN',
  courseName: 'Defense Medical Exam Training',
  passedAt: new Date('2026-11-19T12:00:00Z'),
  completedAt: new Date('2026-11-20T12:00:00Z'),
  issuedAt: new Date('2026-11-21T12:00:00Z'),
  timeZone: 'UTC',
  language: 'en-US',
  paper: 'letter' as const,
  issuer: { name: 'Legal Nurse Academy', address: '100 Example Avenue, Springfield' },
  address: `https://academy.test/Certificate/${ID}`,
  examined: { asked: 10, bank: 30, needed: 80 },
  contactHours: null,
}

/** The text that pdftotext reads, without layout. */
const words = (text: string) => text.replaceAll(/\s+/g, ' ')

test('has a title, a language, tags, and text for screen readers', async () => {
  const { structure, about } = await readPdf(await certificatePdf(USUAL))
  expect(about).toMatch(/Title: +Certificate of completion: Defense Medical Exam Training\n/)
  expect(about).toMatch(/Tagged: +yes/)
  expect(words(structure)).toContain('H1 (block) "Certificate of Completion"')
  expect(words(structure)).toContain('P (block) "Nora Nightingale, RN, BSN"')
  expect(words(structure)).toContain(`Link (inline) "https://academy.test/Certificate/${ID}"`)
  expect(words(structure)).toContain('Figure')
})

test('prints on one page of the paper in the settings', async () => {
  const { about, text } = await readPdf(await certificatePdf({ ...USUAL, paper: 'a4' }))
  expect(about).toMatch(/Pages: +1\n[^]*Page size: +841\S* x 595\S* pts \(A4\)/)
  expect(words(text)).toBe(words((await readPdf(await certificatePdf(USUAL))).text))
})

test.each([
  ['names of the maximum length', 'Wilhelmine '.repeat(27).trim(), 'What Nobody Tells You '.repeat(13).trim()],
  ['words wider than the page', 'A'.repeat(100), 'Sachverständigengutachtenbeobachtung'.repeat(3)],
])('prints %s in full on one page', async (_, printedName, courseName) => {
  const { text, about } = await readPdf(await certificatePdf({ ...USUAL, printedName, courseName }))
  expect(about).toMatch(/Pages: +1\n/)
  const printed = text.replaceAll(/\s+/g, '')
  expect(printed).toContain(printedName.replaceAll(' ', ''))
  expect(printed).toContain(courseName.replaceAll(' ', ''))
  expect(printed).toContain('CompletedonNovember20,2026')
})

test.each([
  'Nguyễn Thị Phương Uyển Đặng Quỳnh Như Hồ Ngọc Ẩn Trần, MSN, RN',
  'Παναγιώτα Χρυσοβαλάντη Παπαδημητρακοπούλου-Οικονόμου, RN',
  'Святослава-Анастасия Преображенская-Щербакова Ёлкина Їжак, RN',
  'Maximiliane-Wilhelmine Oxenstierna-Schwarzenberg de la Fuent, RN',
  'Łucja Óžuánçelō Ştefănescu Жанна Ελένη Ớn Ñandú Ægir ßtraße Ÿ',
])('prints %s above its line in at most two balanced lines', async (printedName) => {
  const pdf = await certificatePdf({ ...USUAL, printedName })
  const { text } = await readPdf(pdf)
  const printed = text.split('\n').map((line) => line.trim())
  const from = printed.indexOf('This is to certify that')
  const lines = printed.slice(from + 1, printed.indexOf('has completed the course and passed the examination for'))
  const name = lines.filter((line) => line !== '')
  expect(name.join(' ')).toBe(printedName)
  expect(name.length).toBeLessThanOrEqual(2)
  expect(Math.max(...name.map(({ length }) => length))).toBeLessThan(printedName.length * 0.7)
})

test('prints how the exam was graded, embeds the credential byte for byte, and passes PDF checks', async () => {
  const credential = JSON.stringify({ name: 'Łucja “Óž” Ελένη', proof: ['z4Yx'.repeat(500)] })
  const pdf = await certificatePdf({ ...USUAL, credential })
  const { text } = await readPdf(pdf)
  expect(words(text)).toContain('10 questions chosen at random from 30, 80% needed to pass')
  expect(text).toContain('credential.json')
  expect(await attachedTo(pdf, 'credential.json')).toBe(credential)
  expect(await problemsOf(pdf)).toBe('')
})

test('mentions no credential when there is none', async () => {
  const { text } = await readPdf(await certificatePdf(USUAL))
  expect(text).not.toMatch(/credential\b/i)
})

test('leaves no empty box or gap for characters that the typefaces lack', async () => {
  const { text } = await readPdf(await certificatePdf({ ...USUAL, courseName: 'Exam 🩺 检查 Training' }))
  expect(text).toContain('Exam Training')
})

test('says that name and credentials are stated by the holder', async () => {
  const printed = async (printedName: string) =>
    words((await readPdf(await certificatePdf({ ...USUAL, printedName }))).text)
  expect(await printed('Nora Nightingale, RN')).toContain('Name and credentials self-reported; identity not verified.')
  expect(await printed('Nora Nightingale')).toContain('Name self-reported; identity not verified.')
})

test.each([
  ['John Smith, Jr.', false],
  ['John Smith, III', false],
  ['John Smith, Jr., RN', true],
  ['John Smith, RN, BSN', true],
  ['John Smith, MD, Board Certified', true],
])('detects whether %s includes credentials: %s', (printedName, hasThem) => {
  expect(getNameDisclaimer(printedName).includes('credentials')).toBe(hasThem)
})

test('prints contact hours with the approval statement, licenses, a signature line, and the retention notice; otherwise says that there are none', async () => {
  const statement =
    'Provider approved by the California Board of Registered Nursing, Provider Number 12345, for 1.2 contact hours.'
  const contactHours = { approver: 'A board', statement, provider: '12345', hours: 1.2, needsLicense: true }
  const licenses = ['Registered nurse, California 123456']
  const { text, about } = await readPdf(await certificatePdf({ ...USUAL, contactHours, licenses }))
  const printed = words(text)
  for (const said of [
    'November 20, 2026, 1.2 contact hours',
    statement,
    'License: Registered nurse, California 123456.',
    'Signature of the provider',
    'retained by the licensee for a period of four years',
    'It is not a professional certification.',
  ])
    expect(printed).toContain(said)
  // The statement already contains the number.
  expect(printed).not.toContain('Provider number 12345.')
  expect(printed).not.toContain('No nursing contact hours')
  expect(about).toMatch(/Pages: +1\n/)
  const none = words((await readPdf(await certificatePdf(USUAL))).text)
  expect(none).toContain('No nursing contact hours are awarded.')
  expect(none).not.toContain('Signature')
})

test('keeps the longest statement, name, and licenses complete on one page', async () => {
  const statement = 'Approved by a board whose name is long. '.repeat(15).trim()
  const contactHours = { approver: 'A board', statement, provider: '12345', hours: 12.5, needsLicense: true }
  const licenses = Array.from({ length: 5 }, (_, at) => `Registered nurse, California ${100_000 + at}`)
  const printedName = 'Wilhelmine '.repeat(27).trim()
  const { text, about } = await readPdf(await certificatePdf({ ...USUAL, printedName, contactHours, licenses }))
  expect(about).toMatch(/Pages: +1\n/)
  expect(words(text)).toContain(statement)
  expect(words(text)).toContain('California 100004.')
})

test.each([
  'Παναγιώτα Χρυσοβαλάντη Παπαδημητρακοπούλου Οικονόμου Χατζηγεωργίου Κωνσταντινίδου, MSN, RN, LNCC, CCRN',
  'Святослава Анастасия Преображенская Щербакова Ёлкина Константинопольская, MSN, RN, LNCC, CCRN, FNP-BC',
  `${'A'.repeat(60)}, MSN, RN`,
  `${'Щ'.repeat(41)}, MSN, RN`,
])('starts no line of %s with a comma', async (printedName) => {
  const { text } = await readPdf(await certificatePdf({ ...USUAL, printedName }))
  expect(text.split('\n').filter((line) => /^\s*,/.test(line))).toEqual([])
  expect(text.replaceAll(/\s+/g, '')).toContain(printedName.replaceAll(' ', ''))
})

test('breaks a line before or after a license, never inside one', async () => {
  const contactHours = {
    approver: 'A board',
    statement: 'Approved.',
    provider: '12345',
    hours: 1.2,
    needsLicense: true,
  }
  const licenses = Array.from({ length: 5 }, (_, at) => `APRN FL 912345${at}`)
  const { text } = await readPdf(await certificatePdf({ ...USUAL, contactHours, licenses }))
  for (const license of licenses) expect(text.replaceAll('\u00A0', ' ')).toContain(license)
})

test.each(['Ǫlka Ɗanjuma, RN', 'Kɔfi Ŧhorvald-Ǭren', 'Keʻeaumoku ʼAbd Ḏḗm̃ Ễụợ', 'Nora Smith\u2011Jones'])(
  'prints %s completely in one typeface, although the default one lacks some characters',
  async (printedName) => {
    const pdf = await certificatePdf({ ...USUAL, printedName, courseName: printedName })
    const printed = words((await readPdf(pdf)).text).normalize('NFC')
    expect(printed.split(printedName.replace('\u2011', '-').normalize('NFC'))).toHaveLength(3)
    expect(findUnprintableCharacters(printedName, 'serif')).toEqual([])
    expect(await problemsOf(pdf)).toBe('')
  },
)
