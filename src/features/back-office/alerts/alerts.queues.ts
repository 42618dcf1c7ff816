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

/** Emails alerts to OPERATOR_MAIL. Enqueued in the transaction that records what was reported. */
export const emailAlerts = job({ name: 'mail-alerts', data: AlertChanges })

/** Posts alerts to ALERT_WEBHOOK, because an email outage can't be reported by email. */
export const postAlerts = job({ name: 'post-alerts', data: AlertChanges })
