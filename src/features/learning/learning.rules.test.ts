import { expect, test } from 'vitest'
import { isPastCompletion, progressPercent } from './learning.rules.ts'

test.each([
  [0, 5, 0],
  [1, 3, 33],
  [2, 3, 66],
  [5, 5, 100],
  [0, 0, 0],
  [999, 1000, 99],
])('%i of %i lectures is %i percent, rounded down', (completed, lectures, percent) => {
  expect(progressPercent({ completed, lectures })).toBe(percent)
})

test.each([
  [48, 60, false],
  [48.1, 60, true],
  [60, 60, true],
  [10, Number.NaN, false],
  [0, 0, false],
])('%d of %d seconds is past 80 %%: %s', (seconds, duration, isPast) => {
  expect(isPastCompletion({ seconds, duration })).toBe(isPast)
})
