import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Nightly: fills in missing fees and modes of payments. */
export const backfillPayments = job({ name: 'fill-in-what-payments-tell', data: z.strictObject({}) })
