import { z } from 'zod'
import { job } from '#shared/job.ts'
import { TWO_FACTOR_CHANGES } from './two-factor.rules.ts'

/** Emails the member that a factor was changed, because someone else may have changed it. */
export const twoFactorChanged = job({
  name: 'factor-changed',
  data: z.strictObject({ memberId: z.uuid(), change: z.enum(TWO_FACTOR_CHANGES) }),
})
