import { expect, test } from 'vitest'
import { formatTableRow, formatTable } from './table.ts'

test('columns are as wide as what stands in them, numbers stand at the right, and what is too long is cut off', () => {
  const columns = [{ title: 'Name', most: 6 }, { title: 'Cents', isNumber: true as const }, { title: 'Last' }]
  expect(
    formatTable(columns, [
      ['Ann', '7', 'x'],
      ['Philomena', '12345678', ''],
    ]),
  ).toBe('Name       Cents  Last\nAnn            7  x\nPhilo…  12345678')
})

test('nothing that somebody wrote moves the cursor or turns the line around', () => {
  expect(formatTableRow([{ width: 9 }], ['a\u001b[2Jb\u202Ec'])).toBe('a [2Jb c')
})
