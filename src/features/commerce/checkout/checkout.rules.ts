import type { RateLimit } from '#shared/rate-limit.ts'

/** What a purchase is opened at: price, tax and what they depend on, as they are stored. Amounts in cents. */
export type PurchaseTerms = {
  listPriceCents: number
  discountCents: number
  /** List price less discount, before tax. */
  priceCents: number
  couponId: string | null
  currency: string
} & Tax

/** The tax on a price, and the address that it is for. */
export type Tax = {
  taxCents: number
  /** The rate in percent, '8.875', and the state whose tax it is, as the provider told them. */
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

/** Leaves out the id of the calculation, which differs each time even where everything that the buyer sees is the same. */
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

/** Whether an open purchase is what its buyer would get now; another must make way for a new one. */
export function matchesTerms(purchase: ComparedTerms, now: ComparedTerms): boolean {
  return COMPARED_FIELDS.every((name) => purchase[name] === now[name])
}

/** The provider answers so many questions a second for the whole academy: no member may ask all of them. */
export const OPEN_PAYMENT_LIMIT: RateLimit = { what: 'open-payment', hits: 60, windowMs: 60 * 60_000 }

/** Codes are short words: nobody may try them all, with however many accounts. */
export const COUPON_LIMIT: RateLimit = { what: 'coupon', hits: 100, windowMs: 60 * 60_000 }
export const COUPON_ADDRESS_LIMIT: RateLimit = { what: 'coupon-address', hits: 300, windowMs: 60 * 60_000 }

/** The provider asks money for each calculation. */
export const TAX_LIMIT: RateLimit = { what: 'tax', hits: 60, windowMs: 60 * 60_000 }
