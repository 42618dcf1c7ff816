import type { RateLimit } from '#shared/rate-limit.ts'

/** The stored terms of a purchase: price, tax, and what they depend on. Amounts in cents. */
export type PurchaseTerms = {
  listPriceCents: number
  discountCents: number
  /** List price less discount, before tax. */
  priceCents: number
  couponId: string | null
  couponCode: string | null
  currency: string
} & Tax

export type Tax = {
  taxCents: number
  /** The rate in percent, '8.875', and the taxing state, as the provider reported them. */
  taxPercent: string | null
  taxState: string | null
  taxCountry: string | null
  taxPostalCode: string | null
  taxCalculationId: string | null
}

export const NO_TAX: Tax = {
  taxCents: 0,
  taxPercent: null,
  taxState: null,
  taxCountry: null,
  taxPostalCode: null,
  taxCalculationId: null,
}

/** Excludes the calculation id, which differs each time even when the buyer would see the same. */
const COMPARED_FIELDS = [
  'listPriceCents',
  'priceCents',
  'taxCents',
  'currency',
  'couponId',
  'taxCountry',
  'taxPostalCode',
] as const

type ComparedTerms = Pick<PurchaseTerms, (typeof COMPARED_FIELDS)[number]>

/** Whether an open purchase has the buyer's current terms; otherwise a new one replaces it. */
export function matchesTerms(purchase: ComparedTerms, now: ComparedTerms): boolean {
  return COMPARED_FIELDS.every((name) => purchase[name] === now[name])
}

/** The provider's rate limit is shared by the whole academy, so no member may use it up. */
export const OPEN_PAYMENT_LIMIT: RateLimit = { what: 'open-payment', hits: 60, windowMs: 60 * 60_000 }

/** Codes are short words, so trying them all must be prevented across accounts. */
export const COUPON_LIMIT: RateLimit = { what: 'coupon', hits: 100, windowMs: 60 * 60_000 }
export const COUPON_ADDRESS_LIMIT: RateLimit = { what: 'coupon-address', hits: 300, windowMs: 60 * 60_000 }

/** The provider charges for each calculation. */
export const TAX_LIMIT: RateLimit = { what: 'tax', hits: 60, windowMs: 60 * 60_000 }
