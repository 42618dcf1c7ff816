import type Stripe from 'stripe'
import { cents, type Cents } from '#shared/money.ts'

/**
 * A dispute of a payment. `amount` is what the bank withholds or has withdrawn permanently. `dueAt` is the deadline for
 * responding to an open dispute.
 */
export type Dispute = {
  id: string
  amount: Cents
  isLost: boolean
  createdAt: Date
  /** Whether the operator has responded and the bank has not decided yet. */
  isAnswered: boolean
  dueAt: Date | undefined
}

/**
 * Returns the amounts of a payment that banks withhold or have withdrawn permanently, its open and lost disputes, and
 * its disputes that take no money. A bank may also return the money of a lost dispute.
 */
export function getDisputes(
  intent: Stripe.PaymentIntent,
  all: Stripe.Dispute[],
): { held: Cents; lost: Cents; disputes: Dispute[]; wonDisputes: Pick<Dispute, 'id' | 'amount'>[] } {
  const isCounted = (dispute: Stripe.Dispute) => isOpen(dispute) || isLost(dispute)
  const counted = all.filter(isCounted)
  return {
    held: getDisputedAmount(all.filter(isOpen), intent),
    lost: getDisputedAmount(all.filter(isLost), intent),
    disputes: counted.map((dispute) => ({
      id: dispute.id,
      amount: getDisputedAmount([dispute], intent),
      isLost: isLost(dispute),
      createdAt: new Date(dispute.created * 1_000),
      isAnswered: dispute.status === 'under_review',
      dueAt: getDueDate(dispute),
    })),
    wonDisputes: all
      .filter((dispute) => !isCounted(dispute))
      .map((dispute) => ({ id: dispute.id, amount: getDisputedAmount([dispute], intent) })),
  }
}

function getDueDate({ evidence_details: { due_by: due } }: Stripe.Dispute): Date | undefined {
  return typeof due === 'number' ? new Date(due * 1_000) : undefined
}

/**
 * Adds up the disputed amounts, because only a part of a payment may be disputed. An amount in another currency can't
 * be compared, so it counts as the whole payment.
 */
function getDisputedAmount(
  disputes: Stripe.Dispute[],
  { amount_received: all, currency }: Stripe.PaymentIntent,
): Cents {
  const sums = disputes.map((dispute) => (dispute.currency === currency ? dispute.amount : all))
  return cents(sums.reduce((sum, each) => sum + each, 0))
}

function isLost({ status }: { status: string }): boolean {
  return status === 'lost'
}

/**
 * Whether a dispute currently takes money. An inquiry (`warning_…`) takes none, and after a won dispute, the money was
 * returned. In any other status, known or new, the money is gone.
 */
function isOpen({ status }: { status: string }): boolean {
  return !isLost({ status }) && !HARMLESS_DISPUTES.has(status) && !status.startsWith('warning_')
}

const HARMLESS_DISPUTES = new Set(['won', 'prevented'])
