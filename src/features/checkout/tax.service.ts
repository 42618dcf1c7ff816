import { quote } from '#features/coupons/coupons.public.ts'
import type { TaxOnPurchase } from '#features/purchases/purchases.public.ts'
import { readSite } from '#features/site/site.public.ts'
import { throttle } from '#features/throttling/throttling.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import { AppError } from '#shared/app-error.ts'
import type { Limit } from '#shared/limit.ts'
import { cents } from '#shared/money.ts'
import type { Offer } from './checkout.queries.ts'

type TaxDeps = Pick<Deps, 'config' | 'db' | 'payments' | 'now'>

/** The tax on an item, as its purchase keeps it, and the price before tax that it was calculated for. */
export type Tax = { onCents: number; purchase: TaxOnPurchase }

export const NO_TAX: TaxOnPurchase = {
  taxCents: 0,
  taxPercent: null,
  taxState: null,
  taxCountry: null,
  taxPostalCode: null,
  taxCalculationId: null,
}

// The provider asks money for each calculation.
const CALCULATIONS: Limit = { what: 'tax', hits: 60, windowMs: 60 * 60_000 }

type Question = { offer: Offer; coupon: string | undefined; address: TaxAddress | undefined }

/** Undefined where there is none to calculate: the academy adds none, no address is known yet, or nothing is to be paid. */
export async function taxOn(
  deps: TaxDeps,
  memberId: string,
  { offer, coupon, address }: Question,
): Promise<Tax | undefined> {
  const { db, payments, now } = deps
  if (!address || !(await readSite(db)).automatic_tax) return undefined
  const { priceCents } = await quote(db, { memberId, product: offer, code: coupon, now: now(), lock: false })
  if (priceCents === 0) return undefined
  await throttle(deps, db, CALCULATIONS, memberId)
  const amount = cents(priceCents)
  const {
    id: taxCalculationId,
    taxCents,
    percent,
    state,
  } = await payments.taxes.calculate({ amount, currency: offer.currency, address })
  return {
    onCents: priceCents,
    purchase: {
      taxCents,
      taxPercent: percent,
      taxState: state,
      taxCountry: address.country,
      taxPostalCode: address.postalCode,
      taxCalculationId,
    },
  }
}

/** Where tax is added nobody can pay before it is known. */
export async function demandAddress({ db }: Pick<Deps, 'db'>, address: TaxAddress | undefined): Promise<void> {
  if (address || !(await readSite(db)).automatic_tax) return
  const message = 'Please enter your country and postal code. The tax depends on them.'
  throw new AppError('invalid', message, { fields: { address: [message] } })
}
