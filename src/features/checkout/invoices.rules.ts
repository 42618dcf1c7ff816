type Amounts = { priceCents: number; taxCents: number }

/**
 * What one more credit note takes back, when `before` cents of the total were taken back already and `after` are to be. The
 * tax is in proportion, rounded over all notes together, so that notes over the whole total take back all of the tax.
 */
export function creditOf(
  { priceCents, taxCents }: Amounts,
  { before, after }: { before: number; after: number },
): { netCents: number; taxCents: number } {
  const taxIn = (cents: number) => Math.round((taxCents * cents) / (priceCents + taxCents))
  const tax = taxIn(after) - taxIn(before)
  return { netCents: after - before - tax, taxCents: tax }
}
