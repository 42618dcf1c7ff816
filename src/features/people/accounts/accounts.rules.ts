import type { RateLimit } from '#shared/rate-limit.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Stands where a password's hash does, where one is still to be chosen: nothing opens it. */
export const NO_PASSWORD = 'none was chosen'

/** The pause between two mails to one address, in seconds; the button on the page counts it down. */
export const RESEND_COOLDOWN_SECONDS = 45

/** Told to whoever has the right password of a locked account, unless the lock gave another sentence. */
export const ACCOUNT_LOCKED = 'This account is locked. Please contact the academy.'

export const LOGIN_FAILED = 'Login failed. Please check your credentials and try again.'

export const SESSION_LIFETIME_MS = 30 * DAY
/** Of staff, outside development. */
export const STAFF_SESSION_LIFETIME_MS = 12 * HOUR
/** However much it is used, a session ends then: one of a learner, and one of staff outside development. */
export const MAX_SESSION_MS = 180 * DAY
export const MAX_STAFF_SESSION_MS = DAY
/** How long the login waits for the second factor. */
export const SECOND_FACTOR_LIFETIME_MS = 5 * MINUTE
/** From where a login came is forgotten then, as in the log, also where the session goes on. */
export const NETWORK_RETENTION_MS = 90 * DAY
/** A session in use is prolonged this often at most: reading must not mean writing. */
export const SESSION_TOUCH_MS = 10 * MINUTE

export const VERIFY_EMAIL_LIFETIME_MS = DAY
export const RESET_PASSWORD_LIFETIME_MS = HOUR
/** Of the link with which staff comes in for the first time. */
export const INVITATION_LIFETIME_MS = 3 * DAY
/** Of the link with which somebody comes in whom staff enrolled with others: a class may begin in a week. */
export const ENROLLMENT_LIFETIME_MS = 14 * DAY
export const CHANGE_EMAIL_LIFETIME_MS = DAY
export const END_SESSION_LIFETIME_MS = 7 * DAY

/** An account whose address nobody has verified by then goes. */
export const UNVERIFIED_RETENTION_MS = 30 * DAY

/** Somebody who logs in on one more device leaves the one where that was longest ago. */
export const MAX_SESSIONS_PER_MEMBER = 20

// At most 100 wrong guesses an hour on one account. Windows are fixed, so two of them may touch within any one hour.
export const GUESSES_PER_ACCOUNT: RateLimit = { what: 'guess-account', hits: 30, windowMs: HOUR }
/** For tries from a place where the owner has logged in before. Strangers elsewhere can use up the limit above, but not this one. */
export const GUESSES_FROM_KNOWN_CLIENT: RateLimit = { what: 'guess-known', hits: 10, windowMs: HOUR }
/** A code is short, and only whoever has the password is asked for it. */
export const CODES_PER_ACCOUNT: RateLimit = { what: 'guess-code', hits: 20, windowMs: HOUR }
/** The same for codes: whoever has the password can use up the limit above, but not this one. */
export const CODES_FROM_KNOWN_CLIENT: RateLimit = { what: 'guess-code-known', hits: 10, windowMs: HOUR }
export const KNOWN_CLIENT: RateLimit = { what: 'known-place', hits: 0, windowMs: 90 * 24 * HOUR }
/** For the mail about new logins, which tells of a new device in a known place, too; guesses are counted by place alone. */
export const KNOWN_DEVICE: RateLimit = { what: 'known-device', hits: 0, windowMs: KNOWN_CLIENT.windowMs }
/** Right passwords, too, are hashed: nobody logs in more often than this. */
export const LOGINS_PER_ACCOUNT: RateLimit = { what: 'login-account', hits: 30, windowMs: HOUR }
// A hospital may share one address.
export const LOGINS_PER_ADDRESS: RateLimit = { what: 'login-address', hits: 300, windowMs: HOUR }
export const GUESSES_PER_ADDRESS: RateLimit = { what: 'guess-address', hits: 300, windowMs: HOUR }
export const FORMS_PER_ADDRESS: RateLimit = { what: 'form-address', hits: 300, windowMs: HOUR }
export const RESEND_PAUSE: RateLimit = { what: 'resend', hits: 1, windowMs: RESEND_COOLDOWN_SECONDS * 1000 }
export const RESET_PAUSE: RateLimit = { what: 'reset', hits: 1, windowMs: RESEND_COOLDOWN_SECONDS * 1000 }
/** Wishes of one member for another address; each is mailed to two. */
export const EMAIL_CHANGES: RateLimit = { what: 'change-email', hits: 6, windowMs: HOUR }
/** Nobody's mailbox is flooded from here, however patient the sender. */
export const EMAILS_PER_RECIPIENT: RateLimit = { what: 'mail', hits: 12, windowMs: HOUR }
