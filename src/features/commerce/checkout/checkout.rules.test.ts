import { expect, test } from 'vitest'
import { hasTerms } from './checkout.rules.ts'
import { formWords } from './payment-messages.rules.ts'

test('an open purchase makes way when anything that it costs by changed', () => {
  const terms = {
    listPriceCents: 14_900,
    priceCents: 14_900,
    taxCents: 1_267,
    currency: 'usd',
    couponId: null,
    taxCountry: 'US',
    taxPostalCode: '90210',
  }
  expect(hasTerms(terms, { ...terms })).toBe(true)
  for (const change of [
    { listPriceCents: 15_900 },
    { priceCents: 15_900 },
    { taxCents: 0 },
    { currency: 'eur' },
    { couponId: 'coupon-1' },
    { taxCountry: 'CA' },
    { taxPostalCode: '10001' },
  ]) {
    expect([change, hasTerms(terms, { ...terms, ...change })]).toEqual([change, false])
  }
})

test('the card form’s troubles say nothing of money while it is not known whether an earlier payment was charged', () => {
  for (const trouble of ['not shown', 'no answer'] as const) {
    expect(formWords(trouble, false)).toContain('Nothing was charged.')
    expect(formWords(trouble, true)).not.toContain('charged')
  }
})
