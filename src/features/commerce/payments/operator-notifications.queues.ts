import { z } from 'zod'
import { job } from '#shared/job.ts'
import { DISPUTE, DISPUTED_AMOUNT } from './receipt.queues.ts'

const OperatorIssue = z.strictObject({
  sentence: z.string(),
  /** What to look it up by: ids, amounts. */
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})

/** What only the operator can mend: it is logged and mailed. Enqueued with a pause where it would be told again and again. */
export const notifyOperator = job({ name: 'tell-operator', data: OperatorIssue })

/**
 * Mails what `notifyOperator` has logged. A job of its own: while the mail server is away the mail is tried again and again, but the
 * line in the log is written once.
 */
export const sendOperatorIssue = job({ name: 'send-trouble', data: OperatorIssue })

/** Enqueued in the transaction that makes a purchase paid. */
export const notifyOperatorOfSale = job({ name: 'tell-sale', data: z.strictObject({ purchaseId: z.uuid() }) })

/** Enqueued in the transaction that first hears of a dispute, or that it was lost, whatever has become of the order. `dueAt` is when the bank wants to have heard the operator. */
export const notifyOperatorOfDispute = job({
  name: 'tell-dispute',
  data: z.strictObject({
    purchaseId: z.uuid(),
    dispute: DISPUTE,
    amount: DISPUTED_AMOUNT,
    dueAt: z.iso.datetime().nullable(),
  }),
})

/** Enqueued in the transaction that takes the provider's word that a refund came back. */
export const notifyOperatorOfFailedRefund = job({
  name: 'tell-failed-refund',
  /** `amount`, in cents, of the refund that failed, and how often such a sum has been given all the same; missing in jobs of an earlier version. */
  data: z.strictObject({ purchaseId: z.uuid(), amount: z.int().optional(), givenTimes: z.int().optional() }),
})

export function oncePerDay(key: string): { key: string; atMostEvery: number } {
  return { key, atMostEvery: 24 * 60 * 60 }
}
