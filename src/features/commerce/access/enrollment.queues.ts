import { z } from 'zod'
import { job } from '#shared/job.ts'

/** A member was enrolled from a file. For a new account, the link's token is derived from `request`. */
export const sendEnrollment = job({
  name: 'send-enrolment',
  data: z.strictObject({
    memberId: z.uuid(),
    productId: z.uuid(),
    request: z.uuid().nullable(),
    /** The staff member who enrolled them, and who must still have the permission when the email is sent. */
    askedBy: z.uuid().optional(),
    /** The access version of a new account, which starts at 0. */
    accessVersion: z.int().optional(),
  }),
})
