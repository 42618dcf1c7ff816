import { expect, test } from 'vitest'
import { lectureLength, lengthInWords } from './length.ts'

test.each([
  [5, '1 min'],
  [89, '1 min'],
  [3_570, '1 h'],
  [4_380, '1 h 13 min'],
  [7_200, '2 h'],
])('%i seconds are shown as %s', (seconds, words) => {
  expect(lengthInWords(seconds)).toBe(words)
})

test.each([
  [5, '0:05'],
  [65.2, '1:05'],
  [119.7, '1:59'],
  [599.4, '9:59'],
  [600, '10 min'],
  [4_380, '1 h 13 min'],
])('a lecture of %d seconds is shown as %s', (seconds, words) => {
  expect(lectureLength(seconds)).toBe(words)
})
