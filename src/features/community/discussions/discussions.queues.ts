import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Re-renders posts that were rendered by an older version. */
export const renderPosts = job({ name: 'render-posts', data: z.strictObject({}) })
