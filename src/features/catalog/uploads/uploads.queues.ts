import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Every night: forgets uploads that nobody goes on with, and removes what had come of them. */
export const cleanUpAbandonedUploads = job({ name: 'sweep-uploads', data: z.strictObject({}) })
