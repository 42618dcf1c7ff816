import { DISPUTED_TEXT } from '#shared/disputed-text.ts'
import { totalCents } from '#shared/money.ts'
import { unreachable } from '#shared/unreachable.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

/** The possible transitions are: pending → paid → refunded, paid ⇄ disputed, pending → failed | expired. */
export type PurchaseState = 'pending' | 'paid' | 'refunded' | 'disputed' | 'failed' | 'expired'

type PricedPurchase = {
  id: string
  priceCents: number
  taxCents: number
  currency: string
  paymentIntentId: string | null
}

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

/**
 * Checks whether a purchase is paid. Everything must match: PaymentIntent, purchase, live mode, currency, amount, and
 * status.
 */
export function verifyPayment(purchase: PricedPurchase, facts: PaymentFacts, isLive: boolean): Verdict {
  if (facts.id !== purchase.paymentIntentId) return { kind: 'mismatch', what: 'intent' }
  if (facts.purchaseId !== purchase.id) return { kind: 'mismatch', what: 'purchase' }
  if (facts.isLive !== isLive) return { kind: 'mismatch', what: 'mode' }
  if (facts.currency !== purchase.currency) return { kind: 'mismatch', what: 'currency' }
  if (facts.amount !== totalCents(purchase)) return { kind: 'mismatch', what: 'amount' }
  if (facts.status !== 'succeeded') return { kind: 'incomplete', message: incompleteMessage(facts.status) }
  return facts.amountReceived === totalCents(purchase) ? { kind: 'paid' } : { kind: 'mismatch', what: 'amount' }
}

export type PaidState = 'paid' | 'refunded' | 'disputed'

/** What happened to a payment's amount: how much was refunded, is being held by a bank, or was lost to a bank. */
type ReversedAmounts = { amount: number; refunded: number; held: number; lost: number }

/** Banks calculate in the currency of the card, so a dispute about all that is left may differ from it a little. */
const FULL_DISPUTE_TOLERANCE = 0.1

/**
 * Returns the state of a paid payment. It stays paid after a partial refund, or after the loss of a small part of what
 * was left. It is disputed while a bank is holding any of it.
 */
export function getPaidState({ amount, refunded, held, lost }: ReversedAmounts): PaidState {
  if (refunded >= amount || (lost > 0 && lost >= (amount - refunded) * (1 - FULL_DISPUTE_TOLERANCE))) return 'refunded'
  return held > 0 ? 'disputed' : 'paid'
}

/**
 * Whether a whole order was returned at some time, although the backup doesn't show that, because a refund has failed
 * since then. Each credit note is for what was returned since the previous one, so their sum is what had been returned
 * by that time. `lost` is what a bank had taken by that time. The bank may have returned it before the next credit
 * note.
 */
export function hadEnded({ amount }: { amount: number }, notes: { cents: number; lost: number }[]): boolean {
  let returned = 0
  return notes.some(({ cents, lost }) => {
    returned += cents
    return getPaidState({ amount, refunded: returned - lost, lost, held: 0 }) === 'refunded'
  })
}

/** Returns how much of a refund applies to the order, which may have cost less than was paid. */
export function getRefundedCents(
  purchase: { priceCents: number; taxCents: number },
  { refunded }: { refunded: number },
): number {
  return Math.min(refunded, totalCents(purchase))
}

/** Returns the states after `from` up to `to`. Returns undefined if the purchase ended in another state. */
export function getTransitions(from: PurchaseState, to: PaidState): PaidState[] | undefined {
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

export type PurchaseBalance = { state: PurchaseState; refundedCents: number; lostCents: number }

/** What banks took in lost disputes between two reads of a payment, and what they returned of earlier ones. */
export type DisputeDecisions = { lostCents: number; reversedCents: number }

/** Lists, for the log, which disputes and refunds happened between two reads of a payment. */
export function getReversals(before: PurchaseBalance, after: PurchaseBalance, decided?: DisputeDecisions) {
  const kinds: ('dispute.opened' | 'dispute.won' | 'dispute.lost' | 'refund.made')[] = []
  const { lostCents, reversedCents } = decided ?? { lostCents: 0, reversedCents: 0 }
  if (after.state === 'disputed' && before.state !== 'disputed') kinds.push('dispute.opened')
  const isWon = before.state === 'disputed' && after.state === 'paid' && lostCents === 0
  if (isWon || reversedCents > 0) kinds.push('dispute.won')
  if (lostCents > 0) kinds.push('dispute.lost')
  if (after.refundedCents > before.refundedCents) kinds.push('refund.made')
  return kinds
}

/** Returns the message for a payment that has this status at the provider and has not succeeded yet. */
export function incompleteMessage(status: string): string {
  if (status === 'processing')
    return 'Your payment is still being processed. You’ll get access as soon as it goes through.'
  if (status === 'canceled') return 'This payment was canceled. Nothing was charged. Please start again.'
  return 'The payment isn’t complete. Nothing was charged. Try again.'
}

/** Whether the provider's PaymentIntent still belongs to this purchase and can be paid. */
export function canStillBePaid(purchase: PricedPurchase, intent: PaymentFacts | undefined): boolean {
  return (
    intent !== undefined &&
    intent.status !== 'canceled' &&
    intent.amount === totalCents(purchase) &&
    intent.currency === purchase.currency
  )
}

/** Says why access is paused and whom to contact. `contact` is empty if the academy has set none. */
export function disputedMessage(contact: string): string {
  return `${DISPUTED_TEXT.fact} You weren’t charged again. ${DISPUTED_TEXT.wayOut} Questions? Please contact us${contact && ` (${contact})`}.`
}

/** Returns the response if someone confirms a purchase that is no longer pending. */
export function getSettledReply(
  state: Exclude<PurchaseState, 'pending'>,
  isOpen = false,
): {
  response: 'SUCCESS' | 'FAILED'
  message: string
} {
  switch (state) {
    case 'paid':
      return { response: 'SUCCESS', message: 'Thank you. Your purchase is ready.' }
    case 'refunded':
      return {
        response: 'FAILED',
        message: 'This purchase is no longer active. Your account shows what was refunded.',
      }
    case 'disputed':
      return {
        response: 'FAILED',
        message: isOpen ? 'The payment is disputed. You still have access to this item.' : disputedMessage(''),
      }
    case 'failed':
    case 'expired':
      return {
        response: 'FAILED',
        message:
          'Your payment arrived after this order was closed. We were notified and will refund it. Please contact us if the refund doesn’t arrive.',
      }
    default:
      return unreachable(state)
  }
}

/** This limit exists because no member may use up the provider's rate limit, which the whole academy shares. */
export const CONFIRMATION_LIMIT: RateLimit = { what: 'confirm-payment', hits: 120, windowMs: 60 * 60_000 }

/** One refund of a payment at a time. After a crash, the next one can start when this window is over. */
export const REFUND_TURN: RateLimit = { what: 'refund-payment', hits: 1, windowMs: 30_000 }

/** How long the provider may still carry out a refund whose response was lost. */
export const OPEN_REFUND: RateLimit = { what: 'open-refund', hits: 1, windowMs: 5 * 60_000 }
