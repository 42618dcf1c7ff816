import { expect, test } from 'vitest'
import { formatNotesAsText, collapseBlankLines } from './notes.rules.ts'

test('formats notes as text under their lectures, each with its time, longer ones below their first line', () => {
  const note = (id: string, name: string, seconds: number, text: string) => ({
    lecture_id: id,
    lecture_name: name,
    seconds,
    text,
  })
  expect(
    formatNotesAsText('Reading a Record', [
      note('a', '1. The First Page', 7.9, 'Look at the date.\nThen at the weather.'),
      note('a', '1. The First Page', 4_321, 'The end.'),
      note('b', '2. The Last Page', 0, 'Signed?'),
    ]),
  ).toBe(`My notes: Reading a Record

1. The First Page

0:07  Look at the date.
      Then at the weather.
1:12:01  The end.

2. The Last Page

0:00  Signed?
`)
})

test.each([
  ['One.\nTwo.', 'One.\nTwo.'],
  ['One.\n\nTwo.', 'One.\n\nTwo.'],
  [`One.${'\n'.repeat(1_900)}Two.`, 'One.\n\nTwo.'],
  ['One.\n \n\t\n\u00a0\n  Two.\n\n\n', 'One.\n\n  Two.'],
])('collapses several blank lines into one: %j', (text, shown) => {
  expect(collapseBlankLines(text)).toBe(shown)
})
