const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Placeholder for the hash of a password not chosen yet; no password matches it. */
export const NO_PASSWORD = 'none was chosen'

/** Pause between two emails to one address, in seconds; the page's button counts it down. */
export const RESEND_COOLDOWN_SECONDS = 45

/** Shown to someone who enters the right password of a locked account, unless the lock has its own message. */
export const ACCOUNT_LOCKED = 'This account is locked. Please contact us.'

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
/** How long the current mailbox can cancel an email change by staff before the link is sent. */
export const STAFF_EMAIL_CHANGE_WAIT_MS = 3 * DAY
export const END_SESSION_LIFETIME_MS = 7 * DAY

/** Accounts with an unverified email are deleted after this. */
export const UNVERIFIED_RETENTION_MS = 30 * DAY

/** A login beyond this ends the session that was used least recently. */
export const MAX_SESSIONS_PER_MEMBER = 20
