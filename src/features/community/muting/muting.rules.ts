import { formatMinute } from '#shared/dates.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

export const MAX_DAYS = 365
export const MAX_REASON_LENGTH = 500

/** How long an account counts as new: spammers post on the first day. */
export const NEW_ACCOUNT_MS = 24 * 60 * 60_000
/** A new account's posts per hour. */
export const POSTS_WHILE_NEW = 5

/** A URL that a reader could open, as a link or plain text. */
const LINK =
  /\b(?:https?:\/\/|www\.)\S|\]\s?\(|\b[\w-]{1,63}\.(?:com|net|org|info|biz|io|ru|cn|xyz|top|shop|site|online)\b/iu

export function hasLink(words: string): boolean {
  return LINK.test(words)
}

export function isNewAccount(madeAt: Date, now: Date): boolean {
  return now.getTime() - madeAt.getTime() < NEW_ACCOUNT_MS
}

/** The message to a muted member who tries to post. */
export function formatMuteMessage({ until, reason }: { until: Date; reason: string }, timeZone: string): string {
  return `You can read here, and write again from ${formatMinute(until, timeZone)} on. The reason: ${reason}`
}

export const FIRST_POSTS_LIMIT: RateLimit = {
  what: 'first-posts',
  hits: POSTS_WHILE_NEW,
  windowMs: 60 * 60_000,
  says: `On the first day of an account ${POSTS_WHILE_NEW} posts an hour can be sent.`,
}
