import type { Transaction } from '#db/open-database.ts'
import { holdQuote, type Quote } from '#features/commerce/coupons/coupons.public.ts'
import { ownsProduct } from '#features/foundation/ownership/ownership.public.ts'
import {
  getAcademyHost,
  getAcademyMetadata,
  callProviderAtStage,
  attachIntent,
  canStillBePaid,
  otherAddressError,
  expirePurchase,
  isOurPayment,
  openPurchase,
  type Purchase,
  retirePurchase,
  toSaleMetadata,
  settlePurchase,
} from '#features/commerce/payments/payments.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { withSharedTimeLimit } from '#platform/payment-calls.ts'
import { type Intent, IdempotencyConflictError } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDollars } from '#shared/format-dollars.ts'
import { cents, formatCentsAsDollars, formatDecimal, totalCents } from '#shared/money.ts'
import type { Offer } from './checkout.queries.ts'
import { matchesTerms, NO_TAX, type PurchaseTerms, OPEN_PAYMENT_LIMIT } from './checkout.rules.ts'
import { openForCustomer } from './customers.service.ts'
import {
  type CheckoutDeps,
  type Choice,
  enforceCouponLimit,
  getOffer,
  purchaseStageReader,
  priceFor,
} from './pricing.service.ts'
import { alreadyOwnedError, createDisputedError, retryUntilFound } from './purchase-errors.service.ts'

/** `total` is the amount that the buyer saw, such as '119.20'. */
type PaymentChoice = Choice & { total: string | undefined }

/** The maximum that Stripe charges in one payment. */
const MAX_CHARGE_CENTS = 99_999_999

type OpenedPayment = { clientSecret: string; purchaseId: string }

/**
 * Opens a payment for a product, or finds the pending one. Can be repeated safely: two requests create only one
 * purchase and one PaymentIntent.
 */
export async function openPayment(deps: CheckoutDeps, memberId: string, choice: PaymentChoice): Promise<OpenedPayment> {
  await enforceCouponLimit(deps, memberId, choice)
  return withSharedTimeLimit(() => retryUntilFound(() => openOrFind(deps, memberId, choice)))
}

/** Tries to open or find a payment. Returns undefined if another request changed the purchase. */
async function openOrFind(
  deps: CheckoutDeps,
  memberId: string,
  choice: PaymentChoice,
): Promise<OpenedPayment | undefined> {
  if (!deps.payments.isOpen)
    throw new AppError('payment_provider_unavailable', 'Purchases open soon. You can’t buy this item yet.')
  const offer = await getOffer(deps, choice)
  if (offer.priceCents === 0)
    throw new AppError('invalid', 'This item is free. Reload the page to get it without paying.')
  if (await ownsProduct(deps.db, memberId, offer.id)) throw alreadyOwnedError()

  return callProviderAtStage(deps, purchaseStageReader(deps, memberId, offer.id), () =>
    openOffer(deps, memberId, { ...choice, offer }),
  )
}

async function openOffer(
  deps: CheckoutDeps,
  memberId: string,
  choice: PaymentChoice & { offer: Offer },
): Promise<OpenedPayment | undefined> {
  const { offer } = choice
  const { quoted, tax = NO_TAX } = await priceFor(deps, memberId, { ...choice, isToPay: true })
  if (quoted.priceCents === 0)
    throw new AppError('invalid', 'This coupon makes the item free. Reload the page and apply the coupon again.')
  const { coupon, ...price } = quoted
  const { id: couponId = null, code: couponCode = null } = coupon ?? {}
  const terms: PurchaseTerms = { ...price, ...tax, couponId, couponCode, currency: offer.currency }
  assertTotal(choice.total, terms)
  const purchase = await findOrOpenPurchase(deps, memberId, { offer, quoted, terms })
  if (purchase?.state === 'disputed') throw await createDisputedError(deps)
  if (purchase && purchase.state !== 'pending') throw alreadyOwnedError()
  const intent = purchase && (await getPayableIntent(deps, purchase, { offer, quoted, terms }))
  return purchase && intent && { clientSecret: intent.clientSecret, purchaseId: purchase.id }
}

type PurchaseRequest = { offer: Offer; quoted: Quote; terms: PurchaseTerms }

/**
 * Finds or creates the purchase. Locks the coupon in the transaction that stores its use. Returns undefined if the
 * coupon's discount has changed.
 */
function findOrOpenPurchase(deps: CheckoutDeps, memberId: string, wanted: PurchaseRequest) {
  return deps.db.transaction(async (tx) =>
    (await holdCoupon(deps, tx, memberId, wanted)) ? openNewPurchase(deps, tx, memberId, wanted) : undefined,
  )
}

function holdCoupon(
  { now }: CheckoutDeps,
  tx: Transaction,
  memberId: string,
  { offer, quoted }: PurchaseRequest,
): Promise<boolean> {
  return holdQuote(tx, { memberId, product: offer, quoted, now: now() })
}

