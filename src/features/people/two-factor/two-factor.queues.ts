import { z } from 'zod'
import { job } from '#shared/job.ts'
import { TWO_FACTOR_CHANGES } from './two-factor.rules.ts'

/** Tells the member by mail what changed in how he shows who he is: whoever did it was perhaps not he. */
export const twoFactorChanged = job({
  name: 'factor-changed',
  data: z.strictObject({ memberId: z.uuid(), change: z.enum(TWO_FACTOR_CHANGES) }),
})
