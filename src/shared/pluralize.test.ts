import { expect, test } from 'vitest'
import { formatList } from './format-list.ts'

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b, or c'],
])('%j in a list is "%s"', (words, series) => {
  expect(formatList(words, 'or')).toBe(series)
})
