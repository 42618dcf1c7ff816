import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Each day: payments that opened nothing, and whose money is still with the academy. */
export const findUnmatchedPayments = job({ name: 'look-for-strays', data: z.strictObject({}) })
