import type { RateLimit } from '#shared/rate-limit.ts'

/** The limit per owner, for all emails together. */
export const SAMPLE_EMAIL_LIMIT: RateLimit = {
  what: 'sample-email',
  hits: 30,
  windowMs: 60 * 60_000,
  says: 'You’ve sent too many test emails.',
}
