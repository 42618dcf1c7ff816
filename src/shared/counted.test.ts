import { expect, test } from 'vitest'
import { inSeries } from './in-series.ts'

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a or b'],
  [['a', 'b', 'c'], 'a, b or c'],
])('%j in a series is "%s"', (words, series) => {
  expect(inSeries(words, 'or')).toBe(series)
})
