import { readFile } from 'node:fs/promises'
import { utils, write } from '@e965/xlsx'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { testAcademy } from '../../../../test/harness/academy.ts'

type Mistake = { line: number | null; message: string }

/** A hospital's roster with a title above the columns, a hidden sheet, and names such as “Nightingale, Nora.” */
const ROSTER = 'test/samples/hospital-roster.xlsx'

async function createAcademyWithCourse() {
  const academy = await testAcademy()
  const owner = academy.as(await academy.member({ role: 'owner' }))
  const { slug: product } = await academy.course({ title: 'Depositions' })
  const enroll = async (file: Uint8Array, more: object = {}) => {
    const content = Buffer.from(file).toString('base64')
    return (await owner.post('/Academy/api/studio/enrolments/', { product, why: 'Spring class', content, ...more }))
      .body
  }
  const listNames = async () => {
    const { rows } = await academy.pool.query(
      `select first_name, last_name, credentials_after_name as credentials from members
       where email like '%@stmarys.example.com' order by email`,
    )
    return rows
  }
  return { ...academy, enroll, listNames }
}

const makeWorkbook = (rows: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx') =>
  new Uint8Array(
    write(
      { SheetNames: ['Nurses'], Sheets: { Nurses: utils.aoa_to_sheet(rows) } },
      { type: 'array', bookType, compression: true },
    ),
  )

test('reads a roster as a hospital keeps it: recognizes the columns by name and content, and skips one bad row', async () => {
  const { enroll, listNames } = await createAcademyWithCourse()
  const file = await readFile(ROSTER)
  const checked = await enroll(file, { only_check: true })
  expect(checked).toMatchObject({ granted: 39, made: 39, rejected: 1, ignored_sheets: ['Notes'] })
  expect(checked.columns).toEqual([
    { name: 'Employee', sample: 'Grace Hopper, RN, BSN', field: 'full_name' },
    { name: 'Lic. / Cred.', sample: 'RN', field: 'credentials' },
    { name: 'Contact', sample: 'nurse0@stmarys.example.com', field: 'email' },
    { name: 'Unit', sample: 'Unit 0', field: null },
    { name: 'Start', sample: expect.any(String), field: null },
  ])
  // The result of a formula was never stored, because no spreadsheet program has opened the file.
  expect(checked.mistakes).toEqual([{ line: 10, message: 'Email “”: Email is required.' }])
  expect(await listNames()).toEqual([])

  expect(await enroll(file)).toMatchObject({ granted: 0, rejected: 1 })
  expect(await listNames()).toEqual([])

  const enrolled = await enroll(file, { skip_mistakes: true })
  expect(enrolled.message).toContain('39 people now have access, all with new accounts.')
  expect(enrolled.message).toContain('1 row has a problem and was skipped.')
  expect(await listNames()).toEqual(
    expect.arrayContaining([
      { first_name: 'Grace', last_name: 'Hopper', credentials: 'RN' },
      { first_name: 'Nora A.', last_name: 'Nightingale', credentials: 'RN' },
    ]),
  )

  // The rejected rows, fixed, go in again. The column with the problem is ignored.
  const fixed = enrolled.rejected_csv.replace('RN,,', 'RN,nurse6@stmarys.example.com,')
  expect(await enroll(Buffer.from(fixed))).toMatchObject({ granted: 1, mistakes: [] })
})

test('uses the columns that a person chose', async () => {
  const { enroll, listNames } = await createAcademyWithCourse()
  const rows = [
    ['Who', 'Reach', 'Other'],
    ['Ida Wells', 'ida@stmarys.example.com', 'boss@stmarys.example.com'],
    ['Mary Seacole', 'mary@stmarys.example.com', 'boss@stmarys.example.com'],
  ]
  const file = makeWorkbook(rows)
  const asked = await enroll(file, { only_check: true })
  expect(asked.granted).toBe(0)
  expect(asked.mistakes.map(({ message }: Mistake) => message)).toEqual([
    'No column was recognized as the email. Choose the column with the emails.',
  ])
  expect(asked.columns).toHaveLength(3)
  expect(await enroll(file, { columns: ['full_name', 'email', null] })).toMatchObject({ granted: 2, mistakes: [] })
  expect((await listNames())[0]).toMatchObject({ first_name: 'Ida', last_name: 'Wells' })
})

test('reads an old workbook, and says what to do with one that it cannot read', async () => {
  const { enroll } = await createAcademyWithCourse()
  const rows = [['Email'], ['ida@stmarys.example.com'], ['IDA@stmarys.example.com'], [43_831]]
  const old = await enroll(makeWorkbook(rows, 'biff8'), { only_check: true })
  expect(old).toMatchObject({ granted: 1, rejected: 2 })
  expect(old.mistakes.map(({ line }: Mistake) => line)).toEqual([3, 4])
  const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(400, 7)])
  for (const [file, message] of [
    [zip, 'Open it in Excel and save it'],
    [makeWorkbook([]), 'This file is empty.'],
    [makeWorkbook([['Email'], ...Array.from({ length: 501 }, (_, n) => [`n${n}@example.com`])]), 'has 501 people'],
  ] as const)
    expect(JSON.stringify((await enroll(file)).mistakes)).toContain(message)
})

