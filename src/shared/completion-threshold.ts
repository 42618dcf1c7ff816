/** The share of a video that a member must play to complete its lecture. */
export const COMPLETION_THRESHOLD = 0.8

/** The lengths that browsers and the server measure might differ by a frame or two. */
export const TOLERANCE_SECONDS = 1

/**
 * The position up to which a recording of this length must have been played. Duplicated in SQL in `db/was-played.ts`.
 */
export function getPlayedThreshold(length: number): number {
  return length * COMPLETION_THRESHOLD - TOLERANCE_SECONDS
}
