import type { RateLimit } from '#shared/rate-limit.ts'

/** Limits media URLs per network, because all nurses of a hospital may share one. */
export const PLAY_LIMIT: RateLimit = { what: 'sample-plays', hits: 300, windowMs: 10 * 60_000 }
