import type { RateLimit } from '#shared/rate-limit.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Placeholder for the hash of a password not chosen yet; no password matches it. */
export const NO_PASSWORD = 'none was chosen'

/** Pause between two emails to one address, in seconds; the page's button counts it down. */
export const RESEND_COOLDOWN_SECONDS = 45

/** Shown to someone who enters the right password of a locked account, unless the lock has its own message. */
export const ACCOUNT_LOCKED = 'This account is locked. Please contact the academy.'

export const LOGIN_FAILED = 'Login failed. Please check your credentials and try again.'

export const SESSION_LIFETIME_MS = 30 * DAY
/** For staff, outside development. */
export const STAFF_SESSION_LIFETIME_MS = 12 * HOUR
/** Maximum session age regardless of use: for learners, and for staff outside development. */
export const MAX_SESSION_MS = 180 * DAY
export const MAX_STAFF_SESSION_MS = DAY
/** How long a login waits for the second factor. */
export const SECOND_FACTOR_LIFETIME_MS = 5 * MINUTE
/** Login networks are deleted after this, as in the audit log, even if the session continues. */
export const NETWORK_RETENTION_MS = 90 * DAY
/** Extends an active session at most this often, so that reads don't cause writes. */
export const SESSION_TOUCH_MS = 10 * MINUTE

export const VERIFY_EMAIL_LIFETIME_MS = DAY
export const RESET_PASSWORD_LIFETIME_MS = HOUR
/** For a new staff member's first login. */
export const INVITATION_LIFETIME_MS = 3 * DAY
/** For people staff enrolled in bulk: a class may begin in a week. */
export const ENROLLMENT_LIFETIME_MS = 14 * DAY
export const CHANGE_EMAIL_LIFETIME_MS = DAY
export const END_SESSION_LIFETIME_MS = 7 * DAY

/** Accounts with an unverified email are deleted after this. */
export const UNVERIFIED_RETENTION_MS = 30 * DAY

/** A login beyond this ends the session that was used least recently. */
export const MAX_SESSIONS_PER_MEMBER = 20

// At most 100 wrong guesses an hour per account. Windows are fixed, so two of them may overlap any one hour.
export const GUESSES_PER_ACCOUNT: RateLimit = { what: 'guess-account', hits: 30, windowMs: HOUR }
/**
 * For tries from a network where the owner has logged in before. Others can exhaust the limit above but not this one.
 */
export const GUESSES_FROM_KNOWN_CLIENT: RateLimit = { what: 'guess-known', hits: 10, windowMs: HOUR }
/** Codes are short, but only someone with the password is asked for one. */
export const CODES_PER_ACCOUNT: RateLimit = { what: 'guess-code', hits: 20, windowMs: HOUR }
/** The same for codes: someone who has the password can exhaust the limit above but not this one. */
export const CODES_FROM_KNOWN_CLIENT: RateLimit = { what: 'guess-code-known', hits: 10, windowMs: HOUR }
export const KNOWN_CLIENT: RateLimit = { what: 'known-place', hits: 0, windowMs: 90 * 24 * HOUR }
/** For new-login emails, which also report a new device on a known network; guesses are counted by network only. */
export const KNOWN_DEVICE: RateLimit = { what: 'known-device', hits: 0, windowMs: KNOWN_CLIENT.windowMs }
/** Correct passwords are hashed too, so logins are limited as well. */
export const LOGINS_PER_ACCOUNT: RateLimit = { what: 'login-account', hits: 30, windowMs: HOUR }
// A hospital may share one address.
export const LOGINS_PER_ADDRESS: RateLimit = { what: 'login-address', hits: 300, windowMs: HOUR }
export const GUESSES_PER_ADDRESS: RateLimit = { what: 'guess-address', hits: 300, windowMs: HOUR }
export const FORMS_PER_ADDRESS: RateLimit = { what: 'form-address', hits: 300, windowMs: HOUR }
export const RESEND_PAUSE: RateLimit = { what: 'resend', hits: 1, windowMs: RESEND_COOLDOWN_SECONDS * 1000 }
export const RESET_PAUSE: RateLimit = { what: 'reset', hits: 1, windowMs: RESEND_COOLDOWN_SECONDS * 1000 }
/** Email change requests per member; each sends two emails. */
export const EMAIL_CHANGES: RateLimit = { what: 'change-email', hits: 6, windowMs: HOUR }
/** Prevents flooding a mailbox, even slowly. */
export const EMAILS_PER_RECIPIENT: RateLimit = { what: 'mail', hits: 12, windowMs: HOUR }
