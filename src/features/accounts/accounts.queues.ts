import { z } from 'zod'
import { job } from '#shared/job.ts'

// A stored job must not open an account, and its mail may have to be tried many times: each names a request, and the token of
// the link is worked out of that and the secret of the academy. Jobs that an earlier version stored name none: then the job's own id is it.

export const sendVerification = job({
  name: 'send-verification',
  data: z.strictObject({ memberId: z.uuid(), request: z.uuid().optional() }),
})

/** `memberId` is null where nobody has the address that was typed: it is stored all the same, so that no one can time it. An earlier version stored that address. */
export const sendPasswordReset = job({
  name: 'send-password-reset',
  data: z.union([
    z.strictObject({ memberId: z.uuid().nullable(), request: z.uuid() }),
    z.strictObject({ email: z.string() }),
  ]),
})

/** Each night: sessions, links and counts that nobody can use any more. */
export const clearExpired = job({ name: 'clear-expired', data: z.strictObject({}) })
