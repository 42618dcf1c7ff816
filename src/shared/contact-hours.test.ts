import { expect, test } from 'vitest'
import { findHoursInText } from './contact-hours.ts'

test.each([
  ['This activity was approved for 2.0 contact hours.', [2]],
  ['Approved for 1.25 nursing contact hours, 1 contact hour of which is ethics.', [1.25, 1]],
  ['It awards 12 continuing education\ncontact hours.', [12]],
  ['Provider CEP 12345, for contact hours as approved on 2026-01-01.', []],
  ['Provider number 12345 has 2 courses; contact hours are told by each.', []],
  [`${'9'.repeat(2_000)} ${'a '.repeat(2_000)}contact hours`, []],
])('%s', (sentence, hours) => {
  expect(findHoursInText(sentence)).toEqual(hours)
})
