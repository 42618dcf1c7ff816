const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** This is stored instead of a password hash until the member chooses a password. No password matches it. */
export const NO_PASSWORD = 'none was chosen'

/** How many seconds must pass between two emails to an address. The page's button counts them down. */
export const RESEND_COOLDOWN_SECONDS = 45

/** Shown to someone who enters the right password of a locked account, unless the lock has its own message. */
export const ACCOUNT_LOCKED = 'This account is locked. Please contact us.'

export const LOGIN_FAILED = 'Login failed. Please check your credentials and try again.'

export const SESSION_LIFETIME_MS = 30 * DAY
/** The lifetime of staff sessions, except in development. */
export const STAFF_SESSION_LIFETIME_MS = 12 * HOUR
/**
 * The maximum age of a session, even if it is in use. The first is for learners, the second for staff outside
 * development.
 */
export const MAX_SESSION_MS = 180 * DAY
export const MAX_STAFF_SESSION_MS = DAY
/** How long a member has to enter their second factor. */
export const SECOND_FACTOR_LIFETIME_MS = 5 * MINUTE
/** The networks of logins are deleted after this time, as in the audit log, even if the session is still in use. */
export const NETWORK_RETENTION_MS = 90 * DAY
/** The shortest time between two extensions of a session, so that not every read causes a write. */
export const SESSION_TOUCH_MS = 10 * MINUTE

export const VERIFY_EMAIL_LIFETIME_MS = DAY
export const RESET_PASSWORD_LIFETIME_MS = HOUR
/** The lifetime of a link for a new staff member's first login. */
export const INVITATION_LIFETIME_MS = 3 * DAY
/** The lifetime of a link for people whom staff enrolled from a file. Their class may start a week later. */
export const ENROLLMENT_LIFETIME_MS = 14 * DAY
export const CHANGE_EMAIL_LIFETIME_MS = DAY
/**
 * When staff request an email change, the link is sent only after this time. Until then, the change can be canceled
 * from the current mailbox.
 */
export const STAFF_EMAIL_CHANGE_WAIT_MS = 3 * DAY
export const END_SESSION_LIFETIME_MS = 7 * DAY

/** Accounts whose email address is still unverified are deleted after this time. */
export const UNVERIFIED_RETENTION_MS = 30 * DAY

/** How many sessions a member can have. If a login exceeds this, the session that was used least recently ends. */
export const MAX_SESSIONS_PER_MEMBER = 20
