import type { z } from 'zod'

export type Job = { readonly name: string; readonly data: z.ZodType<object> }

/** Declares a background job, which is stored in the transaction that enqueues it. */
export function job<const J extends Job>(declaration: J): J {
  return declaration
}

export type JobData<J extends Job> = z.output<J['data']>
