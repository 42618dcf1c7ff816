import type { Transaction } from '#db/open.ts'
import { holdQuote, type Quote } from '#features/commerce/coupons/coupons.public.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import {
  academyIn,
  atPoint,
  attachIntent,
  canStillBePaid,
  elsewhere,
  expirePurchase,
  isOurPayment,
  openPurchase,
  type Purchase,
  retire,
  saleAsMetadata,
  settle,
} from '#features/commerce/payments/payments.public.ts'
import { throttle } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { sharingLimit } from '#platform/payment-calls.ts'
import { type Intent, OpenedOtherwise } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import type { Limit } from '#shared/limit.ts'
import { dollars } from '#shared/dollars.ts'
import { cents, decimalOf, totalCents } from '#shared/money.ts'
import type { Offer } from './checkout.queries.ts'
import { hasTerms, NO_TAX, type Terms } from './checkout.rules.ts'
import { forCustomerOf } from './customers.service.ts'
import { type CheckoutDeps, type Choice, countTry, offerOf, pointOf, priceFor } from './pricing.service.ts'
import { alreadyOwned, disputed, firstOfRounds } from './purchase-refusals.service.ts'

// The provider answers so many questions a second for the whole academy: no member may ask all of them.
const OPENINGS: Limit = { what: 'open-payment', hits: 60, windowMs: 60 * 60_000 }

/** `total` is what the buyer was shown, '119.20'. */
type PaymentChoice = Choice & { total: string | undefined }

type Opened = { clientSecret: string; purchaseId: string }

/** Opens the payment of a product, or finds the one that is open: calling twice makes one purchase and one intent. */
export async function openPayment(deps: CheckoutDeps, memberId: string, choice: PaymentChoice): Promise<Opened> {
  await countTry(deps, memberId, choice)
  return sharingLimit(() => firstOfRounds(() => openOrFind(deps, memberId, choice)))
}

/** Undefined when somebody else moved the purchase on meanwhile. */
async function openOrFind(deps: CheckoutDeps, memberId: string, choice: PaymentChoice): Promise<Opened | undefined> {
  const offer = await offerOf(deps, choice)
  if (offer.priceCents === 0) throw new AppError('invalid', 'This item is free: enroll without a card.')
  if (await ownsProduct(deps.db, memberId, offer.id)) throw alreadyOwned()

  return atPoint(deps, pointOf(deps, memberId, offer.id), () => openOffer(deps, memberId, { ...choice, offer }))
}

async function openOffer(
  deps: CheckoutDeps,
  memberId: string,
  choice: PaymentChoice & { offer: Offer },
): Promise<Opened | undefined> {
  const { offer } = choice
  const { quoted, tax = NO_TAX } = await priceFor(deps, memberId, { ...choice, isToPay: true })
  if (quoted.priceCents === 0) throw new AppError('invalid', 'This coupon makes the item free: enroll without a card.')
  const { coupon, ...price } = quoted
  const terms: Terms = { ...price, ...tax, couponId: coupon?.id ?? null, currency: offer.currency }
  refuseOtherTotal(choice.total, terms)
  const purchase = await livePurchase(deps, memberId, { offer, quoted, terms })
  if (purchase?.state === 'disputed') throw await disputed(deps)
  if (purchase && purchase.state !== 'pending') throw alreadyOwned()
  const intent = purchase && (await payableIntent(deps, purchase, { offer, quoted, terms }))
  return purchase && intent && { clientSecret: intent.clientSecret, purchaseId: purchase.id }
}

type Wanted = { offer: Offer; quoted: Quote; terms: Terms }

/** The coupon is held in the transaction that stores its use. Undefined when it takes off another sum by now. */
function livePurchase(deps: CheckoutDeps, memberId: string, wanted: Wanted) {
  return deps.db.transaction(async (tx) =>
    (await holds(deps, tx, memberId, wanted)) ? open(deps, tx, memberId, wanted) : undefined,
  )
}

function holds({ now }: CheckoutDeps, tx: Transaction, memberId: string, { offer, quoted }: Wanted): Promise<boolean> {
  return holdQuote(tx, { memberId, product: offer, quoted, now: now() })
}