function openNewPurchase(
  { payments, now }: CheckoutDeps,
  tx: Transaction,
  memberId: string,
  { offer, terms }: PurchaseRequest,
  createdAt = now(),
) {
  const { id: productId, title: itemName } = offer
  return openPurchase(tx, { memberId, productId, itemName, ...terms, isLive: payments.isLive, createdAt })
}

/**
 * Ends a pending purchase whose terms are outdated. If the new purchase has the same coupon, it is stored in the same
 * transaction, so that the buyer keeps the price and no one else can take the coupon's last use in between. Both expire
 * a day after the first one was created.
 */
async function replacePurchase(deps: CheckoutDeps, purchase: Purchase, wanted: PurchaseRequest): Promise<void> {
  if (purchase.couponId === null || purchase.couponId !== wanted.terms.couponId) return retirePurchase(deps, purchase)
  if (purchase.paymentIntentId !== null) await deps.payments.cancelIntent(purchase.paymentIntentId)
  await deps.db.transaction(async (tx) => {
    if (!(await holdCoupon(deps, tx, purchase.memberId, wanted))) return
    await expirePurchase(tx, purchase, deps.now())
    await openNewPurchase(deps, tx, purchase.memberId, wanted, purchase.createdAt)
  })
}

/** Throws if the charge would differ from the total that the buyer saw. */
function assertTotal(shown: string | undefined, terms: PurchaseTerms): void {
  const sum = totalCents(terms)
  if (sum > MAX_CHARGE_CENTS)
    throw new AppError(
      'invalid',
      `With tax, this item costs more than the maximum charge (${formatCentsAsDollars(cents(MAX_CHARGE_CENTS))}). Please contact us.`,
    )
  const total = formatDecimal(cents(sum))
  if (shown === undefined || shown === total) return
  const message = `The price has changed. It is now ${formatDollars(total)}.`
  throw new AppError('invalid', message, { fields: { total: [message] } })
}

/** Returns the purchase's PaymentIntent if it can be paid now, or undefined if the purchase had to be replaced. */
async function getPayableIntent(
  deps: CheckoutDeps,
  purchase: Purchase,
  wanted: PurchaseRequest,
): Promise<Intent | undefined> {
  const { db, payments } = deps
  await enforceRateLimit(deps, db, OPEN_PAYMENT_LIMIT, purchase.memberId)
  const isCurrent = matchesTerms(purchase, wanted.terms)
  if (purchase.paymentIntentId === null) {
    const intent = isCurrent ? await openIntent(deps, purchase) : undefined
    if (!intent || intent.status === 'canceled') {
      await replacePurchase(deps, { ...purchase, paymentIntentId: null }, wanted)
      return undefined
    }
    // This is false if another request ended the purchase. No browser has received this intent's secret, so it can't be
    // paid.
    return (await attachIntent(db, purchase.id, intent.id)) ? intent : undefined
  }

  const { paymentIntentId } = purchase
  return callProviderAtStage(deps, 'reopening', async () => {
    const intent = await payments.readIntent(paymentIntentId)
    if (intent && !(await isOurPayment(deps, intent))) throw otherAddressError()
    if (intent?.status === 'succeeded') {
      if ((await settlePurchase(deps, purchase, intent)).kind === 'paid') throw alreadyOwnedError()
      throw new AppError('payment_mismatch', 'A payment for this item doesn’t match the order. Please contact us.')
    }
    const isConfirmable = intent?.isOfFormerAccount !== true
    if (isCurrent && isConfirmable && canStillBePaid(purchase, intent)) return intent
    await replacePurchase(deps, purchase, wanted)
    return undefined
  })
}

/**
 * Opens a PaymentIntent for the purchase. Returns undefined if the provider already has an intent for it with other
 * parameters, such as a former host, from a request whose response was lost. No browser has received that intent's
 * secret, so it can't have been paid.
 */
async function openIntent(deps: CheckoutDeps, purchase: Purchase): Promise<Intent | undefined> {
  const { id: purchaseId, memberId, orderNumber, itemName, currency } = purchase
  // The order is made only from the stored purchase, so that a retry sends an identical request to the provider.
  const order = {
    academy: getAcademyHost(deps.config),
    purchaseId,
    orderNumber,
    itemName,
    amount: cents(totalCents(purchase)),
    currency,
    metadata: { ...toSaleMetadata(purchase), ...(await getAcademyMetadata(deps.db)) },
  }
  try {
    return await openForCustomer(deps, memberId, (customerId) => deps.payments.openIntent({ ...order, customerId }))
  } catch (error) {
    if (!(error instanceof IdempotencyConflictError)) throw error
    deps.log.warn(
      { err: error, purchaseId },
      'a payment could not be opened with the earlier parameters; opening another one',
    )
    return undefined
  }
}
