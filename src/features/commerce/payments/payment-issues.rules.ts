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

/** Whether the payment can't be applied to its order, because it doesn't match the order or the order had ended. */
export function isUnmatched({ state }: { state: PurchaseState }, verdict: Verdict, facts: PaymentAmounts): boolean {
  if (verdict.kind === 'mismatch') return true
  return verdict.kind === 'paid' && state !== 'refunded' && !getTransitions(state, getPaidState(facts))
}

export type PaymentBalance = Pick<PaymentAmounts, 'amountReceived' | 'refunded' | 'refunding' | 'lost'>

/**
 * Returns what the academy still has of a payment and can refund: what was paid, minus refunds that did not fail, minus
 * what banks took in lost disputes. Banks may take more than was paid.
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

/** Like `getRefundableCents`, for an order in the state that the provider last reported. */
export function getRefundableOrderCents(order: OrderBalance): Cents {
  const { refundedCents: refunded, refundingCents: refunding, lostCents: lost } = order
  return getRefundableCents({ amountReceived: totalCents(order), refunded, refunding, lost })
}

/**
 * Whether nothing more can be refunded, or the operator settled the payment. This can change: if a refund fails later,
 * its amount is owed again, and a bank may return money that it is holding.
 */
export function isFullyReturned(facts: PaymentBalance & Pick<PaymentAmounts, 'isSettledByHand'>): boolean {
  return facts.isSettledByHand || getRefundableCents(facts) === 0
}

/** Whether refunds returned all of a payment. Refunds in progress count, too. Unlike a lost dispute, this is final. */
export function isRefundedInFull(facts: PaymentBalance): boolean {
  return facts.refunded + facts.refunding >= facts.amountReceived
}

/** A payment's failed refunds and lost disputes. `refund` is undefined if the provider gave no amount. */
export type Failures = {
  refunds: { id: string | undefined; failedAt: Date; refund: { amount: number; createdAt: Date } | undefined }[]
  disputes: { id: string | undefined; lostAt: Date }[]
}

type FailureEvent = {
  type: string
  createdAt: Date
  objectId: string | undefined
  status: string | undefined
  refund: { amount: number; createdAt: Date } | undefined
}

/**
 * Finds the failures in a payment's events. For each refund or dispute, only the first event counts, because the
 * provider may send several.
 */
export function getFailures(events: FailureEvent[]): Failures {
  const oldestFirst = events.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
  const select = (isWanted: (event: FailureEvent) => boolean) => {
    const wanted = oldestFirst.filter(isWanted)
    return wanted.filter(
      ({ objectId: id }, place) => id === undefined || wanted.findIndex((earlier) => earlier.objectId === id) === place,
    )
  }
  return {
    refunds: select(({ type }) => type === 'refund.failed').map(({ objectId: id, createdAt: failedAt, refund }) => ({
      id,
      failedAt,
      refund,
    })),
    disputes: select(({ type, status }) => type === 'charge.dispute.closed' && status === 'lost').map(
      ({ objectId: id, createdAt: lostAt }) => ({ id, lostAt }),
    ),
  }
}

/**
 * Returns how much the buyer must have received for a failed refund to be settled (`owedCents`), and how much they have
 * received (`returnedCents`, or null if the provider gave no amount). `owedCents` is the most that the buyer ever had,
 * counting each refund until it failed. So a refund that repeats a failed one adds nothing.
 */
export function getFailedRefundBalance(
  payment: PaymentBalance & {
    refunds: { id: string; amount: number; createdAt: Date }[]
    disputes: { id: string; amount: number; isLost: boolean }[]
  },
  { refunds: failed, disputes: lostDisputes }: Failures,
): { owedCents: number; lostCents: number; returnedCents: number | null } {
  const given = payment.refunded + payment.refunding
  const balances = failed.map(({ id: failedId, failedAt: at }) => {
    const alive = failed.flatMap(({ id, failedAt, refund }) => (refund && failedAt >= at ? [{ ...refund, id }] : []))
    // Refunds that failed after the payment was read are still in its list, so they are excluded.
    const others = payment.refunds.filter(({ id }) => !failed.some((each) => each.id === id))
    // A refund that was made in the same second as the failure is a repetition of the failed one.
    const had = [...others, ...alive].filter(({ id, createdAt }) => createdAt < at || id === failedId)
    const isLostLater = (id: string) => lostDisputes.some((dispute) => dispute.id === id && dispute.lostAt > at)
    const lostCents = sum(payment.disputes.filter(({ id, isLost }) => isLost && !isLostLater(id)))
    return { owedCents: sum(had) + lostCents, lostCents }
  })
  const [peak] = balances.toSorted((one, other) => other.owedCents - one.owedCents)
  if (!peak || failed.some(({ refund }) => !refund))
    return { owedCents: given + payment.lost + 1, lostCents: payment.lost, returnedCents: null }
  const returned = given + Math.max(peak.lostCents, payment.lost)
  return { ...peak, returnedCents: Math.max(returned, peak.owedCents - getRefundableCents(payment)) }
}

/** Returns what is still owed after a failed refund, given these refunds. Returns null if it is unknown. */
export function getOwedCents(
  failed: { owedCents: number | null; lostCents: number; returnedCents: number | null } | undefined,
  payment: PaymentBalance,
  refunds: { amount: number; status: string }[],
): Cents | null {
  if (!failed) return cents(0)
  if (failed.owedCents === null || failed.returnedCents === null) return null
  const given = sum(refunds.filter(({ status }) => status !== 'failed'))
  const owed = failed.owedCents - given - Math.max(failed.lostCents, payment.lost)
  return cents(Math.max(0, Math.min(owed, getRefundableCents({ ...payment, refunded: given, refunding: 0 }))))
}

function sum(amounts: { amount: number }[]): number {
  return amounts.reduce((total, { amount }) => total + amount, 0)
}

/**
 * Returns the bank's deadline for a response. Returns undefined if no response is needed, and null if the bank gave no
 * date.
 */
export function getResponseDueDate({ disputes }: Pick<PaymentAmounts, 'disputes'>): Date | null | undefined {
  const open = disputes.filter(({ isLost, isAnswered }) => !isLost && !isAnswered)
  if (open.length === 0) return undefined
  const due = open.flatMap(({ dueAt }) => (dueAt ? [dueAt.getTime()] : []))
  return due.length === 0 ? null : new Date(Math.min(...due))
}
