import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Runs every day. Finds payments whose purchase was not delivered and whose money was not returned. */
export const findUnmatchedPayments = job({ name: 'look-for-strays', data: z.strictObject({}) })
