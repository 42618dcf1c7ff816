import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Nightly: deletes abandoned uploads and their received bytes. */
export const cleanUpAbandonedUploads = job({ name: 'sweep-uploads', data: z.strictObject({}) })
