/** The browser's own call may still be under way: younger purchases are left to it. */
export const RECONCILE_AFTER_MS = 60_000

/** A payment that nobody finished is given up after a day. */
export const EXPIRE_AFTER_MS = 24 * 60 * 60_000

const MINUTE_MS = 60_000
/**
 * The older a pending purchase is, the more seldom the provider is asked about it: each minute at first, then every 2, 4, 8
 * minutes, and at least every 64.
 */
const CHECKS_WITHIN_AGE = 8
const MAX_MINUTES_BETWEEN = 64

/** `since` is when the sweep before began; undefined for the first of a process, which asks about all. */
type ReconcileWindow = { since: Date | undefined; now: Date }

/**
 * Whether a sweep asks the provider about a pending purchase: when one of the minutes at which it is to be asked about has come since the
 * sweep before, however long that took. Most were left by buyers who won't come back.
 */
export function isDueForCheck({ createdAt }: { createdAt: Date }, { since, now }: ReconcileWindow): boolean {
  if (!since) return true
  const age = now.getTime() - createdAt.getTime()
  const minutes = Math.floor(age / MINUTE_MS)
  const minutesBefore = Math.floor((since.getTime() - createdAt.getTime()) / MINUTE_MS)
  // Given up within the hour; what is left then is a payment that does not fit, and waits for the operator.
  if (age > EXPIRE_AFTER_MS && age < EXPIRE_AFTER_MS + MAX_MINUTES_BETWEEN * MINUTE_MS) return true
  const thinned = 2 ** Math.max(0, Math.floor(Math.log2(minutes / CHECKS_WITHIN_AGE)))
  const between = Math.min(thinned, MAX_MINUTES_BETWEEN)
  return Math.floor(minutes / between) > Math.floor(minutesBefore / between)
}
