import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Nightly: deletes log entries older than ninety days. */
export const cleanUpEmailLog = job({ name: 'sweep-mails', data: z.strictObject({}) })
