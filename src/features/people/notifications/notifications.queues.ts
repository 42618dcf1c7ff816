import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Hourly: who gets the daily or weekly email, by the academy's clock. */
export const planNotificationEmails = job({ name: 'plan-notice-letters', data: z.strictObject({}) })

/** Emails a member's notifications of a kind from before that instant: immediate, daily, or weekly. */
export const sendNotificationEmail = job({
  name: 'mail-notices',
  data: z.strictObject({
    memberId: z.uuid(),
    kind: z.string(),
    due: z.enum(['now', 'daily', 'weekly']),
    before: z.iso.datetime(),
  }),
})

/** Nightly: deletes notifications past their retention. */
export const clearNotifications = job({ name: 'clear-notices', data: z.strictObject({}) })
