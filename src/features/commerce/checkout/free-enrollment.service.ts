import { holdQuote, getQuote } from '#features/commerce/coupons/coupons.public.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import {
  callProviderAtStage,
  openPurchase,
  retirePurchase,
  sendReceipt,
  notifyBuyer,
} from '#features/commerce/payments/payments.public.ts'
import { AppError } from '#shared/app-error.ts'
import type { Offer } from './checkout.queries.ts'
import { type CheckoutDeps, type Choice, enforceCouponLimit, getOffer } from './pricing.service.ts'
import { alreadyOwnedError, createDisputedError, retryUntilFound } from './purchase-errors.service.ts'

type FreeChoice = Pick<Choice, 'slug' | 'coupon' | 'from'>

/**
 * Enrolls a member in a product that is free, or that is free with a coupon. Creates a purchase as if it had been paid
 * for, and returns its ID.
 */
export async function enrollFree(deps: CheckoutDeps, memberId: string, choice: FreeChoice): Promise<string> {
  await enforceCouponLimit(deps, memberId, choice)
  return retryUntilFound(() => enroll(deps, memberId, choice))
}

/**
 * Tries to enroll the member. Returns undefined if a pending payment had to be replaced, or if another request changed
 * the purchase.
 */
async function enroll(deps: CheckoutDeps, memberId: string, { slug, coupon }: FreeChoice): Promise<string | undefined> {
  const offer = await getOffer(deps, { kind: undefined, slug })
  if (await ownsProduct(deps.db, memberId, offer.id)) throw alreadyOwnedError()

  // If the product is free anyway, the coupon doesn't count as used.
  const purchase = await createFreePurchase(deps, memberId, {
    offer,
    coupon: offer.priceCents === 0 ? undefined : coupon,
  })
  if (purchase?.state === 'paid') return purchase.id
  if (purchase?.state === 'disputed') throw await createDisputedError(deps)
  // The product had a price when the member started to pay.
  if (purchase) await callProviderAtStage(deps, 'reopening', () => retirePurchase(deps, purchase))
  return undefined
}

type FreePurchaseRequest = { offer: Offer; coupon: string | undefined }

/**
 * Stores the purchase, and enqueues its receipt in the same transaction. A product that is always free needs no
 * receipt.
 */
async function createFreePurchase(deps: CheckoutDeps, memberId: string, { offer, coupon: code }: FreePurchaseRequest) {
  const { db, jobs, payments, now } = deps
  const quoted = await getQuote(db, { memberId, product: offer, code, now: now() })
  if (quoted.priceCents !== 0) throw new AppError('invalid', 'This item isn’t free. Reload the page to see its price.')
  const { coupon, ...price } = quoted
  const { id: productId, title: itemName, currency } = offer
  const taken = {
    memberId,
    productId,
    itemName,
    currency,
    ...price,
    couponId: coupon?.id ?? null,
    couponCode: coupon?.code ?? null,
  }
  return db.transaction(async (tx) => {
    const time = now()
    if (!(await holdQuote(tx, { memberId, product: offer, quoted, now: time }))) return undefined
    const purchase = await openPurchase(tx, { ...taken, isLive: payments.isLive, createdAt: time, paidAt: time })
    if (purchase?.isNew && coupon) await jobs.enqueue(tx, sendReceipt, { purchaseId: purchase.id })
    if (purchase?.isNew) await notifyBuyer(deps, tx, { purchase, happened: 'paid' })
    return purchase
  })
}
