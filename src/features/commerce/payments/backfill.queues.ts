import { z } from 'zod'
import { job } from '#shared/job.ts'

export const backfillPayments = job({ name: 'fill-in-what-payments-tell', data: z.strictObject({}) })
