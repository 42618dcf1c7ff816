import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Nightly: deletes failed logins older than ninety days. */
export const cleanUpFailedLogins = job({ name: 'sweep-failed-logins', data: z.strictObject({}) })

/**
 * Nightly: deletes what the log stores for only ninety days: login networks and browsers, lock reasons, and addresses
 * that were only requested.
 */
export const cleanUpLoginOrigins = job({ name: 'sweep-origins', data: z.strictObject({}) })
