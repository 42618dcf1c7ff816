import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Deletes abandoned uploads and the bytes received for them, nightly. */
export const cleanUpAbandonedUploads = job({ name: 'sweep-uploads', data: z.strictObject({}) })
