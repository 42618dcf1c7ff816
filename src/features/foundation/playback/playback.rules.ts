/** Less than this is not worth asking about: it starts at the beginning, by itself. */
export const RESUME_FROM_SECONDS = 5

// The last words and the fading picture: who stopped there has heard it all.
const END_SECONDS = 15
const END_FRACTION = 0.05

// Browsers and the tool that measured the file may differ by a frame or two.
const TOLERANCE_SECONDS = 1

/** Where to pick up again: at the beginning once it was heard to its end. */
export function normalizePosition({ seconds, length }: { seconds: number; length: number | null }): number {
  if (length === null) return seconds
  return length - seconds < Math.min(END_SECONDS, length * END_FRACTION) ? 0 : seconds
}

export function isBeyondEnd({ seconds, length }: { seconds: number; length: number | null }): boolean {
  return length !== null && seconds > length + TOLERANCE_SECONDS
}
