import { MIN_CHARGE_CENTS } from '#shared/money.ts'

/**
 * Whether something at this price is for sale. A podcast without a price is not, because every member may listen to it.
 */
export function isSellablePrice(priceCents: number): boolean {
  return priceCents > 0
}

/** Returns why this is not a valid price, or undefined if it is valid. */
export function priceError(priceCents: number): string | undefined {
  const isPrice = priceCents === 0 || (priceCents >= MIN_CHARGE_CENTS && priceCents < MAX_PRICE_CENTS)
  return isPrice ? undefined : 'A price must be $0, or from $0.50 (the minimum charge) to $999,999.99.'
}

const MAX_PRICE_CENTS = 100_000_000
