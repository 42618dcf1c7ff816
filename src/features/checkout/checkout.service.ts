import { ownsProduct } from '#features/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'
import { unreachable } from '#shared/unreachable.ts'
import { attachIntent, findOffer, findPurchase, type Offer, openPurchase, type Purchase } from './checkout.queries.ts'
import { canStillBePaid, type Kind, settledAnswer } from './checkout.rules.ts'
import { retire, settle } from './settlement.service.ts'

export type CheckoutDeps = Pick<Deps, 'db' | 'payments' | 'now' | 'log'>

// Each round ends because somebody else moved the purchase on in between; two such rounds are rare, four a fault.
const ROUNDS = 4

const alreadyOwned = () => new AppError('already_owned', "You've already purchased this item.")
const noSuchOffer = () => new AppError('not_found', 'No such item is for sale.')
const noSuchPurchase = () => new AppError('not_found', 'No such purchase.')

type Order = { kind: Kind; slug: string }

/** Opens the payment of a product, or finds the one that is open: calling twice makes one purchase and one intent. */
export async function openPayment(
  deps: CheckoutDeps,
  memberId: string,
  order: Order,
): Promise<{ clientSecret: string; purchaseId: string }> {
  for (let round = 0; round < ROUNDS; round++) {
    const offer = await findOffer(deps.db, order.kind, order.slug)
    if (!offer) throw noSuchOffer()
    if (offer.priceCents === 0) throw new AppError('invalid', 'This item is free: enroll without a card.')

    const purchase = await livePurchase(deps, memberId, offer)
    const intent = purchase && (await payableIntent(deps, purchase, offer))
    if (purchase && intent) return { clientSecret: intent.clientSecret, purchaseId: purchase.id }
  }
  throw new AppError('busy', 'This purchase is being changed elsewhere. Please try again.', { retryAfterSeconds: 2 })
}

async function livePurchase(deps: CheckoutDeps, memberId: string, offer: Offer): Promise<Purchase | undefined> {
  if (await ownsProduct(deps.db, memberId, offer.id)) throw alreadyOwned()
  const { id: productId, title: itemName, priceCents, currency } = offer
  const order = { memberId, productId, itemName, listPriceCents: priceCents, priceCents, currency }
  const purchase = await openPurchase(deps.db, { ...order, createdAt: deps.now() })
  if (purchase && purchase.state !== 'pending') throw alreadyOwned()
  return purchase
}

/** The purchase's intent, when the buyer can pay it now; undefined when the purchase had to make way. */
async function payableIntent(deps: CheckoutDeps, purchase: Purchase, offer: Offer): Promise<Intent | undefined> {
  const { db, payments } = deps
  if (purchase.paymentIntentId === null) {
    const isCurrent = purchase.priceCents === offer.priceCents && purchase.currency === offer.currency
    const intent = isCurrent ? await openIntent(deps, purchase, offer) : undefined
    if (!intent || intent.status === 'canceled') {
      await retire(deps, { ...purchase, paymentIntentId: null })
      return undefined
    }
    // False: it was ended by somebody else meanwhile. Nobody has seen this intent's secret.
    return (await attachIntent(db, purchase.id, intent.id)) ? intent : undefined
  }

  const intent = await payments.readIntent(purchase.paymentIntentId)
  if (intent?.status === 'succeeded') {
    if ((await settle(deps, purchase, intent)).kind === 'paid') throw alreadyOwned()
    throw new AppError('payment_mismatch', 'A payment for this item arrived that does not fit. Please contact us.')
  }
  if (canStillBePaid(purchase, offer, intent)) return intent
  await retire(deps, purchase)
  return undefined
}

function openIntent({ payments }: CheckoutDeps, purchase: Purchase, { kind, slug }: Offer): Promise<Intent> {
  const { id: purchaseId, priceCents, currency } = purchase
  // Neither kind nor slug ever changes, so that asking again is the same request to the provider.
  return payments.openIntent({ purchaseId, amount: cents(priceCents), currency, description: `${kind} ${slug}` })
}

type Payment = { kind: Kind; purchaseId: string; intentId: string }

/** Settles a purchase if the provider says that it is paid. Called again, it gives the same answer and does no more. */
export async function confirmPayment(
  deps: CheckoutDeps,
  memberId: string,
  { kind, purchaseId, intentId }: Payment,
): Promise<{ response: 'SUCCESS' | 'FAILED'; message: string }> {
  const purchase = isUuid(purchaseId) ? await findPurchase(deps.db, purchaseId) : undefined
  // Someone else's purchase answers like a missing one, so ids can't be probed.
  if (purchase?.memberId !== memberId || purchase.kind !== kind) throw noSuchPurchase()
  if (purchase.paymentIntentId !== intentId) {
    throw new AppError('payment_mismatch', 'This payment belongs to another purchase.')
  }
  if (purchase.state !== 'pending') return settledAnswer(purchase.state)

  const intent = await deps.payments.readIntent(intentId)
  if (!intent) throw new AppError('payment_mismatch', 'The card provider does not know this payment.')
  const verdict = await settle(deps, purchase, intent)
  switch (verdict.kind) {
    case 'paid':
      return settledAnswer('paid')
    case 'ended':
      return settledAnswer(verdict.state)
    case 'incomplete':
      return { response: 'FAILED', message: verdict.message }
    case 'mismatch':
      throw new AppError('payment_mismatch', 'The payment does not fit this purchase. Please contact us.')
    default:
      return unreachable(verdict)
  }
}

/** Takes a free product, through the same purchase record as a paid one. */
export async function enrollFree(deps: CheckoutDeps, memberId: string, slug: string): Promise<string> {
  for (let round = 0; round < ROUNDS; round++) {
    const offer = await findOffer(deps.db, undefined, slug)
    if (!offer) throw noSuchOffer()
    if (offer.priceCents !== 0) throw new AppError('invalid', 'This item is not free.')
    if (await ownsProduct(deps.db, memberId, offer.id)) throw alreadyOwned()

    const now = deps.now()
    const values = {
      memberId,
      productId: offer.id,
      itemName: offer.title,
      listPriceCents: 0,
      priceCents: 0,
      currency: offer.currency,
      createdAt: now,
      paidAt: now,
    }
    const purchase = await openPurchase(deps.db, values)
    if (purchase?.state === 'paid') return purchase.id
    if (purchase?.state === 'disputed') throw alreadyOwned()
    // It had a price when the member began to pay.
    if (purchase) await retire(deps, purchase)
  }
  throw new AppError('busy', 'This purchase is being changed elsewhere. Please try again.', { retryAfterSeconds: 2 })
}
