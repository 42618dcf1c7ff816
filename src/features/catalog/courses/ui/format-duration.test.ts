import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [5, '1 min'],
  [89, '1 min'],
  [3_570, '1 h'],
  [4_380, '1 h 13 min'],
  [7_200, '2 h'],
])('formats %i seconds as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
