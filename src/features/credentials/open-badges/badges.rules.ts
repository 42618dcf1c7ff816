import { toDistinctFileName } from '#shared/file-name.ts'
import type { RateLimit } from '#shared/rate-limit.ts'

/** A file name that is valid on every system: 'Badge - Course.png'. */
export function badgeFileName({ id, courseName }: { id: string; courseName: string }): string {
  return `Badge - ${toDistinctFileName(courseName, id.slice(0, 8))}.png`
}

/** Limits requests, because rendering keeps a core busy for a moment. */
export const BADGE_LIMIT: RateLimit = { what: 'badge', hits: 60, windowMs: 60 * 60_000 }