function open({ payments, now }: CheckoutDeps, tx: Transaction, memberId: string, { offer, terms }: Wanted) {
  const { id: productId, title: itemName } = offer
  return openPurchase(tx, { memberId, productId, itemName, ...terms, isLive: payments.isLive, createdAt: now() })
}

/**
 * Ends an open purchase that is not what its buyer would get now. With the same coupon the next one takes its place in the same
 * transaction, so that the buyer keeps the price and nobody else gets the coupon's last use in between.
 */
async function makeWay(deps: CheckoutDeps, purchase: Purchase, wanted: Wanted): Promise<void> {
  if (purchase.couponId === null || purchase.couponId !== wanted.terms.couponId) return retire(deps, purchase)
  if (purchase.paymentIntentId !== null) await deps.payments.cancelIntent(purchase.paymentIntentId)
  await deps.db.transaction(async (tx) => {
    if (!(await holds(deps, tx, purchase.memberId, wanted))) return
    await expirePurchase(tx, purchase, deps.now())
    await open(deps, tx, purchase.memberId, wanted)
  })
}

/** Nobody pays another sum than the one that was shown. */
function refuseOtherTotal(shown: string | undefined, terms: Terms): void {
  const total = decimalOf(cents(totalCents(terms)))
  if (shown === undefined || shown === total) return
  const message = `The price has changed. It is now ${dollars(total)}.`
  throw new AppError('invalid', message, { fields: { total: [message] } })
}

/** The purchase's intent, when the buyer can pay it now; undefined when the purchase had to make way. */
async function payableIntent(deps: CheckoutDeps, purchase: Purchase, wanted: Wanted): Promise<Intent | undefined> {
  const { db, payments } = deps
  await throttle(deps, db, OPENINGS, purchase.memberId)
  const isCurrent = hasTerms(purchase, wanted.terms)
  if (purchase.paymentIntentId === null) {
    const intent = isCurrent ? await openIntent(deps, purchase) : undefined
    if (!intent || intent.status === 'canceled') {
      await makeWay(deps, { ...purchase, paymentIntentId: null }, wanted)
      return undefined
    }
    // False: it was ended by somebody else meanwhile. Nobody has seen this intent's secret.
    return (await attachIntent(db, purchase.id, intent.id)) ? intent : undefined
  }

  const { paymentIntentId } = purchase
  return atPoint(deps, 'reopening', async () => {
    const intent = await payments.readIntent(paymentIntentId)
    if (intent && !(await isOurPayment(deps, intent))) throw elsewhere()
    if (intent?.status === 'succeeded') {
      if ((await settle(deps, purchase, intent)).kind === 'paid') throw alreadyOwned()
      throw new AppError(
        'payment_mismatch',
        'A payment arrived for this item that does not match the order. Please contact us.',
      )
    }
    if (isCurrent && canStillBePaid(purchase, intent)) return intent
    await makeWay(deps, purchase, wanted)
    return undefined
  })
}

/**
 * Undefined when an earlier call asked otherwise, as after a change of the academy's address, and its answer was lost: nobody has seen the
 * secret of that intent, so that nobody can have paid it.
 */
async function openIntent(deps: CheckoutDeps, purchase: Purchase): Promise<Intent | undefined> {
  const { id: purchaseId, memberId, orderNumber, itemName, currency } = purchase
  // All as the purchase has stored it, so that asking again is the same request to the provider.
  const order = {
    academy: academyIn(deps.config),
    purchaseId,
    orderNumber,
    itemName,
    amount: cents(totalCents(purchase)),
    currency,
    metadata: saleAsMetadata(purchase),
  }
  try {
    return await forCustomerOf(deps, memberId, (customerId) => deps.payments.openIntent({ ...order, customerId }))
  } catch (error) {
    if (!(error instanceof OpenedOtherwise)) throw error
    deps.log.warn({ err: error, purchaseId }, 'a payment can not be opened as it was asked before; another one is')
    return undefined
  }
}
