/** How long an exam can be submitted after it was started. */
export const PAPER_LIFETIME_MS = 24 * 60 * 60_000
