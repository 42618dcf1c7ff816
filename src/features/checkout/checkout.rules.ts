import { DISPUTED } from '#shared/disputed.ts'
import { totalCents } from '#shared/money.ts'
import { unreachable } from '#shared/unreachable.ts'

/** Moves along pending → paid → refunded, paid ⇄ disputed, pending → failed | expired. */
export type PurchaseState = 'pending' | 'paid' | 'refunded' | 'disputed' | 'failed' | 'expired'

/** The browser's own call may still be under way: younger purchases are left to it. */
export const SWEEP_AFTER_MS = 60_000

/** A payment that nobody finished is given up after a day. */
export const GIVE_UP_AFTER_MS = 24 * 60 * 60_000

const MINUTE_MS = 60_000
/** So often within its age a pending purchase is asked about: each minute at first, then every 2, 4, 8 minutes, at most 64. */
const TIMES_WITHIN_AGE = 8
const MOST_MINUTES_BETWEEN = 64

/** Whether the sweep of this minute asks the provider about a pending purchase. Most were left by buyers who won't come back. */
export function isAskedAbout({ createdAt }: { createdAt: Date }, now: Date): boolean {
  const age = now.getTime() - createdAt.getTime()
  const minutes = Math.floor(age / MINUTE_MS)
  // Given up within the hour; what is left then is a payment that does not fit, and waits for the operator.
  if (age > GIVE_UP_AFTER_MS && age < GIVE_UP_AFTER_MS + MOST_MINUTES_BETWEEN * MINUTE_MS) return true
  const between = 2 ** Math.max(0, Math.floor(Math.log2(minutes / TIMES_WITHIN_AGE)))
  return minutes % Math.min(between, MOST_MINUTES_BETWEEN) === 0
}

type PricedPurchase = {
  id: string
  priceCents: number
  taxCents: number
  currency: string
  paymentIntentId: string | null
}

/** What the card provider says about a payment. */
export type PaymentFacts = {
  id: string
  status: string
  amount: number
  amountReceived: number
  currency: string
  purchaseId: string | undefined
  isLive: boolean
}

export type Verdict =
  | { kind: 'paid' }
  | { kind: 'incomplete'; message: string }
  | { kind: 'mismatch'; what: 'intent' | 'purchase' | 'mode' | 'currency' | 'amount' }

/** A purchase is paid when all of it agrees: intent, purchase, live mode, currency, amount and status. */
export function verdictOn(purchase: PricedPurchase, facts: PaymentFacts, isLive: boolean): Verdict {
  if (facts.id !== purchase.paymentIntentId) return { kind: 'mismatch', what: 'intent' }
  if (facts.purchaseId !== purchase.id) return { kind: 'mismatch', what: 'purchase' }
  if (facts.isLive !== isLive) return { kind: 'mismatch', what: 'mode' }
  if (facts.currency !== purchase.currency) return { kind: 'mismatch', what: 'currency' }
  if (facts.amount !== totalCents(purchase)) return { kind: 'mismatch', what: 'amount' }
  if (facts.status !== 'succeeded') return { kind: 'incomplete', message: incompleteMessage(facts.status) }
  return facts.amountReceived === totalCents(purchase) ? { kind: 'paid' } : { kind: 'mismatch', what: 'amount' }
}

type PaidState = 'paid' | 'refunded' | 'disputed'

/** Where a payment that was made stands now. What was given back in part stays paid. */
export function paidStateOf(facts: { amount: number; refunded: number; dispute: 'none' | 'open' | 'lost' }): PaidState {
  if (facts.refunded >= facts.amount || facts.dispute === 'lost') return 'refunded'
  return facts.dispute === 'open' ? 'disputed' : 'paid'
}

/** The states on the way from one to another, without the first; undefined when the purchase has ended elsewhere. */
export function wayTo(from: PurchaseState, to: PaidState): PaidState[] | undefined {
  if (from === to) return []
  switch (from) {
    case 'pending':
      return to === 'paid' ? ['paid'] : ['paid', to]
    case 'paid':
    case 'disputed':
      return [to]
    case 'refunded':
    case 'failed':
    case 'expired':
      return undefined
    default:
      return unreachable(from)
  }
}

export type Standing = { state: PurchaseState; refundedCents: number }

