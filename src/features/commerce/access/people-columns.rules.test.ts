import { expect, test } from 'vitest'
import type { TableRow } from '#shared/delimited-table.ts'
import { readPeople } from './enrollment.rules.ts'
import { findColumns, splitFullName } from './people-columns.rules.ts'

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
