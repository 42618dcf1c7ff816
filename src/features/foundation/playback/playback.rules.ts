import { TOLERANCE_SECONDS } from '#shared/completion-threshold.ts'

/** A smaller position is not worth asking about: playback starts at the beginning. */
export const RESUME_FROM_SECONDS = 5

// The closing words and fade-out: stopping there counts as the end.
const END_SECONDS = 15
const END_FRACTION = 0.05

/** The position to resume at: the beginning after watching to the end. */
export function normalizePosition({ seconds, length }: { seconds: number; length: number | null }): number {
  if (length === null) return seconds
  return length - seconds < Math.min(END_SECONDS, length * END_FRACTION) ? 0 : seconds
}

export function isBeyondEnd({ seconds, length }: { seconds: number; length: number | null }): boolean {
  return length !== null && seconds > length + TOLERANCE_SECONDS
}

/** Faster playback can't be told from skipping. */
export const MAX_SPEED = 2

/** Reports come every ten seconds while a recording plays; a longer pause between two is no playing. */
export const MAX_REPORT_INTERVAL_SECONDS = 60
