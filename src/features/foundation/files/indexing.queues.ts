import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Reads new captions and handouts, and removes those no longer in use. */
export const indexFiles = job({ name: 'read-files-for-search', data: z.strictObject({}) })
