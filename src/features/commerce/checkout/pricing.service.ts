import { type Quote, getQuote } from '#features/commerce/coupons/coupons.public.ts'
import {
  callProviderAtStage,
  hasOpenedPayment,
  type PurchaseStage,
} from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import { enforceRateLimit, enforceAddressRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import { AppError } from '#shared/app-error.ts'
import type { Kind } from '#shared/kinds.ts'
import { findOffer, type Offer } from './checkout.queries.ts'
import type { Tax } from './checkout.rules.ts'
import { calculateTax } from './tax.service.ts'
import { COUPON_LIMIT, COUPON_ADDRESS_LIMIT } from './checkout.rules.ts'

export type CheckoutDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'payments' | 'now' | 'log'>

/** What a buyer asks for. */
export type Choice = {
  /** Undefined: of any kind. */
  kind: Kind | undefined
  slug: string
  coupon: string | undefined
  /** The IP address from where it is asked. */
  from: string
  address: TaxAddress | undefined
}

/** To be called once for each thing that a buyer asks, before anything that tells whether a coupon is good. */
export async function enforceCouponLimit(
  deps: CheckoutDeps,
  memberId: string,
  { coupon, from }: Pick<Choice, 'coupon' | 'from'>,
): Promise<void> {
  if (coupon === undefined) return
  await enforceRateLimit(deps, deps.db, COUPON_LIMIT, memberId)
  await enforceAddressRateLimit(deps, deps.db, COUPON_ADDRESS_LIMIT, from)
}

export async function getOffer(
  { db }: Pick<Deps, 'db'>,
  { kind, slug }: Pick<Choice, 'kind' | 'slug'>,
): Promise<Offer> {
  const offer = await findOffer(db, kind, slug)
  if (!offer) throw new AppError('not_found', 'This item is not for sale.')
  return offer
}

type PriceRequest = Pick<Choice, 'coupon' | 'address'> & {
  /** Whether the purchase is to be made: where tax is added, nobody can pay before it is known. */
  isToPay: boolean
}

/** What an offer costs a member now. `tax` is undefined where none is added, or not yet: it depends on an address that is missing. */
export type Price = { quoted: Quote; tax: Tax | undefined }

/** Refuses (`invalid`) a coupon that can't be used and, `isToPay`, a missing address. */
export async function priceFor(
  deps: CheckoutDeps,
  memberId: string,
  { offer, coupon, address, isToPay }: PriceRequest & { offer: Offer },
): Promise<Price> {
  const { isTaxAdded } = await readSite(deps.db)
  if (isTaxAdded && isToPay && !address) throw missingAddressError()
  const quoted = await getQuote(deps.db, { memberId, product: offer, code: coupon, now: deps.now() })
  const asked = { priceCents: quoted.priceCents, currency: offer.currency, address }
  return { quoted, tax: isTaxAdded ? await calculateTax(deps, memberId, asked) : undefined }
}

/** What an item would cost this member now. Promises and keeps nothing. */
export async function getPrice(deps: CheckoutDeps, memberId: string, choice: Choice): Promise<Price> {
  await enforceCouponLimit(deps, memberId, choice)
  const offer = await getOffer(deps, choice)
  return callProviderAtStage(deps, purchaseStageReader(deps, memberId, offer.id), () =>
    priceFor(deps, memberId, { ...choice, offer, isToPay: false }),
  )
}

/** How far a member had come with an item: the tax is asked for before an earlier payment is looked at, which may have been paid. */
export function purchaseStageReader(
  { db }: Pick<Deps, 'db'>,
  memberId: string,
  productId: string,
): () => Promise<PurchaseStage> {
  return async () => ((await hasOpenedPayment(db, memberId, productId)) ? 'reopening' : 'opening')
}

function missingAddressError(): AppError {
  const message = 'Please enter your country and postal code. The tax depends on them.'
  return new AppError('invalid', message, { fields: { address: [message] } })
}
