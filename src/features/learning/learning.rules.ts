/** Playback past this part of a video's length completes its lecture. */
export const COMPLETE_AFTER = 0.8

/** Whole percent, rounded down: 100 only when everything is done. */
export function progressPercent({ completed, lectures }: { completed: number; lectures: number }): number {
  return lectures === 0 ? 0 : Math.floor((completed / lectures) * 100)
}

export function isPastCompletion({ seconds, duration }: { seconds: number; duration: number }): boolean {
  return Number.isFinite(duration) && duration > 0 && seconds > duration * COMPLETE_AFTER
}
