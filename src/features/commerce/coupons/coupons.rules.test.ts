import { expect, test } from 'vitest'
import { normalizeCouponCode, calculateDiscount, getCouponError } from './coupons.rules.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const OPEN = {
  id: 'coupon-1',
  code: 'SPRING20',
  percentOff: 20,
  centsOff: null,
  validFrom: null,
  validUntil: null,
  maxUses: null,
  maxUsesPerMember: 1,
  endedAt: null,
}
const FRESH = { now: NOW, isForProduct: true, uses: 0, usesByMember: 0 }

test.each([
  [{ percentOff: 20, centsOff: null }, 14_900, 2_980],
  [{ percentOff: 33, centsOff: null }, 999, 330],
  [{ percentOff: 100, centsOff: null }, 14_900, 14_900],
  [{ percentOff: null, centsOff: 1_000 }, 14_900, 1_000],
  [{ percentOff: null, centsOff: 20_000 }, 14_900, 14_900],
  // The provider's minimum is 50 cents, so a smaller remainder is waived, and exactly 50 cents are charged.
  [{ percentOff: null, centsOff: 949 }, 999, 949],
  [{ percentOff: null, centsOff: 950 }, 999, 999],
  [{ percentOff: 99, centsOff: null }, 999, 999],
])('calculates the discount %o on a price of %i cents: %i', (coupon, price, discount) => {
  expect(calculateDiscount(coupon, price)).toBe(discount)
})

test.each([
  [{}, {}, undefined],
  [{ endedAt: NOW }, {}, 'has expired'],
  [{ validUntil: NOW }, {}, 'has expired'],
  [{ validUntil: new Date(NOW.getTime() + 1) }, {}, undefined],
  [{ validFrom: new Date(NOW.getTime() + 1) }, {}, 'isn’t valid yet'],
  [{ validFrom: NOW }, {}, undefined],
  [{}, { isForProduct: false }, 'isn’t valid for this item'],
  [{}, { usesByMember: 1 }, 'already used coupon SPRING20'],
  [{ maxUsesPerMember: 2 }, { usesByMember: 1 }, undefined],
  [{ maxUsesPerMember: 2 }, { usesByMember: 2 }, 'the maximum number of times'],
  [{ maxUses: 3 }, { uses: 2 }, undefined],
  [{ maxUses: 3 }, { uses: 3 }, 'usage limit'],
])('checks %o under %o: %s', (coupon, circumstances, reason) => {
  const refusal = getCouponError({ ...OPEN, ...coupon }, { ...FRESH, ...circumstances })
  expect(refusal ?? '').toMatch(reason === undefined ? /^$/ : new RegExp(reason))
})

test('treats a code the same however it is typed', () => {
  expect([' spring20 ', 'SPRING 20', 'Spring20'].map(normalizeCouponCode)).toEqual(['SPRING20', 'SPRING20', 'SPRING20'])
})
