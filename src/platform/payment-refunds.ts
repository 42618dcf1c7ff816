import type Stripe from 'stripe'
import { cents, type Cents } from '#shared/money.ts'

export type Refund = {
  id: string
  amount: Cents
  status: 'pending' | 'succeeded' | 'failed'
  createdAt: Date
}

export function toRefund({ id, amount, status, created }: Stripe.Refund): Refund {
  return { id, amount: cents(amount), status: toRefundStatus(status), createdAt: new Date(created * 1_000) }
}

/**
 * Returns the status of a refund. A refund that is waiting for something, or whose status is unknown, counts as
 * pending.
 */
function toRefundStatus(status: string | null): Refund['status'] {
  if (status === 'succeeded') return status
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}

export function sumRefunds(refunds: Refund[], status: Refund['status']): Cents {
  const amounts = refunds.filter((refund) => refund.status === status).map(({ amount }): number => amount)
  return cents(amounts.reduce((sum, amount) => sum + amount, 0))
}
