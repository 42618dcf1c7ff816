import { expect, test } from 'vitest'
import { formatClockTime, splitByTimestamps } from './clock-time.ts'

test.each([
  [0, '0:00'],
  [221.9, '3:41'],
  [3_599, '59:59'],
  [4_321, '1:12:01'],
])('formats %f seconds as %s', (seconds, text) => {
  expect(formatClockTime(seconds)).toBe(text)
})

test.each([
  [
    'Rule 35. Hear it again at 2:54.',
    [{ text: 'Rule 35. Hear it again at ' }, { text: '2:54', seconds: 174 }, { text: '.' }],
  ],
  ['At 1:02:03', [{ text: 'At ' }, { text: '1:02:03', seconds: 3_723 }]],
  ['The exam began at 2:54 pm.', [{ text: 'The exam began at 2:54 pm.' }]],
  ['A ratio of 1:10, and 45 CFR 46', [{ text: 'A ratio of 1:10, and 45 CFR 46' }]],
  ['', []],
])('finds moments in %j', (text, segments) => {
  expect(splitByTimestamps(text)).toEqual(segments)
})
