import { expect, test } from 'vitest'
import { formatTableRow, formatTable } from './table.ts'

test('columns fit their content, numbers are right-aligned, and long values are cut off', () => {
  const columns = [{ title: 'Name', maxWidth: 6 }, { title: 'Cents', isNumber: true as const }, { title: 'Last' }]
  expect(
    formatTable(columns, [
      ['Ann', '7', 'x'],
      ['Philomena', '12345678', ''],
    ]),
  ).toBe('Name       Cents  Last\nAnn            7  x\nPhilo…  12345678')
})

test('user-written text cannot move the cursor or reverse the line', () => {
  expect(formatTableRow([{ width: 9 }], ['a\u001b[2Jb\u202Ec'])).toBe('a [2Jb c')
})
