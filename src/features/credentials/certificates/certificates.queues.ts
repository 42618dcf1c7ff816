import { z } from 'zod'
import { job } from '#shared/job.ts'

/** `isMarkedAgain`: passed through a corrected answer key, as its email says. */
export const sendCertificate = job({
  name: 'send-certificate',
  data: z.strictObject({
    certificateId: z.string(),
    isMarkedAgain: z.literal(true).optional(),
    askedBy: z.uuid().optional(),
  }),
})

/**
 * `paid back`: a refund ended the certificate with its purchase. The reason for a restoration, stored only in the log,
 * is sealed: see `revocation.service.ts`; jobs of an earlier version have none.
 */
export const notifyOfCertificateChange = job({
  name: 'tell-of-certificate',
  data: z.strictObject({
    certificateId: z.string(),
    what: z.enum(['revoked', 'paid back', 'restored']),
    sealed: z.string().optional(),
  }),
})
