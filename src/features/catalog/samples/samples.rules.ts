import type { RateLimit } from '#shared/rate-limit.ts'

/**
 * The limit of requests for media URLs from one network. It is high, because all nurses in a hospital may share a
 * network.
 */
export const PLAY_LIMIT: RateLimit = { what: 'sample-plays', hits: 300, windowMs: 10 * 60_000 }
