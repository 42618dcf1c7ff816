import { z } from 'zod'
import { job } from '#shared/job.ts'

// Knowing a stored job must not be enough to log in, and sending its email may take several attempts. So a job stores a
// request ID, from which the token is derived with the app secret. Jobs stored by earlier versions have none, so their
// own ID is used.

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
 * `memberId` is null for an unknown address. The job is stored anyway, so that response times reveal nothing. Earlier
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
 * A login from a device or location that is new to the account. The device and network are stored with the link, so
 * they are deleted when it expires, even if the job never succeeds. Earlier versions stored them in the job.
 */
export const sendNewDeviceEmail = job({
  name: 'send-new-place',
  data: z.union([newDevice, newDevice.extend({ sessionId: z.uuid(), device: z.string(), network: z.string() })]),
})

/** An invitation by a staff member; the token is derived from `request`. */
export const sendStaffInvitation = job({
  name: 'send-staff-invitation',
  data: z.strictObject({ memberId: z.uuid(), request: z.uuid(), askedBy: z.uuid() }),
})

export const notifyPasswordChanged = job({
  name: 'tell-password-changed',
  data: z.strictObject({ memberId: z.uuid(), at: z.iso.datetime(), isDeletionCanceled: z.boolean().default(false) }),
})

/** The link for the new address, which is stored with the change request. */
export const sendEmailChange = job({
  name: 'send-email-change',
  data: z.strictObject({ memberId: z.uuid(), request: z.uuid() }),
})

/**
 * Notifies both addresses of an email change. The addresses are encrypted, since one of them is stored nowhere else:
 * see `email-change.service.ts`.
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
 * Notifies a member whose name staff corrected. The old name, new name, and certificate count are encrypted: see
 * `name-correction.service.ts`.
 */
export const notifyNameChange = job({
  name: 'tell-name-change',
  data: z.strictObject({ memberId: z.uuid(), at: z.iso.datetime(), sealed: z.string() }),
})

/** Lets other features update their copies of a member's email address. Checkout handles it. */
export const emailChanged = job({ name: 'email-changed', data: z.strictObject({ memberId: z.uuid() }) })

/** Nightly: deletes expired sessions, links, counters, and unverified accounts. */
export const clearExpired = job({ name: 'clear-expired', data: z.strictObject({}) })
