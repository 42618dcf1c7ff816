import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Each night: fees of payments, and which were made with real money, where that is not known yet. */
export const backfillPayments = job({ name: 'fill-in-what-payments-tell', data: z.strictObject({}) })
