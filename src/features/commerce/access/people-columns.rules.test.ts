import { expect, test } from 'vitest'
import type { TableRow } from '#shared/delimited-table.ts'
import { readPeople } from './enrollment.rules.ts'
import { findColumns } from './people-columns.rules.ts'
import { splitFullName } from './person-names.rules.ts'

const toRows = (...rows: string[][]): TableRow[] => rows.map((cells, index) => ({ line: index + 1, cells }))

const guess = (...rows: string[][]) => findColumns(toRows(...rows))?.columns.map(({ field }) => field)

test('recognizes the name in the question of a form, and credentials by their values', () => {
  expect(
    guess(
      ['Timestamp', 'Email Address', 'What is your full name?', 'Hospital name', 'Title'],
      ['11/20/2026 9:14', 'nora@example.com', 'Nora Nightingale', 'St. Mary’s', 'RN, BSN'],
      ['11/20/2026 9:20', 'ada@example.com', 'Ada Day', 'St. Mary’s', 'LPN'],
    ),
  ).toEqual([null, 'email', 'full_name', null, 'credentials'])
  expect(guess(['Email', 'User name', 'File name'], ['nora@example.com', 'nora1', 'x.pdf'])).toEqual([
    'email',
    null,
    null,
  ])
  // Two questions about names: a person must choose.
  expect(guess(['Email', 'Your name', 'Name on badge'], ['a@example.com', 'Ada Day', 'Ada'])).toEqual([
    'email',
    null,
    null,
  ])
})

test.each([
  ['Nora Nightingale', 'Nora', 'Nightingale', ''],
  ['Martin King Jr.', 'Martin', 'King Jr.', ''],
  ['Robert Ellis III', 'Robert', 'Ellis III', ''],
  ['Mary Ann Van der Berg', 'Mary Ann', 'Van der Berg', ''],
  ['Dolores de la Cruz, RN', 'Dolores', 'de la Cruz', 'RN'],
  ['Anne-Marie St. Clair', 'Anne-Marie', 'St. Clair', ''],
  ['Nightingale, Nora', 'Nora', 'Nightingale', ''],
  ['Van Nguyen', 'Van', 'Nguyen', ''],
  ['Cher', 'Cher', '', ''],
  ['Nora Nightingale RN', 'Nora', 'Nightingale', 'RN'],
  ['Nora Nightingale MSN RN CNE', 'Nora', 'Nightingale', 'MSN, RN, CNE'],
  ['Nora Nightingale, CCM, CLCP', 'Nora', 'Nightingale', 'CCM, CLCP'],
  ['MARY ANN LEE RN', 'MARY ANN', 'LEE', 'RN'],
  ['O’Brien, Pat (RN)', 'Pat', 'O’Brien', 'RN'],
  ['Smith RN, Ann', 'Ann', 'Smith', 'RN'],
  ['John Smith, Jr.', 'John', 'Smith Jr.', ''],
  ['Smith, Jr., John, RN', 'John', 'Smith Jr.', 'RN'],
  ['Dr. Ann Smith', 'Ann', 'Smith', ''],
  ['Mary Lee (On Leave)', 'Mary Lee (On Leave)', '', ''],
  ['Lee, JO', 'JO', 'Lee', ''],
  ['Nora Ann Ma', 'Nora Ann', 'Ma', ''],
  ['Le Pa', 'Le', 'Pa', ''],
])('splits %s', (text, firstName, lastName, credentials) => {
  expect(splitFullName(text)).toEqual({ firstName, lastName, credentials })
})

test('leaves out totals and footers below the people, but not people without an email', () => {
  const rows = toRows(
    ['Email', 'Name'],
    ['a@example.com', 'Ada Day'],
    ['', 'Nora Night'],
    ['', 'Total: 2'],
    ['', 'Prepared by HR'],
  )
  const { people, rows: lines } = readPeople({ rows }, (person) => ({ person }))
  expect(people.map(({ line }) => line)).toEqual([2, 3])
  expect(lines.map(({ line }) => line)).toEqual([2, 3])
})

const read = (...rows: string[][]) => readPeople({ rows: toRows(...rows) }, (person) => ({ person }))
const listNames = (...rows: string[][]) =>
  read(...rows).people.map(({ firstName, lastName, email }) => `${firstName}|${lastName}|${email}`)

test.each([
  ['Please enter your first name', 'Please enter your last name (as on your license)'],
  ['Your given name?', 'Your family name?'],
  ['Name (First)', 'Name (Last)'],
  ['Full Name - First Name', 'Full Name - Last Name'],
])('finds first and last names asked as “%s” and “%s”', (first, last) => {
  const header = [
    'Timestamp',
    first,
    last,
    "What's the best email to reach you?",
    "Supervisor's name",
    "Supervisor's email",
  ]
  const values = ['Nora', 'Nightingale', 'nora@example.com', 'Bob Boss', 'bob@example.com']
  expect(guess(header, ['2026', ...values])).toEqual([null, 'first_name', 'last_name', 'email', null, null])
})

