import { getPaidState, type PurchaseState, type Verdict, getTransitions } from './payments.rules.ts'

/** What the provider says of a payment that was made. */
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

/** Whether a payment is none that its order can take: it does not fit, or the order had ended. */
export function isUnmatched({ state }: { state: PurchaseState }, verdict: Verdict, facts: PaymentAmounts): boolean {
  if (verdict.kind === 'mismatch') return true
  return verdict.kind === 'paid' && state !== 'refunded' && !getTransitions(state, getPaidState(facts))
}

/** What is with the buyer again, or on its way there, or was taken by a bank. */
export function getReturnedAmount({
  refunded,
  refunding,
  lost,
}: Pick<PaymentAmounts, 'refunded' | 'refunding' | 'lost'>): number {
  return refunded + refunding + lost
}

/** Whether all money of a payment that opened nothing is where it belongs. What a bank holds may come back when it is decided. */
export function isFullyReturned(facts: Omit<PaymentAmounts, 'disputes' | 'held'>): boolean {
  return facts.isSettledByHand || getReturnedAmount(facts) >= facts.amountReceived
}

/** Until when the operator has to answer a bank; undefined where none waits, null where it did not say until when. */
export function getResponseDueDate({ disputes }: Pick<PaymentAmounts, 'disputes'>): Date | null | undefined {
  const open = disputes.filter(({ isLost, isAnswered }) => !isLost && !isAnswered)
  if (open.length === 0) return undefined
  const due = open.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []))
  return due.length === 0 ? null : new Date(Math.min(...due))
}