/** What went back, or was taken back, between two looks at a payment: for the log. */
export function reversals(before: Standing, after: Standing & { dispute: 'none' | 'open' | 'lost' }) {
  const kinds: ('dispute.opened' | 'dispute.won' | 'dispute.lost' | 'refund.made')[] = []
  const isNow = (state: PurchaseState) => after.state === state && before.state !== state
  if (isNow('disputed')) kinds.push('dispute.opened')
  if (before.state === 'disputed' && after.state === 'paid') kinds.push('dispute.won')
  if (isNow('refunded') && after.dispute === 'lost') kinds.push('dispute.lost')
  if (after.refundedCents > before.refundedCents) kinds.push('refund.made')
  return kinds
}

function incompleteMessage(status: string): string {
  if (status === 'processing')
    return 'Your payment is still being processed. Your purchase opens as soon as the payment arrives.'
  if (status === 'canceled') return 'This payment was canceled. Nothing was charged. Please start again.'
  return 'The payment is not complete. Nothing was charged. Please try again.'
}

type Terms = {
  listPriceCents: number
  priceCents: number
  taxCents: number
  currency: string
  couponId: string | null
  taxCountry: string | null
  taxPostalCode: string | null
}

/** Whether an open purchase is what its buyer would get now; another must make way for a new one. */
export function hasTerms(purchase: Terms, now: Terms): boolean {
  return (
    purchase.listPriceCents === now.listPriceCents &&
    purchase.priceCents === now.priceCents &&
    purchase.taxCents === now.taxCents &&
    purchase.currency === now.currency &&
    purchase.couponId === now.couponId &&
    purchase.taxCountry === now.taxCountry &&
    purchase.taxPostalCode === now.taxPostalCode
  )
}

/** Whether the provider's intent still is the payment of this purchase, and can be paid. */
export function canStillBePaid(purchase: PricedPurchase, intent: PaymentFacts | undefined): boolean {
  return (
    intent !== undefined &&
    intent.status !== 'canceled' &&
    intent.amount === totalCents(purchase) &&
    intent.currency === purchase.currency
  )
}

/** Why a buyer finds the door closed, and whom to write to; `contact` is empty where the academy told none. */
export function disputedMessage(contact: string): string {
  return `${DISPUTED.fact} Nothing more was charged. ${DISPUTED.wayOut} Questions? Please contact us${contact && ` (${contact})`}.`
}

/** The answer to a confirmation of a purchase that is pending no more. */
export function settledAnswer(state: Exclude<PurchaseState, 'pending'>): {
  response: 'SUCCESS' | 'FAILED'
  message: string
} {
  switch (state) {
    case 'paid':
      return { response: 'SUCCESS', message: 'Thank you. Your purchase is ready.' }
    case 'refunded':
      return { response: 'FAILED', message: 'This purchase was refunded.' }
    case 'disputed':
      return { response: 'FAILED', message: disputedMessage('') }
    case 'failed':
    case 'expired':
      return {
        response: 'FAILED',
        message:
          'Your payment came after this order had ended. The academy has been told, and gives it back. Please contact us if it does not arrive.',
      }
    default:
      return unreachable(state)
  }
}

/** How far a purchase or a refund had come when the card provider could not be asked. */
export type Point =
  /** No payment of it was ever opened. */
  | 'opening'
  /** One was, perhaps in another window, and may have been paid. */
  | 'reopening'
  /** The card was given to the provider. */
  | 'confirming'
  /** Nothing has been given back by this command. */
  | 'before_refund'
  /** The provider may have heard that the money is to be given back. */
  | 'refunding'

/** What the caller is told then: nothing is denied that may have happened. `isAway` is false where the provider does not let us in. */
export function unavailableMessage(point: Point, isAway: boolean): string {
  const why = isAway ? 'The card provider cannot be reached right now' : 'Payments are not possible right now'
  const when = isAway ? 'Please try again in a minute.' : 'The academy has been told. Please try again later.'
  switch (point) {
    case 'opening':
      return `${why}. Nothing was charged. ${when}`
    case 'reopening':
      return `${why}, so an earlier payment for this item could not be checked. Nothing more was charged. ${when}`
    case 'confirming':
      return `${isAway ? why : 'Payments cannot be checked right now'}, so we do not know yet whether your card was charged. We go on checking: if it was, your purchase opens by itself, and the receipt comes by email. It is safe to come back later, and you are not charged twice.`
    case 'before_refund':
      return `${why}. Nothing was given back. ${isAway ? 'Run this again in a minute.' : 'Run doctor, then this again.'}`
    case 'refunding':
      return `${why}. The money may have been given back, or not. Run the same command again ${isAway ? 'in a minute' : 'once doctor finds nothing wrong'}: it asks first, and gives nothing back twice.`
    default:
      return unreachable(point)
  }
}
