import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Every night: forgets failed logins that are older than ninety days. */
export const sweepFailedLogins = job({ name: 'sweep-failed-logins', data: z.strictObject({}) })

/** Every night: takes out of the log from which network and with which browser members came more than ninety days ago. */
export const sweepOrigins = job({ name: 'sweep-origins', data: z.strictObject({}) })
