import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Every night: forgets what was mailed more than ninety days ago. */
export const cleanUpEmailLog = job({ name: 'sweep-mails', data: z.strictObject({}) })
