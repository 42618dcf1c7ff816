import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Draws the first pages of PDFs that came since. */
export const renderFirstPages = job({ name: 'draw-first-pages', data: z.strictObject({}) })
