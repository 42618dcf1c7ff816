import { z } from 'zod'
import { job } from '#shared/job.ts'

/** `isMarkedAgain`: it is passed since a key was corrected, and its letter says so. */
export const sendCertificate = job({
  name: 'send-certificate',
  data: z.strictObject({
    certificateId: z.string(),
    isMarkedAgain: z.literal(true).optional(),
    /** The member of staff who sends it again. */
    askedBy: z.uuid().optional(),
  }),
})

/**
 * `paid back`: the money for its course went back, so that it ended with the purchase. Why one was restored, which is kept nowhere else but in the log, is
 * sealed: see `revocation.service.ts`; a job of an earlier version tells none.
 */
export const notifyOfCertificateChange = job({
  name: 'tell-of-certificate',
  data: z.strictObject({
    certificateId: z.string(),
    what: z.enum(['revoked', 'paid back', 'restored']),
    sealed: z.string().optional(),
  }),
})
