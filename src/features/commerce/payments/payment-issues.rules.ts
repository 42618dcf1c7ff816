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

/** The amount returned to the buyer, on its way there, or taken by a bank. */
export function getReturnedAmount({
  refunded,
  refunding,
  lost,
}: Pick<PaymentAmounts, 'refunded' | 'refunding' | 'lost'>): number {
  return refunded + refunding + lost
}

/** Whether all money of an undelivered payment was returned. Money held by a bank may come back. */
export function isFullyReturned(facts: Omit<PaymentAmounts, 'disputes' | 'held'>): boolean {
  return facts.isSettledByHand || getReturnedAmount(facts) >= facts.amountReceived
}

/** The bank's response deadline; undefined when no response is due, null when the bank gave no date. */
export function getResponseDueDate({ disputes }: Pick<PaymentAmounts, 'disputes'>): Date | null | undefined {
  const open = disputes.filter(({ isLost, isAnswered }) => !isLost && !isAnswered)
  if (open.length === 0) return undefined
  const due = open.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []))
  return due.length === 0 ? null : new Date(Math.min(...due))
}
