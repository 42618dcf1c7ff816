import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Enqueued in the transaction that makes a taxed purchase paid: records the sale in the provider's tax reports. */
export const recordTax = job({ name: 'record-tax', data: z.strictObject({ purchaseId: z.uuid() }) })

/** Enqueued once after a restore, for sales whose jobs may have been waiting when the backup was made. */
export const restoreTax = job({ name: 'restore-tax', data: z.strictObject({ purchaseId: z.uuid() }) })

/** Enqueued in the transaction that records a refund: removes each part from the tax reports once. */
export const reverseTax = job({
  name: 'reverse-tax',
  data: z.strictObject({ purchaseId: z.uuid(), fromCents: z.int(), toCents: z.int() }),
})
