import type { RateLimit } from '#shared/rate-limit.ts'

/** Media URLs per network: a hospital has one for all its nurses. */
export const PLAY_LIMIT: RateLimit = { what: 'sample-plays', hits: 300, windowMs: 10 * 60_000 }
