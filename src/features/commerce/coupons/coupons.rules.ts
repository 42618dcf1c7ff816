import { formatCentsAsDollars, MIN_CHARGE_CENTS } from '#shared/money.ts'
import { normalizeHyphens } from '#shared/normalize-punctuation.ts'

export type Coupon = {
  id: string
  code: string
  percentOff: number | null
  centsOff: number | null
  validFrom: Date | null
  validUntil: Date | null
  maxUses: number | null
  maxUsesPerMember: number
  endedAt: Date | null
}

export const CODE_PATTERN = /^[A-Z0-9][A-Z0-9-]{2,31}$/

/**
 * Returns the form in which a code is stored. Codes are read aloud and typed on phones, so case and spaces are ignored.
 */
export function normalizeCouponCode(typed: string): string {
  return normalizeHyphens(typed.replaceAll(/[\s\p{Cf}]/gu, '')).toUpperCase()
}

/**
 * Returns the discount on a price, which is at most the price. If the remainder is too small to charge, it is waived,
 * because charging more than was promised would be worse.
 */
export function calculateDiscount(
  { percentOff, centsOff }: Pick<Coupon, 'percentOff' | 'centsOff'>,
  priceCents: number,
) {
  const discount = percentOff === null ? (centsOff ?? 0) : Math.round((priceCents * percentOff) / 100)
  return priceCents - discount < MIN_CHARGE_CENTS ? priceCents : discount
}

type CouponUsage = { now: Date; isForProduct: boolean; uses: number; usesByMember: number }

/** Returns why the coupon can't be used now, or undefined if it can. */
export function getCouponError(coupon: Coupon, circumstances: CouponUsage): string | undefined {
  const { now, isForProduct, uses, usesByMember } = circumstances
  const { code, validFrom, validUntil, maxUses, maxUsesPerMember, endedAt } = coupon
  if (endedAt !== null && endedAt <= now) return `Coupon ${code} has expired.`
  if (validUntil !== null && validUntil <= now) return `Coupon ${code} has expired.`
  if (validFrom !== null && validFrom > now) return `Coupon ${code} isn’t valid yet.`
  if (!isForProduct) return `Coupon ${code} isn’t valid for this item.`
  if (usesByMember >= maxUsesPerMember) {
    return maxUsesPerMember === 1
      ? `You’ve already used coupon ${code}.`
      : `You’ve used coupon ${code} the maximum number of times.`
  }
  if (maxUses !== null && uses >= maxUses) return `Coupon ${code} has reached its usage limit.`
  return undefined
}

/** Returns '20% off' or '$10.00 off'. */
export function formatDiscount({ percentOff, centsOff }: Pick<Coupon, 'percentOff' | 'centsOff'>): string {
  return percentOff === null ? `${formatCentsAsDollars(centsOff ?? 0)} off` : `${percentOff}% off`
}

/** What staff choose for a coupon, in addition to its products. Only staff see the `name`. */
export type CouponTerms = Pick<
  Coupon,
  'percentOff' | 'centsOff' | 'validFrom' | 'validUntil' | 'maxUses' | 'maxUsesPerMember'
> & { name?: string | undefined }

export type CouponFieldError = [
  field: 'code' | 'worth' | 'until' | 'limit' | 'per_member' | 'products',
  problem: string,
]

/** Returns the errors in a coupon's terms, with their fields. */
export function validateCoupon(coupon: CouponTerms): CouponFieldError[] {
  const { percentOff, centsOff, validFrom, validUntil, maxUses, maxUsesPerMember } = coupon
  const problems: CouponFieldError[] = []
  if ((percentOff === null) === (centsOff === null)) problems.push(['worth', 'Enter either a percentage or an amount.'])
  if (percentOff !== null && (!Number.isInteger(percentOff) || percentOff < 1 || percentOff > 100))
    problems.push(['worth', 'A percentage must be a whole number from 1 to 100.'])
  if (centsOff !== null && (!Number.isSafeInteger(centsOff) || centsOff < 1 || centsOff > 2_000_000_000))
    problems.push(['worth', 'An amount must be more than 0, such as 10.00.'])
  if (validFrom && validUntil && validUntil <= validFrom) problems.push(['until', 'A coupon must end after it starts.'])
  for (const [field, limit] of [
    ['limit', maxUses],
    ['per_member', maxUsesPerMember],
  ] as const) {
    if (limit !== null && (!Number.isInteger(limit) || limit < 1 || limit > 1_000_000_000))
      problems.push([field, 'Uses must be a whole number, 1 or more.'])
  }
  return problems
}

/** Returns the terms in the form that the log shows. */
export function describeTerms(
  coupon: Omit<CouponTerms, 'name'> & { slugs: readonly string[] },
): Record<string, string | number | null | readonly string[]> {
  return {
    worth: formatDiscount(coupon),
    for: coupon.slugs.length === 0 ? 'everything' : coupon.slugs,
    from: coupon.validFrom?.toISOString() ?? null,
    until: coupon.validUntil?.toISOString() ?? null,
    uses: coupon.maxUses,
    'uses per member': coupon.maxUsesPerMember,
  }
}
