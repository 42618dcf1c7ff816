import { z } from 'zod'
import { job } from '#shared/job.ts'

/**
 * Enqueued in the transaction that marks a purchase as paid, and when a staff member (`askedBy`) sends the receipt
 * again.
 */
export const sendReceipt = job({
  name: 'send-receipt',
  data: z.strictObject({ purchaseId: z.uuid(), askedBy: z.uuid().optional() }),
})

/** Enqueued in the transaction that records that a bank rejected a payment while processing it. */
export const sendFailedPayment = job({ name: 'send-failed-payment', data: z.strictObject({ purchaseId: z.uuid() }) })

/** Enqueued in the transaction that records a refund. The amounts are the provider's totals before and after it. */
export const sendRefund = job({
  name: 'send-refund',
  data: z.strictObject({ purchaseId: z.uuid(), fromCents: z.int(), toCents: z.int() }),
})

/** Enqueued in the transaction that records that a refund failed at the bank. `amount` is in cents, if it is known. */
export const sendFailedRefund = job({
  name: 'send-failed-refund',
  data: z.strictObject({ purchaseId: z.uuid(), amount: z.int().optional() }),
})

/** Whether the dispute is open or lost. Jobs that an earlier version stored are about open disputes. */
export const DISPUTE = z.enum(['open', 'lost']).default('open')

/**
 * How many cents a bank is holding or has taken. Missing in jobs that an earlier version stored, because it had no
 * partial disputes.
 */
export const DISPUTED_AMOUNT = z.int().optional()

/**
 * Enqueued in the transaction that marks a purchase as disputed, or that records another dispute about it or a lost
 * one.
 */
export const sendDispute = job({
  name: 'send-dispute',
  data: z.strictObject({ purchaseId: z.uuid(), dispute: DISPUTE, amount: DISPUTED_AMOUNT }),
})
