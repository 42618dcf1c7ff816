import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Runs every hour. Plans the daily and weekly emails that are due, in the academy's time zone. */
export const planNotificationEmails = job({ name: 'plan-notice-letters', data: z.strictObject({}) })

/**
 * Emails a member's notifications of one kind that were created before this time. `due` says whether it is an
 * immediate, daily, or weekly email.
 */
export const sendNotificationEmail = job({
  name: 'mail-notices',
  data: z.strictObject({
    memberId: z.uuid(),
    kind: z.string(),
    due: z.enum(['now', 'daily', 'weekly']),
    before: z.iso.datetime(),
  }),
})

/** Runs every night. Deletes notifications that are older than the retention period. */
export const clearNotifications = job({ name: 'clear-notices', data: z.strictObject({}) })
