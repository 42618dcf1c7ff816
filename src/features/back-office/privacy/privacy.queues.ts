import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Each night: accounts whose members asked for their deletion a week ago, and records whose time is over. */
export const runDueDeletions = job({ name: 'carry-out-deletions', data: z.strictObject({}) })

/** Enqueued in the transaction that takes the wish: tells the member how to take it back. */
export const sendDeletionEmail = job({ name: 'send-deletion-notice', data: z.strictObject({ memberId: z.uuid() }) })

/** Enqueued in the transaction that takes the wish back: tells the member that the account stays. */
export const sendDeletionCanceledEmail = job({ name: 'send-kept-notice', data: z.strictObject({ memberId: z.uuid() }) })

/** Enqueued in the transaction that erases a member: has the card provider delete what it keeps. */
export const eraseAtProvider = job({ name: 'erase-customer', data: z.strictObject({ memberId: z.uuid() }) })

/** Enqueued in the transaction that erases a member, where mail is captured in files: `sealed` has the addresses, one a line, which lie nowhere else any more. */
export const eraseCapturedEmails = job({
  name: 'erase-captured-mail',
  data: z.strictObject({ memberId: z.uuid(), sealed: z.string() }),
})
