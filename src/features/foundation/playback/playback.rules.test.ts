import { expect, test } from 'vitest'
import { isBeyondEnd, normalizePosition } from './playback.rules.ts'

test.each([
  [221.4, 600, 221.4],
  [585, 600, 585],
  [585.1, 600, 0],
  // Of a short one, the last twentieth.
  [61, 65, 61],
  [62, 65, 0],
  [5_000, null, 5_000],
])('at %f of %s the position to keep is %f', (seconds, length, kept) => {
  expect(normalizePosition({ seconds, length })).toBe(kept)
})

test.each([
  [600, 600, false],
  [601, 600, false],
  [601.1, 600, true],
  [9_000, null, false],
])('%f of %s is beyond its end: %s', (seconds, length, isIt) => {
  expect(isBeyondEnd({ seconds, length })).toBe(isIt)
})
