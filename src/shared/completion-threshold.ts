/** How much of a video a member must play to complete its lecture, as a fraction. */
export const COMPLETION_THRESHOLD = 0.8

/** Browsers and the server may measure lengths that differ by a frame or two. */
export const TOLERANCE_SECONDS = 1

/**
 * Returns the position up to which a recording of this length must have been played. `db/was-played.ts` has the same
 * rule in SQL.
 */
export function getPlayedThreshold(length: number): number {
  return length * COMPLETION_THRESHOLD - TOLERANCE_SECONDS
}
