type Terms = {
  listPriceCents: number
  priceCents: number
  taxCents: number
  currency: string
  couponId: string | null
  taxCountry: string | null
  taxPostalCode: string | null
}

/** Whether an open purchase is what its buyer would get now; another must make way for a new one. */
export function hasTerms(purchase: Terms, now: Terms): boolean {
  return (
    purchase.listPriceCents === now.listPriceCents &&
    purchase.priceCents === now.priceCents &&
    purchase.taxCents === now.taxCents &&
    purchase.currency === now.currency &&
    purchase.couponId === now.couponId &&
    purchase.taxCountry === now.taxCountry &&
    purchase.taxPostalCode === now.taxPostalCode
  )
}
