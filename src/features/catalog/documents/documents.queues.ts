import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Renders the first pages of new PDFs. */
export const renderFirstPages = job({ name: 'draw-first-pages', data: z.strictObject({}) })
