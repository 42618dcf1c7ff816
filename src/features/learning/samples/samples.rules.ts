import type { Limit } from '#shared/limit.ts'

/** Addresses for playing, from one network: a hospital has one for all its nurses. */
export const PLAYS: Limit = { what: 'sample-plays', hits: 300, windowMs: 10 * 60_000 }
