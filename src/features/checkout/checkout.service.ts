import { quote } from '#features/coupons/coupons.public.ts'
import { ownsProduct } from '#features/ownership/ownership.public.ts'
import {
  academyIn,
  atPoint,
  attachIntent,
  canStillBePaid,
  disputedMessage,
  openPurchase,
  type Purchase,
  retire,
  sendReceipt,
  settle,
  type TaxOnPurchase,
} from '#features/purchases/purchases.public.ts'
import { readSite } from '#features/site/site.public.ts'
import { throttle, throttleAddress } from '#features/throttling/throttling.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { TaxAddress } from '#platform/payment-taxes.ts'
import { sharingLimit } from '#platform/payment-calls.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError, busy } from '#shared/app-error.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import type { Kind } from '#shared/kinds.ts'
import type { Limit } from '#shared/limit.ts'
import { cents, decimalOf, dollars, totalCents } from '#shared/money.ts'
import type { readPrice } from './checkout.contract.ts'
import { findOffer, type Offer } from './checkout.queries.ts'
import { hasTerms } from './checkout.rules.ts'
import { forCustomerOf } from './customers.service.ts'
import { demandAddress, NO_TAX, type Tax, taxOn } from './tax.service.ts'

export type CheckoutDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'payments' | 'now' | 'log'>

// Each round ends because somebody else moved the purchase on in between; two such rounds are rare, four a fault.
const ROUNDS = 4

// Codes are short words: nobody may try them all, with however many accounts.
const COUPON_TRIES: Limit = { what: 'coupon', hits: 100, windowMs: 60 * 60_000 }
const COUPON_TRIES_PER_ADDRESS: Limit = { what: 'coupon-address', hits: 300, windowMs: 60 * 60_000 }

// The provider answers so many questions a second for the whole academy: no member may ask all of them.
const OPENINGS: Limit = { what: 'open-payment', hits: 60, windowMs: 60 * 60_000 }

const alreadyOwned = () => new AppError('already_owned', "You've already purchased this item.")
/** Neither owned nor for sale to this buyer: the door is closed, and only the operator or the bank can open it. */
async function disputed({ db }: Pick<Deps, 'db'>): Promise<AppError> {
  const { email, phone } = await readSite(db)
  return new AppError('payment_mismatch', disputedMessage([email, phone].filter(Boolean).join(' or ')))
}
const noSuchOffer = () => new AppError('not_found', 'This item is not for sale.')

/** What a buyer asks for. */
type Choice = {
  kind: Kind
  slug: string
  coupon: string | undefined
  /** The IP address from where it is asked. */
  from: string
  address: TaxAddress | undefined
  /** What the buyer was shown. */
  total: string | undefined
}

/** Opens the payment of a product, or finds the one that is open: calling twice makes one purchase and one intent. */
export async function openPayment(
  deps: CheckoutDeps,
  memberId: string,
  choice: Choice,
): Promise<{ clientSecret: string; purchaseId: string }> {
  await countTry(deps, memberId, choice)
  return atPoint(deps, 'opening', () => sharingLimit(() => openOrFind(deps, memberId, choice)))
}

async function openOrFind(
  deps: CheckoutDeps,
  memberId: string,
  choice: Choice,
): Promise<{ clientSecret: string; purchaseId: string }> {
  for (let round = 0; round < ROUNDS; round++) {
    const offer = await findOffer(deps.db, choice.kind, choice.slug)
    if (!offer) throw noSuchOffer()
    if (offer.priceCents === 0) throw new AppError('invalid', 'This item is free: enroll without a card.')
    if (await ownsProduct(deps.db, memberId, offer.id)) throw alreadyOwned()
    await demandAddress(deps, choice.address)

    const tax = await taxOn(deps, memberId, { ...choice, offer })
    const { purchase, terms } = await livePurchase(deps, memberId, { ...choice, offer, tax })
    if (purchase?.state === 'disputed') throw await disputed(deps)
    if (purchase && purchase.state !== 'pending') throw alreadyOwned()
    const intent = purchase && (await payableIntent(deps, purchase, terms))
    if (purchase && intent) return { clientSecret: intent.clientSecret, purchaseId: purchase.id }
  }
  throw busy('This purchase is being updated. Please try again in a moment.')
}

async function countTry(
  deps: CheckoutDeps,
  memberId: string,
  { coupon, from }: Pick<Choice, 'coupon' | 'from'>,
): Promise<void> {
  if (coupon === undefined) return
  await throttle(deps, deps.db, COUPON_TRIES, memberId)
  await throttleAddress(deps, deps.db, COUPON_TRIES_PER_ADDRESS, from)
}

type Wanted = { offer: Offer; coupon: string | undefined }
type WantedForMoney = Wanted & { tax: Tax | undefined; total: string | undefined }

/** What a purchase costs now, as it would be stored. */
type Terms = Pick<Purchase, 'listPriceCents' | 'discountCents' | 'priceCents' | 'couponId' | 'currency'> & TaxOnPurchase

