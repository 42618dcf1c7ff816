import {
  type Quote,
  getQuote,
  getVisitorQuote,
  isKnownCoupon,
  normalizeCouponCode,
} from '#features/commerce/coupons/coupons.public.ts'
import {
  callProviderAtStage,
  hasOpenedPayment,
  type PurchaseStage,
} from '#features/commerce/payments/payments.public.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import {
  assertWithinRateLimits,
  enforceRateLimit,
  isRemembered,
  type RateLimitEntry,
  rateLimitsForAddress,
  remember,
  uncountAttempts,
} from '#features/foundation/rate-limits/rate-limits.public.ts'
import { clientKeyFor } from '#platform/client-key.ts'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import { AppError } from '#shared/app-error.ts'
import type { Kind } from '#shared/kinds.ts'
import { findOffer, type Offer } from './checkout.queries.ts'
import type { Tax } from './checkout.rules.ts'
import { calculateTax } from './tax.service.ts'
import { COUPON_GUESSES_PER_ADDRESS, COUPON_GUESSES_PER_MEMBER, ENTERED_COUPONS } from './checkout.rules.ts'

export type CheckoutDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'payments' | 'now' | 'log'>

export type Choice = {
  /** The kind that the product must have. Undefined if it may be any. */
  kind: Kind | undefined
  slug: string
  coupon: string | undefined
  from: string
  address: TaxAddress | undefined
}

/**
 * Limits guesses of coupon codes. Call this once per request, before anything can reveal whether a coupon exists.
 * `memberId` is undefined for a visitor. Each code is counted before it is looked up, so that 100 concurrent guesses
 * count as 100. If the coupon exists, the code is no longer counted.
 */
export async function enforceCouponLimit(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  memberId: string | undefined,
  { coupon, from }: Pick<Choice, 'coupon' | 'from'>,
): Promise<void> {
  if (coupon === undefined) return
  const { db } = deps
  const guesses: RateLimitEntry[] = rateLimitsForAddress(COUPON_GUESSES_PER_ADDRESS, from)
  if (memberId !== undefined) guesses.push([COUPON_GUESSES_PER_MEMBER, memberId])
  await assertWithinRateLimits(deps, db, guesses)
  const entered: RateLimitEntry = [ENTERED_COUPONS, `${clientKeyFor(from).network} ${normalizeCouponCode(coupon)}`]
  if (await isRemembered(deps, db, entered)) return
  await countGuess(deps, guesses)
  if (await isKnownCoupon(db, coupon)) await uncountAttempts(deps, db, guesses)
  await remember(deps, db, entered)
}

/** Counts a guess. If it exceeds a limit, throws and counts nothing, because a refused guess reveals nothing. */
async function countGuess(deps: Pick<Deps, 'config' | 'db' | 'now'>, guesses: RateLimitEntry[]): Promise<void> {
  const counted: RateLimitEntry[] = []
  try {
    for (const entry of guesses) {
      counted.push(entry)
      await enforceRateLimit(deps, deps.db, ...entry)
    }
  } catch (error) {
    await uncountAttempts(deps, deps.db, counted)
    throw error
  }
}

export async function getOffer(
  { db }: Pick<Deps, 'db'>,
  { kind, slug }: Pick<Choice, 'kind' | 'slug'>,
): Promise<Offer> {
  const offer = await findOffer(db, kind, slug)
  if (!offer) throw new AppError('not_found', 'This item isn’t for sale.')
  return offer
}

type PriceRequest = Pick<Choice, 'coupon' | 'address'> & {
  /** Whether the buyer is about to pay, so that the tax must be known. */
  isToPay: boolean
}

/**
 * A member's price for a product. `tax` is undefined if no tax applies, or if the address that is needed to calculate
 * it is missing.
 */
export type Price = { quoted: Quote; tax: Tax | undefined }

/** Returns the price. Throws `invalid` if the coupon can't be used or, with `isToPay`, if the address is missing. */
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

/** Returns this member's price for a product. Reserves nothing. */
export async function getPrice(deps: CheckoutDeps, memberId: string, choice: Choice): Promise<Price> {
  await enforceCouponLimit(deps, memberId, choice)
  const offer = await getOffer(deps, choice)
  return callProviderAtStage(deps, purchaseStageReader(deps, memberId, offer.id), () =>
    priceFor(deps, memberId, { ...choice, offer, isToPay: false }),
  )
}

/** Returns a product's price before tax with a coupon from a link, for anyone. Reserves nothing. */
export async function getLinkPrice(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  { slug, coupon: code, from }: { slug: string; coupon: string; from: string },
): Promise<Quote> {
  await enforceCouponLimit(deps, undefined, { coupon: code, from })
  const product = await getOffer(deps, { kind: undefined, slug })
  return getVisitorQuote(deps.db, { product, code, now: deps.now() })
}

/**
 * Returns a function for when a request to the provider fails. It finds out whether a payment was opened earlier, which
 * may have been paid.
 */
export function purchaseStageReader(
  { db }: Pick<Deps, 'db'>,
  memberId: string,
  productId: string,
): () => Promise<PurchaseStage> {
  return async () => ((await hasOpenedPayment(db, memberId, productId)) ? 'reopening' : 'opening')
}

function missingAddressError(): AppError {
  const message = 'Enter your country and ZIP or postal code. We need them to calculate tax.'
  return new AppError('invalid', message, { fields: { address: [message] } })
}
