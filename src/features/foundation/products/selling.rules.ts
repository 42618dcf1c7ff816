import { MIN_CHARGE_CENTS } from '#shared/money.ts'

/** Without a price a podcast is not sold: every member may hear it. */
export function isSellablePrice(priceCents: number): boolean {
  return priceCents > 0
}

/** Why nothing can cost this; undefined where it can. */
export function priceError(priceCents: number): string | undefined {
  const isPrice = priceCents === 0 || (priceCents >= MIN_CHARGE_CENTS && priceCents < MAX_PRICE_CENTS)
  return isPrice ? undefined : 'A price is 0, or from 0.50, the least that a card is charged, to 999999.99.'
}

const MAX_PRICE_CENTS = 100_000_000
