import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Nightly: deletes accounts scheduled a week ago and expired records. */
export const runDueDeletions = job({ name: 'carry-out-deletions', data: z.strictObject({}) })

/** Enqueued in the transaction that schedules a deletion: emails how to cancel. */
export const sendDeletionEmail = job({ name: 'send-deletion-notice', data: z.strictObject({ memberId: z.uuid() }) })

/** Enqueued in the transaction that cancels a deletion: emails that the account stays. */
export const sendDeletionCanceledEmail = job({ name: 'send-kept-notice', data: z.strictObject({ memberId: z.uuid() }) })

/** Enqueued in the transaction that erases a member: deletes their data at the card provider. */
export const eraseAtProvider = job({ name: 'erase-customer', data: z.strictObject({ memberId: z.uuid() }) })

/**
 * Enqueued in the transaction that erases a member, when email is captured in files: `sealed` has the addresses, one
 * per line, which are stored nowhere else.
 */
export const eraseCapturedEmails = job({
  name: 'erase-captured-mail',
  data: z.strictObject({ memberId: z.uuid(), sealed: z.string() }),
})
