import { type Cents, cents, totalCents } from '#shared/money.ts'
import { getPaidState, type PurchaseState, type Verdict, getTransitions } from './payments.rules.ts'

type PaymentAmounts = {
  amount: number
  amountReceived: number
  refunded: number
  refunding: number
  held: number
  lost: number
  isSettledByHand: boolean
  disputes: { isLost: boolean; isAnswered: boolean; dueAt: Date | undefined }[]
}

/** Whether its order can't take the payment: it mismatches, or the order had ended. */
export function isUnmatched({ state }: { state: PurchaseState }, verdict: Verdict, facts: PaymentAmounts): boolean {
  if (verdict.kind === 'mismatch') return true
  return verdict.kind === 'paid' && state !== 'refunded' && !getTransitions(state, getPaidState(facts))
}

type PaymentBalance = Pick<PaymentAmounts, 'amountReceived' | 'refunded' | 'refunding' | 'lost'>

/**
 * What the academy still has of a payment, and can return: paid, less refunds that did not fail, less what banks took
 * in lost disputes, which may be more than was paid.
 */
export function getRefundableCents({ amountReceived, refunded, refunding, lost }: PaymentBalance): Cents {
  return cents(Math.max(0, amountReceived - refunded - refunding - lost))
}

type OrderBalance = {
  priceCents: number
  taxCents: number
  refundedCents: number
  refundingCents: number
  lostCents: number
}

/** The same of an order, as the provider last reported it. */
export function getRefundableOrderCents(order: OrderBalance): Cents {
  const { refundedCents: refunded, refundingCents: refunding, lostCents: lost } = order
  return getRefundableCents({ amountReceived: totalCents(order), refunded, refunding, lost })
}

/** Whether nothing of a payment is owed any more. Money held by a bank may come back. */
export function isFullyReturned(facts: PaymentBalance & Pick<PaymentAmounts, 'isSettledByHand'>): boolean {
  return facts.isSettledByHand || getRefundableCents(facts) === 0
}

/**
 * A failed refund is owed until `owedCents` of the payment are with the buyer, of which `returnedCents` are. Never more
 * than is left: a bank may have returned it meanwhile. `failed` is undefined when the provider gave no amount.
 */
export function getFailedRefundBalance(
  facts: PaymentBalance,
  failed: number | undefined,
): { owedCents: number; returnedCents: number | null } {
  const left = getRefundableCents(facts)
  const returnedCents = facts.amountReceived - left
  if (failed === undefined) return { owedCents: returnedCents + 1, returnedCents: null }
  return { owedCents: returnedCents + Math.min(left, failed), returnedCents }
}

/** The bank's response deadline; undefined when no response is due, null when the bank gave no date. */
export function getResponseDueDate({ disputes }: Pick<PaymentAmounts, 'disputes'>): Date | null | undefined {
  const open = disputes.filter(({ isLost, isAnswered }) => !isLost && !isAnswered)
  if (open.length === 0) return undefined
  const due = open.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []))
  return due.length === 0 ? null : new Date(Math.min(...due))
}
