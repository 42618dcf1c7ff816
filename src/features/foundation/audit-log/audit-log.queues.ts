import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Runs every night. Deletes failed logins older than ninety days. */
export const cleanUpFailedLogins = job({ name: 'sweep-failed-logins', data: z.strictObject({}) })

/**
 * Runs every night. Deletes what the log stores for only ninety days: the networks and browsers of logins, the reasons
 * for locks, and addresses that were only requested.
 */
export const cleanUpLoginOrigins = job({ name: 'sweep-origins', data: z.strictObject({}) })
