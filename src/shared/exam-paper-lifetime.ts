/** For how long a started exam can be submitted. */
export const PAPER_LIFETIME_MS = 24 * 60 * 60_000
