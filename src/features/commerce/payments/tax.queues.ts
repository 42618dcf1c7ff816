import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Enqueued in the transaction that makes a taxed purchase paid: the sale goes into the provider's tax books. */
export const recordTax = job({ name: 'record-tax', data: z.strictObject({ purchaseId: z.uuid() }) })

/** Enqueued in the transaction that writes a refund: what was given back goes out of the books again, each part once. */
export const reverseTax = job({
  name: 'reverse-tax',
  data: z.strictObject({ purchaseId: z.uuid(), fromCents: z.int(), toCents: z.int() }),
})
