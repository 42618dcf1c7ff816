import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Enqueued in the transaction that makes a purchase paid. `askedBy`: the member of staff who sends it again. */
export const sendReceipt = job({
  name: 'send-receipt',
  data: z.strictObject({ purchaseId: z.uuid(), askedBy: z.uuid().optional() }),
})

/** Enqueued in the transaction that hears that a bank, after processing a payment for a while, did not make it. */
export const sendFailedPayment = job({ name: 'send-failed-payment', data: z.strictObject({ purchaseId: z.uuid() }) })

/** Enqueued in the transaction that writes a refund: what the provider has really given back, before and after. */
export const sendRefund = job({
  name: 'send-refund',
  data: z.strictObject({ purchaseId: z.uuid(), fromCents: z.int(), toCents: z.int() }),
})

/** How it stands. Jobs that an earlier version stored are about open ones. */
export const DISPUTE = z.enum(['open', 'lost']).default('open')

/** What a bank holds, or has taken, in cents; missing in jobs of an earlier version, which knew of no parts. */
export const DISPUTED_AMOUNT = z.int().optional()

/** Enqueued in the transaction that makes a purchase disputed, hears of one more dispute over it, or writes that one was lost. */
export const sendDispute = job({
  name: 'send-dispute',
  data: z.strictObject({ purchaseId: z.uuid(), dispute: DISPUTE, amount: DISPUTED_AMOUNT }),
})
