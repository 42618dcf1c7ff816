/** Purchases that are newer than this are left to the browser's own request, which may still be in progress. */
export const RECONCILE_AFTER_MS = 60_000

export const EXPIRE_AFTER_MS = 24 * 60 * 60_000

const MINUTE_MS = 60_000
/**
 * The older a pending purchase is, the less often the provider is asked about it. This happens every minute at first,
 * then every 2, 4, 8, … minutes, and at least every 64 minutes.
 */
const CHECKS_WITHIN_AGE = 8
const MAX_MINUTES_BETWEEN = 64

/**
 * `since` is when the previous run started. It is undefined in the first run of a process, which checks all purchases.
 */
type ReconcileWindow = { since: Date | undefined; now: Date }

/**
 * Whether a check has become due since the previous run, no matter how long ago that was. Checks become less frequent,
 * because most pending purchases belong to buyers who won't come back.
 */
export function isDueForCheck({ createdAt }: { createdAt: Date }, { since, now }: ReconcileWindow): boolean {
  if (!since) return true
  const age = now.getTime() - createdAt.getTime()
  const minutes = Math.floor(age / MINUTE_MS)
  const minutesBefore = Math.floor((since.getTime() - createdAt.getTime()) / MINUTE_MS)
  // For about an hour after a purchase should have expired, it is checked in every run, so that it ends. If it is still
  // pending after that, it has a payment that doesn't match, which the operator must handle.
  if (age > EXPIRE_AFTER_MS && age < EXPIRE_AFTER_MS + MAX_MINUTES_BETWEEN * MINUTE_MS) return true
  const thinned = 2 ** Math.max(0, Math.floor(Math.log2(minutes / CHECKS_WITHIN_AGE)))
  const between = Math.min(thinned, MAX_MINUTES_BETWEEN)
  return Math.floor(minutes / between) > Math.floor(minutesBefore / between)
}
