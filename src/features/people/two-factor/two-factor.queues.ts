import { z } from 'zod'
import { job } from '#shared/job.ts'
import { CHANGES } from './two-factor.rules.ts'

/** Tells the member by mail what changed in how he shows who he is: whoever did it was perhaps not he. */
export const factorChanged = job({
  name: 'factor-changed',
  data: z.strictObject({ memberId: z.uuid(), change: z.enum(CHANGES) }),
})
