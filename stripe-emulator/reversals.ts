import { invalidRequest } from './errors.ts'
import { type Charge, type Dispute, newDispute, newRefund, type Refund } from './objects.ts'
import type { Changes } from './state.ts'

type RefundOptions = {
  amount: number | undefined
  reason: string | undefined
  metadata: Record<string, string>
  /** Whether the refund stays pending for a while. */
  isPending: boolean
  disputes: Dispute[]
}

/** Refunds this amount of a charge; by default, all that has not been refunded. */
export function refundCharge(
  changes: Changes,
  charge: Charge,
  { amount, reason, metadata, isPending, disputes }: RefundOptions,
): Refund {
  if (charge.status !== 'succeeded')
    throw invalidRequest('This charge was not paid.', { code: 'charge_not_refundable' })
  if (charge.amount === charge.amount_refunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const left = getRefundableAmount(charge, disputes)
  if (left <= 0 || disputes.some(({ status }) => status === 'needs_response'))
    throw invalidRequest('This charge has been charged back.', { code: 'charge_disputed' })
  const given = amount ?? left
  if (given < 1 || given > left) {
    throw invalidRequest('Refund amount is greater than unrefunded amount on charge.', { param: 'amount' })
  }
  const refund = newRefund(charge, { amount: given, reason, metadata, isPending }, changes.now)
  const refunded: Charge = {
    ...charge,
    amount_refunded: charge.amount_refunded + given,
    refunded: charge.amount_refunded + given === charge.amount,
  }
  changes.saveRefund(refund)
  changes.saveCharge(refunded)
  changes.emit('charge.refunded', refunded)
  return refund
}

/** Records that the bank could not pay the cardholder and returned the money. */
export function failRefund(changes: Changes, refund: Refund, charge: Charge): Refund {
  if (refund.status === 'failed') throw invalidRequest('This refund has failed.')
  const failed: Refund = { ...refund, status: 'failed' }
  changes.saveRefund(failed)
  changes.saveCharge({ ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  changes.emit('refund.failed', failed)
  return failed
}

/** Records that the money has reached the cardholder. */
export function endRefund(changes: Changes, refund: Refund): Refund {
  if (refund.status !== 'pending') throw invalidRequest(`This refund has ${refund.status}.`)
  const arrived: Refund = { ...refund, status: 'succeeded' }
  changes.saveRefund(arrived)
  changes.emit('refund.updated', arrived)
  return arrived
}

/** The amount that was neither refunded nor taken back by a bank. */
function getRefundableAmount(charge: Charge, disputes: Dispute[]): number {
  return charge.amount - charge.amount_refunded - getDisputedAmount(disputes)
}

function getDisputedAmount(disputes: Dispute[]): number {
  return disputes.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, 0)
}

type Complaint = { amount?: number | undefined; isInquiry?: boolean; disputes?: Dispute[] }

/**
 * Records that the cardholder disputed a payment, or a part of it, with their bank. Banks do not check whether it was
 * refunded.
 */
export function disputeCharge(
  changes: Changes,
  charge: Charge,
  { amount, isInquiry = false, disputes = [] }: Complaint = {},
): Dispute {
  const left = getRefundableAmount(charge, disputes) || charge.amount - getDisputedAmount(disputes)
  const isUnderWay = disputes.some(({ status }) => status === 'needs_response' || status === 'warning_needs_response')
  if (charge.status !== 'succeeded' || isUnderWay || left <= 0 || (amount ?? left) < 1)
    throw invalidRequest('This charge can not be disputed.')
  const dispute = newDispute(charge, { amount: amount ?? left, isInquiry }, changes.now)
  changes.saveDispute(dispute)
  changes.saveCharge({ ...charge, disputed: true })
  changes.emit('charge.dispute.created', dispute)
  return dispute
}

/** Records that the bank rejected the response to its inquiry and took the money back. */
export function escalateInquiry(changes: Changes, dispute: Dispute): Dispute {
  if (dispute.status !== 'warning_needs_response') throw invalidRequest('This is not an open inquiry.')
  const escalated: Dispute = { ...dispute, status: 'needs_response', is_charge_refundable: false }
  changes.saveDispute(escalated)
  changes.emit('charge.dispute.updated', escalated)
  return escalated
}

export function endDispute(changes: Changes, dispute: Dispute, status: 'won' | 'lost'): Dispute {
  const isReversal = dispute.status === 'lost' && status === 'won'
  if (dispute.status !== 'needs_response' && !isReversal)
    throw invalidRequest(`This dispute has ended: it was ${dispute.status}.`)
  const ended: Dispute = { ...dispute, status }
  changes.saveDispute(ended)
  changes.emit('charge.dispute.closed', ended)
  return ended
}
