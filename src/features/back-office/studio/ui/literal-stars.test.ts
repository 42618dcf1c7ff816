import { expect, test } from 'vitest'
import { keepStarsInNumbers } from './literal-stars.ts'

test('treats asterisks between digits as text in the editor, and others as emphasis', () => {
  const text = (value: string) => ({ type: 'text', value })
  const emphasis = (value: string) => ({ type: 'emphasis', children: [text(value)] })
  const paragraph = {
    type: 'paragraph',
    children: [text('2'), emphasis('3'), text('4 cm, '), emphasis('5'), text('.')],
  }
  const root = { type: 'root', children: [paragraph] }
  keepStarsInNumbers(root)
  expect(root.children).toEqual([{ type: 'paragraph', children: [text('2*3*4 cm, '), emphasis('5'), text('.')] }])
})
