import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Somebody was given a product with others. `request`, where an account was made for him, is what the token of its link is worked out of. */
export const sendEnrollment = job({
  name: 'send-enrolment',
  data: z.strictObject({
    memberId: z.uuid(),
    productId: z.uuid(),
    request: z.uuid().nullable(),
    /** The member of staff who enrolled them, and must still be allowed to when the email goes out. */
    askedBy: z.uuid().optional(),
    /** That of a new account, which begins at 0. */
    accessVersion: z.int().optional(),
  }),
})
