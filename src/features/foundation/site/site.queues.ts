import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Renders the Markdown that an older version stored without its HTML. */
export const renderMarkdown = job({ name: 'render-markdown', data: z.strictObject({}) })
