import { throttle } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import type { Limit } from '#shared/limit.ts'
import { cents } from '#shared/money.ts'
import type { Tax } from './checkout.rules.ts'

// The provider asks money for each calculation.
const CALCULATIONS: Limit = { what: 'tax', hits: 60, windowMs: 60 * 60_000 }

/** `priceCents` is what is to be paid before tax. */
type Question = { priceCents: number; currency: string; address: TaxAddress | undefined }

/** Asks the provider for the tax on a price. Undefined where nothing is to be paid, or no address is known yet. */
export async function taxOn(
  deps: Pick<Deps, 'config' | 'db' | 'payments' | 'now'>,
  memberId: string,
  { priceCents, currency, address }: Question,
): Promise<Tax | undefined> {
  if (!address || priceCents === 0) return undefined
  await throttle(deps, deps.db, CALCULATIONS, memberId)
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
