import { z } from 'zod'
import { job } from '#shared/job.ts'

// Reading a stored job must not be enough to log in, and sending its email may take many tries. So a job stores a
// request ID, from which the token is derived with the app secret. Jobs of earlier versions have none; their own ID is
// used.

/**
 * The access version when the link was requested, and the staff member who requested it, if any. Both are checked again
 * at delivery.
 */
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

/**
 * `memberId` is null for an unknown address: the job is stored anyway, so response times reveal nothing. Earlier
 * versions stored the address.
 */
export const sendPasswordReset = job({
  name: 'send-password-reset',
  data: z.union([
    z.strictObject({ memberId: z.uuid().nullable(), request: z.uuid(), wayOn: z.string().optional(), ...requester }),
    z.strictObject({ email: z.string() }),
  ]),
})

const newDevice = z.strictObject({ memberId: z.uuid(), request: z.uuid(), at: z.iso.datetime() })

/**
 * A login from a device or location new to the account. Where it came from is stored with the link, which expires even
 * if the job never succeeds. Earlier versions stored it here.
 */
export const sendNewDeviceEmail = job({
  name: 'send-new-place',
  data: z.union([newDevice, newDevice.extend({ sessionId: z.uuid(), device: z.string(), network: z.string() })]),
})

export const sendTestEmail = job({
  name: 'send-test-mail',
  data: z.strictObject({ memberId: z.uuid(), askedBy: z.uuid().optional() }),
})

export const notifyPasswordChanged = job({
  name: 'tell-password-changed',
  data: z.strictObject({ memberId: z.uuid(), at: z.iso.datetime(), isDeletionCanceled: z.boolean().default(false) }),
})

/** The link to the new address, which is stored with the change request. */
export const sendEmailChange = job({
  name: 'send-email-change',
  data: z.strictObject({ memberId: z.uuid(), request: z.uuid() }),
})

/**
 * The result of an email change. The addresses are sealed, since one of them is stored nowhere else: see
 * `email-change.service.ts`.
 */
export const notifyEmailChange = job({
  name: 'tell-email-change',
  data: z.strictObject({
    memberId: z.uuid(),
    what: z.enum(['asked', 'changed']),
    at: z.iso.datetime(),
    sealed: z.string(),
  }),
})

/**
 * Staff corrected a member's name. The old name, new name, and certificate count are sealed: see
 * `name-correction.service.ts`.
 */
export const notifyNameChange = job({
  name: 'tell-name-change',
  data: z.strictObject({ memberId: z.uuid(), at: z.iso.datetime(), sealed: z.string() }),
})

/** Lets other features update their copies of a member's email. Handled by checkout. */
export const emailChanged = job({ name: 'email-changed', data: z.strictObject({ memberId: z.uuid() }) })

/** Nightly: deletes expired sessions, links, counters, and unverified accounts. */
export const clearExpired = job({ name: 'clear-expired', data: z.strictObject({}) })
