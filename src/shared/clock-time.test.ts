import { expect, test } from 'vitest'
import { clockTime } from './clock-time.ts'

test.each([
  [0, '0:00'],
  [221.9, '3:41'],
  [3_599, '59:59'],
  [4_321, '1:12:01'],
])('%f seconds are %s', (seconds, text) => {
  expect(clockTime(seconds)).toBe(text)
})
