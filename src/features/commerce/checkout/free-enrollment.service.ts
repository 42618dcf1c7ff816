import { holdQuote, quote } from '#features/commerce/coupons/coupons.public.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import { atPoint, openPurchase, retire, sendReceipt, tellBuyer } from '#features/commerce/payments/payments.public.ts'
import { AppError } from '#shared/app-error.ts'
import type { Offer } from './checkout.queries.ts'
import { type CheckoutDeps, type Choice, countTry, offerOf } from './pricing.service.ts'
import { alreadyOwned, disputed, firstOfRounds } from './purchase-refusals.service.ts'

type FreeChoice = Pick<Choice, 'slug' | 'coupon' | 'from'>

/** Takes what is free, by itself or with a coupon, through the same purchase record as what is paid. Returns the purchase's id. */
export async function enrollFree(deps: CheckoutDeps, memberId: string, choice: FreeChoice): Promise<string> {
  await countTry(deps, memberId, choice)
  return firstOfRounds(() => enroll(deps, memberId, choice))
}

/** Undefined when a payment that was begun had to make way, or somebody else moved the purchase on meanwhile. */
async function enroll(deps: CheckoutDeps, memberId: string, { slug, coupon }: FreeChoice): Promise<string | undefined> {
  const offer = await offerOf(deps, { kind: undefined, slug })
  if (await ownsProduct(deps.db, memberId, offer.id)) throw alreadyOwned()

  // What is free by itself spends no coupon.
  const purchase = await freePurchase(deps, memberId, { offer, coupon: offer.priceCents === 0 ? undefined : coupon })
  if (purchase?.state === 'paid') return purchase.id
  if (purchase?.state === 'disputed') throw await disputed(deps)
  // It had a price when the member began to pay.
  if (purchase) await atPoint(deps, 'reopening', () => retire(deps, purchase))
  return undefined
}

type Wanted = { offer: Offer; coupon: string | undefined }

/** Purchase and receipt are stored together; what cost nothing from the start needs no receipt. */
async function freePurchase(deps: CheckoutDeps, memberId: string, { offer, coupon: code }: Wanted) {
  const { db, jobs, payments, now } = deps
  const quoted = await quote(db, { memberId, product: offer, code, now: now() })
  if (quoted.priceCents !== 0) throw new AppError('invalid', 'This item is not free.')
  const { coupon, ...price } = quoted
  const { id: productId, title: itemName, currency } = offer
  const taken = { memberId, productId, itemName, currency, ...price, couponId: coupon?.id ?? null }
  return db.transaction(async (tx) => {
    const time = now()
    if (!(await holdQuote(tx, { memberId, product: offer, quoted, now: time }))) return undefined
    const purchase = await openPurchase(tx, { ...taken, isLive: payments.isLive, createdAt: time, paidAt: time })
    if (purchase?.isNew && coupon) await jobs.enqueue(tx, sendReceipt, { purchaseId: purchase.id })
    if (purchase?.isNew) await tellBuyer(deps, tx, { purchase, happened: 'paid' })
    return purchase
  })
}
