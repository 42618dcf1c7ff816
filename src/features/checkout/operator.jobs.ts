import { z } from 'zod'
import { job } from '#shared/job.ts'

/** What the operator must know of: it is logged and mailed. Enqueued with a pause where it would be told again and again. */
export const tellOperator = job({
  name: 'tell-operator',
  data: z.strictObject({
    about: z.literal('trouble'),
    sentence: z.string(),
    /** What to look it up by: ids, amounts. */
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
})
