import { z } from 'zod'
import { job } from '#shared/job.ts'

/**
 * Enqueued when a member was enrolled from a file. For a new account, the token of the link is derived from `request`.
 */
export const sendEnrollment = job({
  name: 'send-enrolment',
  data: z.strictObject({
    memberId: z.uuid(),
    productId: z.uuid(),
    request: z.uuid().nullable(),
    /** Unused. Jobs that an earlier version stored contain it. */
    askedBy: z.uuid().optional(),
    /** The access version when the email was enqueued, for an account without a password. */
    accessVersion: z.int().optional(),
  }),
})
