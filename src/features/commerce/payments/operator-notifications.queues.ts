import { z } from 'zod'
import { job } from '#shared/job.ts'
import { DISPUTE, DISPUTED_AMOUNT } from './receipt.queues.ts'

const OperatorIssue = z.strictObject({
  sentence: z.string(),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
})

/**
 * Logs and emails a problem that only the operator can fix. The caller limits how often the same problem is enqueued.
 */
export const notifyOperator = job({ name: 'tell-operator', data: OperatorIssue })

/**
 * Emails what `notifyOperator` logged. It is a separate job, so that retrying the email doesn't repeat the log line.
 */
export const sendOperatorIssue = job({ name: 'send-trouble', data: OperatorIssue })

export const notifyOperatorOfSale = job({ name: 'tell-sale', data: z.strictObject({ purchaseId: z.uuid() }) })

/**
 * Enqueued in the transaction that first records a dispute or its loss, regardless of the order's state. `dueAt` is the
 * bank's deadline for a response.
 */
export const notifyOperatorOfDispute = job({
  name: 'tell-dispute',
  data: z.strictObject({
    purchaseId: z.uuid(),
    dispute: DISPUTE,
    amount: DISPUTED_AMOUNT,
    dueAt: z.iso.datetime().nullable(),
  }),
})

export const notifyOperatorOfFailedRefund = job({
  name: 'tell-failed-refund',
  /**
   * `amount` is how many cents could not be refunded, if that is known. `givenTimes` exists only in jobs that an
   * earlier version stored.
   */
  data: z.strictObject({ purchaseId: z.uuid(), amount: z.int().optional(), givenTimes: z.int().optional() }),
})

export function oncePerDay(key: string): { key: string; minIntervalSeconds: number } {
  return { key, minIntervalSeconds: 24 * 60 * 60 }
}
