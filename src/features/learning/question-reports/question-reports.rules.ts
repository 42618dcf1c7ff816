export const MOST_REASON = 2_000
export const MOST_SOURCE = 500
export const MOST_WORDS = 2_000
/** Of one member, not answered yet. */
export const MOST_OPEN = 10

export const OUTCOMES = ['upheld', 'declined'] as const
export type Outcome = (typeof OUTCOMES)[number]
