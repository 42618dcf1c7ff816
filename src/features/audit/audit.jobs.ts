import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Every night: forgets failed logins that are older than ninety days. */
export const sweepFailedLogins = job({ name: 'sweep-failed-logins', data: z.strictObject({}) })
export const SWEEP_AT = '17 3 * * *'
