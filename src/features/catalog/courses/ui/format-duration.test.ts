import { expect, test } from 'vitest'
import { formatDuration } from './format-duration.ts'

test.each([
  [5, '1 min'],
  [89, '1 min'],
  [3_570, '1 hr'],
  [4_380, '1 hr 13 min'],
  [7_200, '2 hr'],
])('formats %i seconds as %s', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})
