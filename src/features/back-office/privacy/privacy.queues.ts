import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Nightly: deletes accounts whose deletion is due, and expired records. */
export const runDueDeletions = job({ name: 'carry-out-deletions', data: z.strictObject({}) })

/** Enqueued in the transaction that schedules a deletion. Emails how to cancel it. */
export const sendDeletionEmail = job({ name: 'send-deletion-notice', data: z.strictObject({ memberId: z.uuid() }) })

/** Enqueued in the transaction that cancels a deletion. Emails that the account will not be deleted. */
export const sendDeletionCanceledEmail = job({ name: 'send-kept-notice', data: z.strictObject({ memberId: z.uuid() }) })

/** Enqueued in the transaction that erases a member. Deletes their data at the card provider. */
export const eraseAtProvider = job({ name: 'erase-customer', data: z.strictObject({ memberId: z.uuid() }) })

/**
 * Enqueued in the transaction that erases a member if email is captured in files. `sealed` contains the addresses, one
 * per line, which are stored nowhere else.
 */
export const eraseCapturedEmails = job({
  name: 'erase-captured-mail',
  data: z.strictObject({ memberId: z.uuid(), sealed: z.string() }),
})
