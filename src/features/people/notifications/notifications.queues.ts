import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Each hour: who is to get the letter of the day or of the week, by the clock of the academy. */
export const planNotificationEmails = job({ name: 'plan-notice-letters', data: z.strictObject({}) })

/** What a member was told of a kind before that instant, and is to be mailed now, daily or weekly. */
export const sendNotificationEmail = job({
  name: 'mail-notices',
  data: z.strictObject({
    memberId: z.uuid(),
    kind: z.string(),
    due: z.enum(['now', 'daily', 'weekly']),
    before: z.iso.datetime(),
  }),
})

/** Each night: what members were told so long ago that it goes. */
export const clearNotifications = job({ name: 'clear-notices', data: z.strictObject({}) })
