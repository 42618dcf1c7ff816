import { expect, test } from 'vitest'
import { isBeyondEnd, normalizePosition } from './playback.rules.ts'

test.each([
  [221.4, 600, 221.4],
  [585, 600, 585],
  [585.1, 600, 0],
  // In a short recording, only the last twentieth counts as the end.
  [61, 65, 61],
  [62, 65, 0],
  [5_000, null, 5_000],
])('stores at %f of %s the position %f', (seconds, length, expected) => {
  expect(normalizePosition({ seconds, length })).toBe(expected)
})

test.each([
  [600, 600, false],
  [601, 600, false],
  [601.1, 600, true],
  [9_000, null, false],
])('checks whether %f of %s is beyond the end: %s', (seconds, length, isIt) => {
  expect(isBeyondEnd({ seconds, length })).toBe(isIt)
})
