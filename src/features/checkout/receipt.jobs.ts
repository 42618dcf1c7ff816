import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Enqueued in the transaction that makes a purchase paid. */
export const sendReceipt = job({ name: 'send-receipt', data: z.strictObject({ purchaseId: z.uuid() }) })
