import { formatCentsAsDollars, totalCents } from '#shared/money.ts'
import { type Amounts, getReturnedCents, ORDER_STATES } from './orders.rules.ts'

export const PURCHASE_STATES = ['paid', 'refunded', 'disputed', 'pending', 'expired', 'failed'] as const
export type PurchaseState = (typeof PURCHASE_STATES)[number]

export function isPurchaseState(word: string): word is PurchaseState {
  return (PURCHASE_STATES as readonly string[]).includes(word)
}

/**
 * Issues that need attention: a failed refund, a dispute that needs a response, or a payment whose purchase was not
 * delivered.
 */
export const PAYMENT_ISSUES = ['refund', 'dispute', 'payment'] as const
export type PaymentIssueFilter = (typeof PAYMENT_ISSUES)[number]

/** Returns the states that a filter selects. Undefined selects all states that a delivered order can have. */
export function getStates(state: PurchaseState | 'any' | undefined): readonly PurchaseState[] {
  if (state === undefined) return ORDER_STATES
  return state === 'any' ? PURCHASE_STATES : [state]
}

type PurchaseSummary = Pick<Amounts, 'priceCents' | 'taxCents' | 'refundedCents' | 'lostCents'> & {
  state: PurchaseState
  refundingCents: number
}

/** Returns text such as 'paid', 'paid, $5.00 refunded', 'paid, $5.00 refund pending', or 'free'. */
export function formatPurchaseState(found: PurchaseSummary): string {
  const total = totalCents(found)
  const back = getReturnedCents(found)
  const hasEnded = found.state === 'refunded'
  if (found.state !== 'paid' && !(hasEnded && back < total)) return found.state
  if (total === 0) return 'free'
  return [
    found.state,
    ...(hasEnded
      ? [`${formatCentsAsDollars(back)} of ${formatCentsAsDollars(total)} refunded`]
      : back > 0
        ? [`${formatCentsAsDollars(back)} refunded`]
        : []),
    ...(found.refundingCents > 0 ? [`${formatCentsAsDollars(found.refundingCents)} refund pending`] : []),
  ].join(', ')
}
