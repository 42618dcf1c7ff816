import { expect, test } from 'vitest'
import { formatClockTime } from '#shared/clock-time.ts'
import { parseTimestamp } from './timestamps.rules.ts'

test.each([
  ['0:00', 0],
  [' 12:40 ', 760],
  ['90:05', 5405],
  ['1:02:03', 3723],
  ['', undefined],
  ['40', undefined],
  ['1:75', undefined],
  ['1:2', undefined],
  ['1:75:00', undefined],
  ['-1:30', undefined],
  ['at 1:30', undefined],
  ['１:30', undefined],
])('parses a typed timestamp: %s', (typed, seconds) => {
  expect(parseTimestamp(typed)).toBe(seconds)
})

test('parses what players display', () => {
  for (let seconds = 0; seconds < 20_000; seconds += 37) expect(parseTimestamp(formatClockTime(seconds))).toBe(seconds)
})
