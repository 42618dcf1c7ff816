import { pluralize } from '#shared/pluralize.ts'

/** After this many failed attempts within a day, the member must wait before the next one. */
export const MAX_FAILURES = 3
const FAILURE_WINDOW_MS = 24 * 60 * 60_000

/** When the next attempt may start after these failures, newest first; undefined if there is no wait. */
export function getReopenTime(failedAt: readonly Date[], waitHours: number): Date | undefined {
  const latest = failedAt[0]
  const third = failedAt[MAX_FAILURES - 1]
  if (!latest || !third || latest.getTime() - third.getTime() > FAILURE_WINDOW_MS) return undefined
  return new Date(latest.getTime() + waitHours * 60 * 60_000)
}

/** How many more failures would cause a wait if they happened now. `failedAt`: the failures so far, newest first. */
export function countAttemptsLeft(failedAt: readonly Date[], now: Date): number {
  const earlier = failedAt.slice(0, MAX_FAILURES - 1)
  return MAX_FAILURES - earlier.filter((at) => now.getTime() - at.getTime() <= FAILURE_WINDOW_MS).length
}

/** Such as 'in 12 hours': whole hours, or minutes if less than two hours remain. */
export function formatTimeUntil(opensAt: Date, now: Date): string {
  const minutes = Math.ceil((opensAt.getTime() - now.getTime()) / 60_000)
  return minutes < 120 ? `in ${pluralize(minutes, 'minute')}` : `in ${pluralize(Math.ceil(minutes / 60), 'hour')}`
}