test('refuses a file with too many columns, and ignores empty ones', async () => {
  const { enroll } = await createAcademyWithCourse()
  const people = Array.from({ length: 500 }, () => ['x'])
  const wide = [['Email', ...Array.from({ length: 250 }, (_, n) => `C${n}`)], ...people]
  expect((await enroll(makeWorkbook(wide))).mistakes).toEqual([
    { line: 1, message: 'This file has 251 columns, and the maximum is 200. Remove those that you don’t need.' },
  ])
  const commas = `email${','.repeat(4_900)}\n${'x\n'.repeat(500)}`
  const { columns, rejected_csv: csv } = await enroll(Buffer.from(commas), { only_check: true })
  expect([columns.length, csv.length < 100_000]).toEqual([1, true])
})

test('refuses a small workbook that expands to 30,000 rows, while the server keeps answering', async () => {
  const { enroll, as } = await createAcademyWithCourse()
  const rows = [['Email'], ...Array.from({ length: 30_000 }, () => ['a@example.com'])]
  const answer = enroll(makeWorkbook(rows))
  expect((await as(undefined).get('/Academy/api/site/')).status).toBe(200)
  expect(await answer).toMatchObject({ granted: 0, mistakes: [{ line: null }] })
}, 60_000)

test('enrolls people with credentials but no name', async () => {
  const { enroll, listNames } = await createAcademyWithCourse()
  const file = Buffer.from('Email,Credentials\nida@stmarys.example.com,"RN,BSN"\n')
  expect(await enroll(file)).toMatchObject({ granted: 1, mistakes: [] })
  expect(await listNames()).toEqual([{ first_name: '', last_name: '', credentials: 'RN, BSN' }])
  expect(await enroll(Buffer.from('Email,Credentials\nivy@stmarys.example.com,Call now\n'))).toMatchObject({
    granted: 0,
    rejected: 1,
  })
})

test('enrolls the recipients of an email, and says that names are missing only if they are', async () => {
  const { enroll, listNames } = await createAcademyWithCourse()
  const recipients = Buffer.from('Ida Wells <ida@stmarys.example.com>; ivy@stmarys.example.com\n')
  const checked = await enroll(recipients, { only_check: true })
  expect(checked).toMatchObject({ granted: 2, message: '2 people would get access, all with new accounts.' })
  await enroll(recipients)
  expect(await listNames()).toMatchObject([{ first_name: 'Ida', last_name: 'Wells' }, { first_name: '' }])
  const addresses = Buffer.from('ann@stmarys.example.com\n')
  expect((await enroll(addresses, { only_check: true })).message).toContain('No column with names was recognized')
})

test('reads the responses of a Google form in the ZIP that it downloads', async () => {
  const { enroll, listNames } = await createAcademyWithCourse()
  const responses =
    '"Timestamp","Email Address","Total score","What is your full name?","What is your full name? [Score]"\n' +
    '"2026/11/20 9:31:07 AM EST","ida@stmarys.example.com ","8.00 / 10","Ida B. Wells RN, BSN","-- / 0"\n'
  const file = zipSync({ 'Class sign-up.csv': strToU8(responses), '__MACOSX/._Class sign-up.csv': strToU8('x') })
  expect(await enroll(file)).toMatchObject({ granted: 1, mistakes: [] })
  expect(await listNames()).toEqual([{ first_name: 'Ida B.', last_name: 'Wells', credentials: 'RN, BSN' }])
  const two = zipSync({ 'a.csv': strToU8(responses), 'b.csv': strToU8(responses) })
  expect(await enroll(two)).toMatchObject({ granted: 0, mistakes: [{ line: null }] })
})
