import type { RateLimit } from '#shared/rate-limit.ts'

/** What staff makes of the reports of a post. */
export const OUTCOMES = ['hidden', 'dismissed'] as const

/** Where a part of the list of reported posts ended: since when that post waits, or when it was decided, and its id. */
export type ReportCursor = { at: Date; id: string }

export function encodeCursor({ at, id }: ReportCursor): string {
  return `${at.getTime()}.${id}`
}

/** No year that the database does not read. */
export const CURSOR_PATTERN = /^\d{1,13}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Of what `encodeCursor` made. */
export function decodeCursor(words: string): ReportCursor {
  const [at, id = ''] = words.split('.')
  return { at: new Date(Number(at)), id }
}

export const REPORT_LIMIT: RateLimit = { what: 'report', hits: 20, windowMs: 60 * 60_000 }
