import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Re-renders posts that an older version rendered. */
export const renderPosts = job({ name: 'render-posts', data: z.strictObject({}) })
