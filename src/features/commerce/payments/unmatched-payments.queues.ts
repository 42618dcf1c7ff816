import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Daily: finds payments that were not delivered and whose money was not returned. */
export const findUnmatchedPayments = job({ name: 'look-for-strays', data: z.strictObject({}) })
