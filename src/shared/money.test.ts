import { expect, test } from 'vitest'
import { cents, decimalOf, dollars, dollarsOf } from './money.ts'

test.each([
  [0, '$0.00'],
  [995, '$9.95'],
  [14_900, '$149.00'],
  [129_900, '$1,299.00'],
  [108_728_019, '$1,087,280.19'],
])('%i cents are shown as %s', (amount, shown) => {
  expect(dollars(decimalOf(cents(amount)))).toBe(shown)
  expect(dollarsOf(amount)).toBe(shown)
})