/** Price and purchase in one transaction: the coupon is locked until its use is stored. */
function livePurchase(
  { db, payments, now }: CheckoutDeps,
  memberId: string,
  { offer, coupon, tax, total }: WantedForMoney,
): Promise<{ terms: Terms; purchase: Awaited<ReturnType<typeof openPurchase>> }> {
  const { id: productId, title: itemName, currency } = offer
  return db.transaction(async (tx) => {
    const { coupon: used, ...price } = await quote(tx, {
      memberId,
      product: offer,
      code: coupon,
      now: now(),
      lock: true,
    })
    if (price.priceCents === 0) throw new AppError('invalid', 'This coupon makes the item free: enroll without a card.')
    const terms = { ...price, ...(tax?.purchase ?? NO_TAX), couponId: used?.id ?? null, currency }
    // The price changed while its tax was being calculated.
    if (tax && tax.onCents !== price.priceCents) return { terms, purchase: undefined }
    refuseOtherTotal(total, terms)
    const purchase = await openPurchase(tx, {
      memberId,
      productId,
      itemName,
      ...terms,
      isLive: payments.isLive,
      createdAt: now(),
    })
    return { terms, purchase }
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
async function payableIntent(deps: CheckoutDeps, purchase: Purchase, terms: Terms): Promise<Intent | undefined> {
  const { db, payments } = deps
  await throttle(deps, db, OPENINGS, purchase.memberId)
  const isCurrent = hasTerms(purchase, terms)
  if (purchase.paymentIntentId === null) {
    const intent = isCurrent ? await openIntent(deps, purchase) : undefined
    if (!intent || intent.status === 'canceled') {
      await retire(deps, { ...purchase, paymentIntentId: null })
      return undefined
    }
    // False: it was ended by somebody else meanwhile. Nobody has seen this intent's secret.
    return (await attachIntent(db, purchase.id, intent.id)) ? intent : undefined
  }

  const { paymentIntentId } = purchase
  return atPoint(deps, 'reopening', async () => {
    const intent = await payments.readIntent(paymentIntentId)
    if (intent?.status === 'succeeded') {
      if ((await settle(deps, purchase, intent)).kind === 'paid') throw alreadyOwned()
      throw new AppError(
        'payment_mismatch',
        'A payment arrived for this item that does not match the order. Please contact us.',
      )
    }
    if (isCurrent && canStillBePaid(purchase, intent)) return intent
    await retire(deps, purchase)
    return undefined
  })
}

function openIntent(deps: CheckoutDeps, purchase: Purchase): Promise<Intent> {
  const { id: purchaseId, memberId, orderNumber, itemName, currency } = purchase
  // All as the purchase has stored it, so that asking again is the same request to the provider.
  const order = {
    academy: academyIn(deps.config),
    purchaseId,
    orderNumber,
    itemName,
    amount: cents(totalCents(purchase)),
    currency,
  }
  return forCustomerOf(deps, memberId, (customerId) => deps.payments.openIntent({ ...order, customerId }))
}

/** Takes what is free, by itself or with a coupon, through the same purchase record as what is paid. */
export async function enrollFree(
  deps: CheckoutDeps,
  memberId: string,
  { slug, coupon, from }: Pick<Choice, 'slug' | 'coupon' | 'from'>,
): Promise<string> {
  await countTry(deps, memberId, { coupon, from })
  for (let round = 0; round < ROUNDS; round++) {
    const offer = await findOffer(deps.db, undefined, slug)
    if (!offer) throw noSuchOffer()
    if (await ownsProduct(deps.db, memberId, offer.id)) throw alreadyOwned()

    // What is free by itself spends no coupon.
    const purchase = await freePurchase(deps, memberId, { offer, coupon: offer.priceCents === 0 ? undefined : coupon })
    if (purchase?.state === 'paid') return purchase.id
    if (purchase?.state === 'disputed') throw await disputed(deps)
    // It had a price when the member began to pay.
    if (purchase) await atPoint(deps, 'reopening', () => retire(deps, purchase))
  }
  throw busy('This purchase is being updated. Please try again in a moment.')
}

/** Purchase and receipt are stored together; what cost nothing from the start needs no receipt. */
function freePurchase({ db, jobs, payments, now }: CheckoutDeps, memberId: string, { offer, coupon }: Wanted) {
  const { id: productId, title: itemName, currency } = offer
  return db.transaction(async (tx) => {
    const time = now()
    const { coupon: used, ...price } = await quote(tx, {
      memberId,
      product: offer,
      code: coupon,
      now: time,
      lock: true,
    })
    if (price.priceCents !== 0) throw new AppError('invalid', 'This item is not free.')
    const isLive = payments.isLive
    const taken = { memberId, productId, itemName, currency, ...price, couponId: used?.id ?? null, isLive }
    const purchase = await openPurchase(tx, { ...taken, createdAt: time, paidAt: time })
    if (purchase?.isNew && used) await jobs.enqueue(tx, sendReceipt, { purchaseId: purchase.id })
    return purchase
  })
}

/** What an item would cost this member now. */
export async function priceOf(
  deps: CheckoutDeps,
  memberId: string,
  { slug, coupon, address, from }: Pick<Choice, 'slug' | 'coupon' | 'address' | 'from'>,
): Promise<ReplyOf<typeof readPrice>> {
  await countTry(deps, memberId, { coupon, from })
  const offer = await findOffer(deps.db, undefined, slug)
  if (!offer) throw noSuchOffer()
  const quoted = await quote(deps.db, { memberId, product: offer, code: coupon, now: deps.now(), lock: false })
  const tax = await atPoint(deps, 'opening', () => taxOn(deps, memberId, { offer, coupon, address }))
  return {
    list_price: decimalOf(cents(quoted.listPriceCents)),
    discount: decimalOf(cents(quoted.discountCents)),
    price: decimalOf(cents(quoted.priceCents)),
    tax: tax ? decimalOf(cents(tax.purchase.taxCents)) : null,
    total: decimalOf(cents(quoted.priceCents + (tax?.purchase.taxCents ?? 0))),
    coupon: quoted.coupon?.code ?? null,
  }
}
