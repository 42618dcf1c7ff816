import { z } from 'zod'
import { job } from '#shared/job.ts'

// Someone who can read a stored job must not be able to log in with it, and sending its email may take several tries.
// So a job stores a request ID, from which the token is derived with the app secret. Jobs from earlier versions have no
// request ID, so their own ID is used.

/**
 * The access version when the link was requested, and the staff member who requested it, if any. Both are checked again
 * when the email is sent.
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
 * `memberId` is null if no account has the address. The job is stored anyway, so that response times reveal nothing.
 * Earlier versions stored the address.
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
 * Enqueued after a login from a device or location that is new to the account. The device and the network are stored
 * with the link, so that they are deleted when it expires, even if the job never succeeds. Earlier versions stored them
 * in the job.
 */
export const sendNewDeviceEmail = job({
  name: 'send-new-place',
  data: z.union([newDevice, newDevice.extend({ sessionId: z.uuid(), device: z.string(), network: z.string() })]),
})

/** Enqueued when a staff member invites someone. The token is derived from `request`. */
export const sendStaffInvitation = job({
  name: 'send-staff-invitation',
  data: z.strictObject({ memberId: z.uuid(), request: z.uuid(), askedBy: z.uuid() }),
})

export const notifyPasswordChanged = job({
  name: 'tell-password-changed',
  data: z.strictObject({ memberId: z.uuid(), at: z.iso.datetime(), isDeletionCanceled: z.boolean().default(false) }),
})

/** Sends the link to the new address, which is stored with the request for the change. */
export const sendEmailChange = job({
  name: 'send-email-change',
  data: z.strictObject({ memberId: z.uuid(), request: z.uuid() }),
})

/**
 * Notifies both addresses of an email change. The addresses are encrypted, because one of them is stored nowhere else
 * (see `email-change.service.ts`).
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
 * Notifies a member whose name staff corrected. The old name, the new name, and the number of certificates are
 * encrypted (see `name-correction.service.ts`).
 */
export const notifyNameChange = job({
  name: 'tell-name-change',
  data: z.strictObject({ memberId: z.uuid(), at: z.iso.datetime(), sealed: z.string() }),
})

/** Lets other features update their copies of a member's email address. Checkout has the handler. */
export const emailChanged = job({ name: 'email-changed', data: z.strictObject({ memberId: z.uuid() }) })

/** Runs every night. Deletes expired sessions, links, counters, and unverified accounts. */
export const clearExpired = job({ name: 'clear-expired', data: z.strictObject({}) })
