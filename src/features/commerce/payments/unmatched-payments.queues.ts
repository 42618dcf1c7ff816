import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Daily: finds undelivered payments whose money was not returned. */
export const findUnmatchedPayments = job({ name: 'look-for-strays', data: z.strictObject({}) })