test.each([
  'Who are you?',
  'Participant',
  'First & last name',
  'What name should we print on the certificate for this course?',
  'Enter your name exactly as it appears on your license (First Last)',
])('finds full names asked as “%s”', (question) => {
  const header = ['Email', question, `${question} [Score]`, "What is your manager's full name?", 'Best answer?']
  expect(
    guess(
      header,
      ['nora@example.com', 'Nora Nightingale', '-- / 0', 'Bob Boss', 'The judge'],
      ['mary@example.com', 'Mary Lee', '-- / 0', 'Bob Boss', 'The jury'],
    ),
  ).toEqual(['email', 'full_name', null, null, null])
})

test('reads everyone in a list whose columns have no names', () => {
  expect(listNames(['Nora Nightingale', 'nora@example.com'], ['Mary Lee', 'mary@example.com'])).toEqual([
    'Nora|Nightingale|nora@example.com',
    'Mary|Lee|mary@example.com',
  ])
  expect(listNames(['nora@example.com'], ['mary@example.com'])).toHaveLength(2)
  const recipients = ['Nora Nightingale <nora@example.com>', '"Lee, Mary" <mary@example.com>', 'a@']
  const { people, header } = read(recipients)
  expect(people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim())).toEqual([
    'Nora Nightingale',
    'Mary Lee',
    '',
  ])
  expect(header).toBe('Column 1')
})

test('finds the row that names the columns of the people, below other rows and tables', () => {
  expect(
    listNames(
      ['Meeting ID', 'Host', 'User Email'],
      ['812', 'Bob Boss', 'host@example.com'],
      ['Name (Original Name)', 'User Email'],
      ['Nora Nightingale', 'nora@example.com'],
      ['Mary Lee', 'mary@example.com'],
    ),
  ).toEqual(['Nora|Nightingale|nora@example.com', 'Mary|Lee|mary@example.com'])
  expect(
    guess(['Student', 'ID', 'SIS Login ID'], ['Points Possible', '', ''], ['Nightingale, Nora', '1', 'n@example.com']),
  ).toEqual(['full_name', null, 'email'])
})

test('does not take an address in a sentence above the people for one of them', () => {
  expect(
    listNames(
      ['Registrants', ''],
      ['Exported 11/20/2026 by admin@example.com', ''],
      ['Attendee Name', 'Attendee Email'],
      ['Nora Nightingale', 'nora@example.com'],
    ),
  ).toEqual(['Nora|Nightingale|nora@example.com'])
})

test.each([
  ['RN BSN LNCC', 'RN, BSN, LNCC'],
  ['RN/BSN', 'RN, BSN'],
  ['rn; phd', 'RN, PhD'],
  ['RN, CNE', 'RN, CNE'],
])('separates the credentials “%s”', (cell, expected) => {
  const { people, columns } = read(
    ['Email', 'Your name', 'Credentials after your name (RN, BSN)'],
    ['nora@example.com', 'Nora Nightingale', cell],
    ['mary@example.com', 'Mary Lee', 'RN'],
  )
  expect(columns.map(({ field }) => field)).toEqual(['email', 'full_name', 'credentials'])
  expect(people[0]?.credentialsAfterName).toBe(expected)
})

test('prefers what a Microsoft form asks to its columns about the account', () => {
  const header = ['ID', 'Start time', 'Completion time', 'Email', 'Name', 'Your full name', 'Your email']
  const answers = ['Nora Nightingale', 'nora@example.com']
  expect(guess(header, ['1', '9:31', '9:33', 'anonymous', '', ...answers])?.slice(3)).toEqual([
    null,
    null,
    'full_name',
    'email',
  ])
  const account = ['Nora@hospital.example', 'Nightingale, Nora (ICU)']
  expect(guess(header, ['1', '9:31', '9:33', ...account, ...answers])?.slice(3)).toEqual([
    'email',
    null,
    'full_name',
    null,
  ])
})

test('takes neither states, titles, nor jobs for credentials', () => {
  const people = [
    ['a@example.com', 'PA', 'Ms.', 'RN'],
    ['b@example.com', 'MD', '', 'Case Manager'],
  ]
  expect(guess(['Email', 'ST', 'Title', 'Position'], ...people)).toEqual(['email', null, null, null])
})

test('reads credentials in the cells of the name, and “n/a” as none', () => {
  const { people } = read(
    ['Last name', 'First name', 'Email', 'Credentials'],
    ['Nightingale RN', 'Nora', 'nora@example.com', ''],
    ['Lee, RN, BSN', 'Mary', 'mary@example.com', 'n/a'],
  )
  expect(people.map(({ lastName, credentialsAfterName }) => [lastName, credentialsAfterName])).toEqual([
    ['Nightingale', 'RN'],
    ['Lee', 'RN, BSN'],
  ])
})
