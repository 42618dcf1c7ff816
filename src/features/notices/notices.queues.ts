import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Each night: what members were told so long ago that it goes. */
export const clearNotices = job({ name: 'clear-notices', data: z.strictObject({}) })
