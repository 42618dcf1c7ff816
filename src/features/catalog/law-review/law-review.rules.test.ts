import { expect, test } from 'vitest'
import { getDueCutoff, validateNextReviewDay, addYear } from './law-review.rules.ts'

test.each([
  ['2026-11-23', '2026-12-23', '2027-11-23'],
  ['2028-02-29', '2028-03-30', '2029-03-01'],
  ['2026-12-31', '2027-01-30', '2027-12-31'],
])('lists reviews due on %s until %s and proposes %s', (today, until, next) => {
  expect([getDueCutoff(today), addYear(today)]).toEqual([until, next])
})

test.each([
  ['2026-11-22', 'Choose a date after today.'],
  ['2026-11-23', 'Choose a date after today.'],
  ['2026-11-24', undefined],
  ['2036-11-23', undefined],
  ['2036-11-24', 'Choose a date within 10 years.'],
])('validates %s as the next review day on November 23, 2026: %s', (day, wrong) => {
  expect(validateNextReviewDay(day, '2026-11-23')).toBe(wrong)
})
