import { expect, test } from 'vitest'
import { dollars } from './dollars.ts'
import { cents, decimalOf, dollarsOf } from './money.ts'
import { sumIn, sumOf } from './sums.ts'

test.each([
  [0, '$0.00'],
  [995, '$9.95'],
  [14_900, '$149.00'],
  [129_900, '$1,299.00'],
  [108_728_019, '$1,087,280.19'],
])('%i cents are shown as %s', (amount, shown) => {
  expect(dollars(decimalOf(cents(amount)))).toBe(shown)
  expect(dollarsOf(amount)).toBe(shown)
  expect(sumIn('en-US', amount)).toBe(shown)
  expect(sumOf('en-US', decimalOf(cents(amount)))).toBe(shown)
})

test.each([
  ['en-GB', '$1,299.00'],
  ['de-DE', '1.299,00\u00A0$'],
  ['fr-FR', '1\u00A0299,00\u00A0$'],
])('papers and mails in %s write %s', (language, sum) => {
  expect(sumIn(language, 129_900)).toBe(sum)
})
