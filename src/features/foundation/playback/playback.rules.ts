import { TOLERANCE_SECONDS } from '#shared/completion-threshold.ts'

/** Below this position, playback starts at the beginning without asking. */
export const RESUME_FROM_SECONDS = 5

// This is about the length of the closing words and fade-out. A member who stops there has reached the end.
const END_SECONDS = 15
const END_FRACTION = 0.05

/** Returns the position at which to resume, which is the beginning if the member reached the end. */
export function normalizePosition({ seconds, length }: { seconds: number; length: number | null }): number {
  if (length === null) return seconds
  return length - seconds < Math.min(END_SECONDS, length * END_FRACTION) ? 0 : seconds
}

export function isBeyondEnd({ seconds, length }: { seconds: number; length: number | null }): boolean {
  return length !== null && seconds > length + TOLERANCE_SECONDS
}

/** The fastest playback that counts. Anything faster can't be distinguished from skipping. */
export const MAX_SPEED = 2

/**
 * The longest time between two reports that counts as played. Reports arrive every ten seconds during playback, so
 * after a longer gap, the recording was not playing.
 */
export const MAX_REPORT_INTERVAL_SECONDS = 60

/** How often positions are reported during playback. */
export const REPORT_INTERVAL_SECONDS = 10

/** Going back by more than this between two reports counts as a rewind. */
export const MIN_REWIND_SECONDS = 5
