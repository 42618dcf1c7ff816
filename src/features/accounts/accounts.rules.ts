import { KIND_NAMES, KINDS, OWNED_PAGES } from '#shared/kinds.ts'
import type { Limit } from '#shared/limit.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The pause between two mails to one address, in seconds; the button on the page counts it down. */
export const RESEND_COOLDOWN_SECONDS = 45

export const LOGIN_FAILED = 'Login failed. Please check your credentials and try again.'

export const SESSION_LIFETIME_MS = 30 * DAY
/** A session in use is prolonged this often at most: reading must not mean writing. */
export const SESSION_TOUCH_MS = 10 * MINUTE

export const VERIFY_EMAIL_LIFETIME_MS = DAY
export const RESET_PASSWORD_LIFETIME_MS = HOUR

/** Somebody who logs in on one more device leaves the one where that was longest ago. */
export const SESSIONS_PER_MEMBER = 20

// At most 100 wrong guesses an hour on one account. Windows are fixed, so two of them may touch within any one hour.
export const GUESSES_PER_ACCOUNT: Limit = { what: 'guess-account', hits: 30, windowMs: HOUR }
/** For tries from a place where the owner has logged in before. Strangers elsewhere can use up the limit above, but not this one. */
export const GUESSES_FROM_KNOWN_PLACE: Limit = { what: 'guess-known', hits: 10, windowMs: HOUR }
export const KNOWN_PLACE: Limit = { what: 'known-place', hits: 0, windowMs: 90 * 24 * HOUR }
/** Right passwords, too, are hashed: nobody logs in more often than this. */
export const LOGINS_PER_ACCOUNT: Limit = { what: 'login-account', hits: 30, windowMs: HOUR }
// A hospital may share one address.
export const LOGINS_PER_ADDRESS: Limit = { what: 'login-address', hits: 300, windowMs: HOUR }
export const GUESSES_PER_ADDRESS: Limit = { what: 'guess-address', hits: 300, windowMs: HOUR }
export const FORMS_PER_ADDRESS: Limit = { what: 'form-address', hits: 300, windowMs: HOUR }
export const RESEND_PAUSE: Limit = { what: 'resend', hits: 1, windowMs: RESEND_COOLDOWN_SECONDS * 1000 }
export const RESET_PAUSE: Limit = { what: 'reset', hits: 1, windowMs: RESEND_COOLDOWN_SECONDS * 1000 }
/** Nobody's mailbox is flooded from here, however patient the sender. */
export const MAILS_PER_RECIPIENT: Limit = { what: 'mail', hits: 12, windowMs: HOUR }

/** Why somebody is asked to log in, told by the page that comes after it. The words are ours: nothing of the address is repeated. */
export function whyLogIn(next: string): string | undefined {
  return WAYS_ON.find(([page]) => page.test(next))?.[1]
}

type WayOn = readonly [page: RegExp, why: string]

const WAYS_ON: readonly WayOn[] = [
  ...KIND_NAMES.map((kind): WayOn => {
    const { page, isPagePublic } = KINDS[kind]
    return [new RegExp(`^${page}[^/?#]`, 'i'), `Log in to ${isPagePublic ? 'continue to' : 'open'} this ${kind}.`]
  }),
  [/^\/myacademy\/[^/?#]/i, 'Log in to continue your course.'],
  ...OWNED_PAGES.map(({ address, label }): WayOn => [
    new RegExp(`^${address.slice(0, -1)}\\b`, 'i'),
    `Log in to open ${label}.`,
  ]),
  [/^\/examination\//i, 'Log in to take the examination.'],
  [/^\/account\b/i, 'Log in to open your account.'],
]

/** Where to go after login: an address inside the site, or the home page. */
export function safeReturnPath(next: string | null): string {
  if (!next?.startsWith('/')) return '/'
  // `//host`, `/\host` and control characters lead browsers to other sites.
  if (/^\/[/\\]|[\\\p{Cc}]/u.test(next)) return '/'
  // Back to a form that has just been done with would be a circle.
  return /^\/(login|register|success|forgotpassword|resetpassword|verifyemail)(\/|\?|#|$)/i.test(next) ? '/' : next
}
