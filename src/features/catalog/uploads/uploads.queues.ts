import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Runs every night. Deletes abandoned uploads with the bytes that were received for them. */
export const cleanUpAbandonedUploads = job({ name: 'sweep-uploads', data: z.strictObject({}) })
