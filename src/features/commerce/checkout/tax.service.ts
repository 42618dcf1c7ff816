import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import { cents } from '#shared/money.ts'
import type { Tax } from './checkout.rules.ts'
import { TAX_LIMIT } from './checkout.rules.ts'

/** `priceCents` is the price before tax. */
type TaxRequest = { priceCents: number; currency: string; address: TaxAddress | undefined }

/**
 * Asks the provider for the tax on a price. Returns undefined if there is nothing to pay, or if there is no address
 * yet.
 */
export async function calculateTax(
  deps: Pick<Deps, 'config' | 'db' | 'payments' | 'now'>,
  memberId: string,
  { priceCents, currency, address }: TaxRequest,
): Promise<Tax | undefined> {
  if (!address || priceCents === 0) return undefined
  await enforceRateLimit(deps, deps.db, TAX_LIMIT, memberId)
  const { id, taxCents, percent, state } = await deps.payments.taxes.calculate({
    amount: cents(priceCents),
    currency,
    address,
  })
  return {
    taxCents,
    taxPercent: percent,
    taxState: state,
    taxCountry: address.country,
    taxPostalCode: address.postalCode,
    taxCalculationId: id,
  }
}
