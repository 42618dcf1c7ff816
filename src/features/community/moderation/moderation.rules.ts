import type { RateLimit } from '#shared/rate-limit.ts'

/** The staff decision on the reports about a post. */
export const OUTCOMES = ['hidden', 'dismissed'] as const

/**
 * The end of a page of reported posts: the last post's ID, and the time when it was first reported or, after a
 * decision, when it was decided.
 */
export type ReportCursor = { at: Date; id: string }

export function encodeCursor({ at, id }: ReportCursor): string {
  return `${at.getTime()}.${id}`
}

/** Rejects years that the database can't read. */
export const CURSOR_PATTERN = /^\d{1,13}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Inverse of `encodeCursor`. */
export function decodeCursor(words: string): ReportCursor {
  const [at, id = ''] = words.split('.')
  return { at: new Date(Number(at)), id }
}

export const REPORT_LIMIT: RateLimit = { what: 'report', hits: 20, windowMs: 60 * 60_000 }

/** Limits how many reports by one member are emailed to staff immediately. */
export const REPORT_EMAILS: RateLimit = { what: 'report-mail', hits: 5, windowMs: 60 * 60_000 }

/** Limits immediate emails to the author about decisions on one post. */
export const DECISION_EMAILS: RateLimit = { what: 'decision-mail', hits: 1, windowMs: 60 * 60_000 }
