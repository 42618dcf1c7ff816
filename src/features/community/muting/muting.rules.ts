import { formatTime } from '#shared/dates.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

export const MAX_DAYS = 365
export const MAX_REASON_LENGTH = 500

/** How long an account counts as new, because spammers post right after they register. */
export const NEW_ACCOUNT_MS = 24 * 60 * 60_000
/** A new account's posts per hour. */
export const POSTS_WHILE_NEW = 5

/**
 * Anything that a reader could open or type into a browser: a URL, a Markdown link, a domain with any ending, an IP
 * address.
 */
const LINK = /\w:\/\/\S|\]\s?\(|[\p{L}\p{M}\p{N}-]\.(?:[\p{L}\p{M}]{2,}|xn--\w)|\b\d{1,3}(?:\.\d{1,3}){3}\b/iu

/**
 * The first text that looks like a link; undefined if there is none. Characters that browsers treat as dots are
 * returned as dots.
 */
export function findLink(words: string): string | undefined {
  const asRead = words
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('\u3002', '.')
  const { index } = LINK.exec(asRead) ?? {}
  if (index === undefined) return undefined
  const start = /\S*$/.exec(asRead.slice(0, index))?.[0] ?? ''
  return start + (/^\S+/.exec(asRead.slice(index))?.[0] ?? '')
}

const MAX_QUOTED_LENGTH = 60

/** Quotes what looks like a link, because it might just be a missing space. */
export function formatLinkMessage(link: string): string {
  return `Posts can’t include links in an account’s first 24 hours. “${link.slice(0, MAX_QUOTED_LENGTH)}” looks like one. Remove it, or add a space after the period. You can post links 24 hours after you registered.`
}

export function isNewAccount(madeAt: Date, now: Date): boolean {
  return now.getTime() - madeAt.getTime() < NEW_ACCOUNT_MS
}

type Place = { timeZone: string; language: string }

/** How long a member is muted, as worded in the notification about it. */
export function formatMuteEnd(until: Date, { timeZone, language }: Place): string {
  return `You can’t post in discussions until ${formatTime(until, timeZone, language)}. You can still read them.`
}

/** The message to a muted member who tries to post. */
export function formatMuteMessage({ until, reason }: { until: Date; reason: string }, site: Place): string {
  return `${formatMuteEnd(until, site)} Reason: ${reason}`
}

export const FIRST_POSTS_LIMIT: RateLimit = {
  what: 'first-posts',
  hits: POSTS_WHILE_NEW,
  windowMs: 60 * 60_000,
  says: `New accounts can post up to ${POSTS_WHILE_NEW} times an hour in their first 24 hours.`,
}
