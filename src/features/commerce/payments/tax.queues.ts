import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Records a sale in the provider's tax reports. Enqueued in the transaction that marks a taxed purchase as paid. */
export const recordTax = job({ name: 'record-tax', data: z.strictObject({ purchaseId: z.uuid() }) })

/** Enqueued once after a restore, for sales whose jobs may have been waiting when the backup was made. */
export const restoreTax = job({ name: 'restore-tax', data: z.strictObject({ purchaseId: z.uuid() }) })

/** Removes each refunded part from the tax reports once. Enqueued in the transaction that records the refund. */
export const reverseTax = job({
  name: 'reverse-tax',
  data: z.strictObject({ purchaseId: z.uuid(), fromCents: z.int(), toCents: z.int() }),
})
