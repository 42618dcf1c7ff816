import { z } from 'zod'
import { job } from '#shared/job.ts'

/** Somebody was given a product with others. `request`, where an account was made for him, is what the token of its link is worked out of. */
export const sendEnrolment = job({
  name: 'send-enrolment',
  data: z.strictObject({ memberId: z.uuid(), productId: z.uuid(), request: z.uuid().nullable() }),
})
