import { z } from 'zod'
import { job } from '#shared/job.ts'

// A stored job must not open an account, and its mail may have to be tried many times: each names a request, and the token of
// the link is worked out of that and the secret of the academy. Jobs that an earlier version stored name none: then the job's own id is it.

/** The account's version when the link was asked for, and the member of staff who asked, if one did: both are looked at again when it is mailed. */
const requester = { accessVersion: z.int().optional(), askedBy: z.uuid().optional() }

export const sendVerification = job({
  name: 'send-verification',
  data: z.strictObject({
    memberId: z.uuid(),
    request: z.uuid().optional(),
    wayOn: z.string().optional(),
    ...requester,
  }),
})

/** `memberId` is null where nobody has the address that was typed: it is stored all the same, so that no one can time it. An earlier version stored that address. */
export const sendPasswordReset = job({
  name: 'send-password-reset',
  data: z.union([
    z.strictObject({ memberId: z.uuid().nullable(), request: z.uuid(), wayOn: z.string().optional(), ...requester }),
    z.strictObject({ email: z.string() }),
  ]),
})

const newDevice = z.strictObject({ memberId: z.uuid(), request: z.uuid(), at: z.iso.datetime() })

/**
 * Somebody logged in from a place that is new to the account. From where and with what stands with the link, which is forgotten sooner
 * than a job that nobody can do. An earlier version stored it here.
 */
export const sendNewDeviceEmail = job({
  name: 'send-new-place',
  data: z.union([newDevice, newDevice.extend({ sessionId: z.uuid(), device: z.string(), network: z.string() })]),
})

/** A trial for staff: do mails go out, and how do they look? */
export const sendTestEmail = job({
  name: 'send-test-mail',
  data: z.strictObject({ memberId: z.uuid(), askedBy: z.uuid().optional() }),
})

export const notifyPasswordChanged = job({
  name: 'tell-password-changed',
  data: z.strictObject({ memberId: z.uuid(), at: z.iso.datetime() }),
})

/** The link to the new address, which is kept with the member's wish. */
export const sendEmailChange = job({
  name: 'send-email-change',
  data: z.strictObject({ memberId: z.uuid(), request: z.uuid() }),
})

/** What became of a wish for another address. The addresses, of which one is kept nowhere else, are sealed: see `email-change.service.ts`. */
export const notifyEmailChange = job({
  name: 'tell-email-change',
  data: z.strictObject({
    memberId: z.uuid(),
    what: z.enum(['asked', 'changed']),
    at: z.iso.datetime(),
    sealed: z.string(),
  }),
})

/** Staff corrected a member's name. What it was and is, and on how many certificates, is sealed: see `name-correction.service.ts`. */
export const notifyNameChange = job({
  name: 'tell-name-change',
  data: z.strictObject({ memberId: z.uuid(), at: z.iso.datetime(), sealed: z.string() }),
})

/** A member's address changed: whoever else keeps it is told. Handled by checkout. */
export const emailChanged = job({ name: 'email-changed', data: z.strictObject({ memberId: z.uuid() }) })

/** Each night: sessions, links, counts and accounts that nobody can use any more. */
export const clearExpired = job({ name: 'clear-expired', data: z.strictObject({}) })
