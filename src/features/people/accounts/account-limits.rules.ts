import type { RateLimit } from '#shared/rate-limit.ts'
import { RESEND_COOLDOWN_SECONDS } from './accounts.rules.ts'

const HOUR = 60 * 60_000

// At most 100 wrong guesses an hour are possible for an account. The windows are fixed, so an hour can overlap two of
// them.
export const GUESSES_PER_ACCOUNT: RateLimit = { what: 'guess-account', hits: 30, windowMs: HOUR }
/**
 * Limits attempts from a network where the member has logged in before. Others can use up the limit above, but not this
 * one.
 */
export const GUESSES_FROM_KNOWN_CLIENT: RateLimit = { what: 'guess-known', hits: 10, windowMs: HOUR }
/**
 * Limits attempts to enter a code. Codes are short, but only someone who has entered the right password can try one.
 */
export const CODES_PER_ACCOUNT: RateLimit = { what: 'guess-code', hits: 20, windowMs: HOUR }
/**
 * The same limit as `GUESSES_FROM_KNOWN_CLIENT`, for codes. Someone who has the password can use up the limit above,
 * but not this one.
 */
export const CODES_FROM_KNOWN_CLIENT: RateLimit = { what: 'guess-code-known', hits: 10, windowMs: HOUR }
export const KNOWN_CLIENT: RateLimit = { what: 'known-place', hits: 0, windowMs: 90 * 24 * HOUR }
/**
 * Remembers devices, so that a login from a new device on a known network also causes an email. Guesses are counted
 * only by network.
 */
export const KNOWN_DEVICE: RateLimit = { what: 'known-device', hits: 0, windowMs: KNOWN_CLIENT.windowMs }
/** Successful logins are limited, too, because checking a correct password also takes a slow hash. */
export const LOGINS_PER_ACCOUNT: RateLimit = { what: 'login-account', hits: 30, windowMs: HOUR }
// These limits are high, because a whole hospital may share one IP address.
export const LOGINS_PER_ADDRESS: RateLimit = { what: 'login-address', hits: 300, windowMs: HOUR }
export const GUESSES_PER_ADDRESS: RateLimit = { what: 'guess-address', hits: 300, windowMs: HOUR }
export const FORMS_PER_ADDRESS: RateLimit = { what: 'form-address', hits: 300, windowMs: HOUR }
/** Limits attempts with invalid emailed links, no matter what they are for. */
export const LINKS_PER_ADDRESS: RateLimit = { what: 'link-address', hits: 300, windowMs: HOUR }
/**
 * Allows for several tabs. A tab that waits for a verification asks every 15 seconds while it is visible, for half an
 * hour.
 */
export const VERIFICATION_CHECKS: RateLimit = { what: 'verification-check', hits: 1_200, windowMs: HOUR }
export const RESEND_PAUSE: RateLimit = { what: 'resend', hits: 1, windowMs: RESEND_COOLDOWN_SECONDS * 1000 }
export const RESET_PAUSE: RateLimit = { what: 'reset', hits: 1, windowMs: RESEND_COOLDOWN_SECONDS * 1000 }
/** Limits how often a member can request an email change, because each request sends two emails. */
export const EMAIL_CHANGES: RateLimit = { what: 'change-email', hits: 6, windowMs: HOUR }
/** Limits the emails to one member that staff request or cause. */
export const STAFF_EMAILS: RateLimit = {
  what: 'staff-mail',
  hits: 12,
  windowMs: HOUR,
  says: 'This member has been sent too many emails.',
}
/** Keeps a mailbox from being flooded, even slowly. */
export const EMAILS_PER_RECIPIENT: RateLimit = { what: 'mail', hits: 12, windowMs: HOUR }
