import type { RateLimit } from '#shared/rate-limit.ts'

/** The stored terms of a purchase: its price, its tax, and what they depend on. All amounts are in cents. */
export type PurchaseTerms = {
  listPriceCents: number
  discountCents: number
  /** The list price minus the discount, before tax. */
  priceCents: number
  couponId: string | null
  couponCode: string | null
  currency: string
} & Tax

export type Tax = {
  taxCents: number
  /** The tax rate in percent ('8.875') and the state that charges the tax, as the provider reported them. */
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

/**
 * The terms that are compared. The ID of the tax calculation is not one of them, because it differs each time, even if
 * the buyer would see the same terms.
 */
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

/** Whether a pending purchase has the terms that the buyer would get now. If it doesn't, a new purchase replaces it. */
export function matchesTerms(purchase: ComparedTerms, now: ComparedTerms): boolean {
  return COMPARED_FIELDS.every((name) => purchase[name] === now[name])
}

/** This limit exists because no member may use up the provider's rate limit, which the whole academy shares. */
export const OPEN_PAYMENT_LIMIT: RateLimit = { what: 'open-payment', hits: 60, windowMs: 60 * 60_000 }

/**
 * These limits exist because codes are short words that could be guessed. Only codes that don't exist are counted, and
 * each code is counted once, so opening a link or correcting a typo never reaches the limits.
 */
export const COUPON_GUESSES_PER_MEMBER: RateLimit = { what: 'coupon-guess', hits: 10, windowMs: 60 * 60_000 }
export const COUPON_GUESSES_PER_ADDRESS: RateLimit = { what: 'coupon-guess-address', hits: 30, windowMs: 60 * 60_000 }

/** Remembers the codes that a client has entered, because they are not counted again. */
export const ENTERED_COUPONS: RateLimit = { what: 'coupon-entered', hits: 1, windowMs: 24 * 60 * 60_000 }

/** This limit exists because the provider charges a fee for each calculation. */
export const TAX_LIMIT: RateLimit = { what: 'tax', hits: 60, windowMs: 60 * 60_000 }
