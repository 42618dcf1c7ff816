export const MOST_REASON = 500

/** What staff makes of the reports of a post. */
export const OUTCOMES = ['hidden', 'dismissed'] as const
