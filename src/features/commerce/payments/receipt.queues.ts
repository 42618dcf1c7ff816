import { z } from 'zod'
import { job } from '#shared/job.ts'

/**
 * Enqueued in the transaction that makes a purchase paid. `askedBy` is the staff member who sends the receipt again.
 */
export const sendReceipt = job({
  name: 'send-receipt',
  data: z.strictObject({ purchaseId: z.uuid(), askedBy: z.uuid().optional() }),
})

/** Enqueued in the transaction that records that a bank rejected a payment it was processing. */
export const sendFailedPayment = job({ name: 'send-failed-payment', data: z.strictObject({ purchaseId: z.uuid() }) })

/** Enqueued in the transaction that records a refund, with the provider's totals before and after. */
export const sendRefund = job({
  name: 'send-refund',
  data: z.strictObject({ purchaseId: z.uuid(), fromCents: z.int(), toCents: z.int() }),
})

/** Enqueued in the transaction that records that a refund failed at the bank; `amount` is in cents, if it is known. */
export const sendFailedRefund = job({
  name: 'send-failed-refund',
  data: z.strictObject({ purchaseId: z.uuid(), amount: z.int().optional() }),
})

/** The dispute's state. Jobs stored by an earlier version are about open disputes. */
export const DISPUTE = z.enum(['open', 'lost']).default('open')

/**
 * The amount held or taken by a bank, in cents; missing in jobs stored by an earlier version, which had no partial
 * disputes.
 */
export const DISPUTED_AMOUNT = z.int().optional()

/**
 * Enqueued in the transaction that makes a purchase disputed, records another dispute over it, or records a lost one.
 */
export const sendDispute = job({
  name: 'send-dispute',
  data: z.strictObject({ purchaseId: z.uuid(), dispute: DISPUTE, amount: DISPUTED_AMOUNT }),
})
