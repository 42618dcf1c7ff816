import { expect, test } from 'vitest'
import { formatDollars } from './format-dollars.ts'
import { cents, formatDecimal, formatCentsAsDollars } from './money.ts'
import { formatAmount, formatDecimalAmount } from './format-amount.ts'

test.each([
  [0, '$0.00'],
  [995, '$9.95'],
  [14_900, '$149.00'],
  [129_900, '$1,299.00'],
  [108_728_019, '$1,087,280.19'],
])('formats %i cents as %s', (amount, shown) => {
  expect(formatDollars(formatDecimal(cents(amount)))).toBe(shown)
  expect(formatCentsAsDollars(amount)).toBe(shown)
  expect(formatAmount('en-US', amount)).toBe(shown)
  expect(formatDecimalAmount('en-US', formatDecimal(cents(amount)))).toBe(shown)
})

test.each([
  ['en-GB', '$1,299.00'],
  ['de-DE', '1.299,00\u00A0$'],
  ['fr-FR', '1\u00A0299,00\u00A0$'],
])('documents and emails in %s show %s', (language, sum) => {
  expect(formatAmount(language, 129_900)).toBe(sum)
})
