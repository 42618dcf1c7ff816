import { z } from 'zod'
import { job } from '#shared/job.ts'

/** A member was enrolled from a file. For a new account, `request` is what its link's token is derived from. */
export const sendEnrollment = job({
  name: 'send-enrolment',
  data: z.strictObject({
    memberId: z.uuid(),
    productId: z.uuid(),
    request: z.uuid().nullable(),
    /** The staff member who enrolled them; they must still have the permission when the email goes out. */
    askedBy: z.uuid().optional(),
    /** The access version of a new account, which starts at 0. */
    accessVersion: z.int().optional(),
  }),
})
