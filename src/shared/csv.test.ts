import { expect, test } from 'vitest'
import { formatCsvHeader, formatCsvLine, CsvNumber } from './csv.ts'
import { decodeText } from './text-encoding.ts'

test.each([
  ['=1+2', "'=1+2"],
  ['  =1', "'  =1"],
  ['\u00A0=1', "'\u00A0=1"],
  ['\u200B=1', "'=1"],
  ['＝1+2', "'＝1+2"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['a; \t =1', "a; \t' =1"],
  [' \r\n =1', `" \r\n' =1"`],
  ['a;=1', "a;'=1"],
  ['a; +1;@b', "a;' +1;'@b"],
  ['a\t=1', "a\t'=1"],
  ['a\n=1\r\n-2', `"a\n'=1\r\n'-2"`],
  ['a;"=1"', `"a;'""=1"""`],
  ["'=1", "'=1"],
  ['Smith-Jones; RN+BSN', 'Smith-Jones; RN+BSN'],
  ['Nora \u202Egnp', 'Nora gnp'],
  ['0012345', "'0012345"],
  ['123456789012', "'123456789012"],
  ['1234567890E1', "'1234567890E1"],
  ['MAY20', "'MAY20"],
  ['3-4', "'3-4"],
  ['TRUE', "'TRUE"],
  ['False ', "'False "],
  ['TRUE NORTH', 'TRUE NORTH'],
  ['2026-11-26', '2026-11-26'],
  ['2026-11-26T10:00:00Z', '2026-11-26T10:00:00Z'],
  ['A1234567890E', 'A1234567890E'],
  ['SPRING20', 'SPRING20'],
  ['RN', 'RN'],
])('writes %j as %j', (text, cell) => {
  expect(formatCsvLine([text])).toBe(`${cell}\r\n`)
})

test('numbers stay numbers, and unknown values are empty', () => {
  expect(formatCsvLine([-3, new CsvNumber('-12.50'), null, 'x'])).toBe('-3,-12.50,,x\r\n')
})

test('a file starts with the UTF-8 mark, which our readers ignore', () => {
  const bytes = Buffer.from(formatCsvHeader(['Email', 'Name']))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(decodeText(bytes)).toEqual({ text: 'Email,Name\n' })
})
