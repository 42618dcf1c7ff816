import { z } from 'zod'
import { job } from '#shared/job.ts'

const AlertChanges = z.strictObject({
  at: z.iso.datetime(),
  changes: z.array(
    z.strictObject({
      name: z.string(),
      is: z.enum(['new', 'lasts', 'over']),
      text: z.string(),
      since: z.iso.datetime(),
    }),
  ),
})

/** Enqueued in the transaction that keeps what was told: to OPERATOR_MAIL. */
export const emailAlerts = job({ name: 'mail-alerts', data: AlertChanges })

/** The same to ALERT_WEBHOOK, since mail that fails can't be mailed. */
export const postAlerts = job({ name: 'post-alerts', data: AlertChanges })
