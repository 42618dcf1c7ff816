import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Reads the captions and handouts that came since, and forgets what is handed out no more. */
export const indexFiles = job({ name: 'read-files-for-search', data: z.strictObject({}) })
