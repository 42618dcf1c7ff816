import type { RateLimit } from '#shared/rate-limit.ts'

export const MAX_REASON_LENGTH = 2_000
export const MAX_SOURCE_LENGTH = 500
export const MAX_ANSWER_LENGTH = 2_000
/** Per member. Reports that have been answered don't count. */
export const MAX_OPEN_REPORTS = 10

export const REPORT_OUTCOMES = ['upheld', 'declined'] as const
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number]

export const REPORT_LIMIT: RateLimit = { what: 'contest', hits: 30, windowMs: 60 * 60_000 }
