import { expect, test } from 'vitest'
import { matchesTerms } from './checkout.rules.ts'
import { cardFormMessage } from './payment-messages.rules.ts'

test('replaces an open purchase when any price component changes', () => {
  const terms = {
    listPriceCents: 14_900,
    priceCents: 14_900,
    taxCents: 1_267,
    currency: 'usd',
    couponId: null,
    taxCountry: 'US',
    taxPostalCode: '90210',
  }
  expect(matchesTerms(terms, { ...terms })).toBe(true)
  for (const change of [
    { listPriceCents: 15_900 },
    { priceCents: 15_900 },
    { taxCents: 0 },
    { currency: 'eur' },
    { couponId: 'coupon-1' },
    { taxCountry: 'CA' },
    { taxPostalCode: '10001' },
  ]) {
    expect([change, matchesTerms(terms, { ...terms, ...change })]).toEqual([change, false])
  }
})

test('does not mention money in card form errors while it is unknown whether an earlier payment was charged', () => {
  for (const problem of ['not shown', 'no answer'] as const) {
    expect(cardFormMessage(problem, false)).toContain('Nothing was charged.')
    expect(cardFormMessage(problem, true)).not.toContain('charged')
  }
})
