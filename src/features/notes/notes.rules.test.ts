import { expect, test } from 'vitest'
import { notesAsText } from './notes.rules.ts'

test('notes as text stand under their lectures, each at its moment, longer ones beneath their first line', () => {
  const note = (id: string, name: string, seconds: number, text: string) => ({
    lecture_id: id,
    lecture_name: name,
    seconds,
    text,
  })
  expect(
    notesAsText('Reading a Record', [
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
