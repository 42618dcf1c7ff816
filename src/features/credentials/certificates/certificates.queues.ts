import { z } from 'zod'
import { job } from '#shared/job.ts'

/** `isMarkedAgain`: true if the exam was passed because an answer key was corrected, which the email mentions. */
export const sendCertificate = job({
  name: 'send-certificate',
  data: z.strictObject({
    certificateId: z.string(),
    isMarkedAgain: z.literal(true).optional(),
    askedBy: z.uuid().optional(),
  }),
})

/**
 * `paid back`: a refund ended the certificate along with the purchase. `sealed`: the encrypted reason for a
 * restoration, which is otherwise stored only in the log (see `revocation.service.ts`); undefined in jobs that an
 * earlier version stored.
 */
export const notifyOfCertificateChange = job({
  name: 'tell-of-certificate',
  data: z.strictObject({
    certificateId: z.string(),
    what: z.enum(['revoked', 'paid back', 'restored']),
    sealed: z.string().optional(),
  }),
})
