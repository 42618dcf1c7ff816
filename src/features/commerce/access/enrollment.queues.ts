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
    /** The staff member who enrolled them. When the email is sent, this person must still have the permission. */
    askedBy: z.uuid().optional(),
    /** For an account without a password: the access version when the email was enqueued. */
    accessVersion: z.int().optional(),
  }),
})
