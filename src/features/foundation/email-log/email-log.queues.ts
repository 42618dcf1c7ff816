import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Runs every night. Deletes log entries older than ninety days. */
export const cleanUpEmailLog = job({ name: 'sweep-mails', data: z.strictObject({}) })
