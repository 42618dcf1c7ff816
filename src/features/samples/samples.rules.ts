import type { Limit } from '#shared/limit.ts'

/** Addresses for playing, from one network. */
export const PLAYS: Limit = { what: 'sample-plays', hits: 60, windowMs: 10 * 60_000 }
