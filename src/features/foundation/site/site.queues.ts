import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Renders Markdown that an older version stored without HTML. */
export const renderMarkdown = job({ name: 'render-markdown', data: z.strictObject({}) })
