// The provider's times are compared only with other times by its clock, because ours may be wrong.

/** When the provider answered, by its own clock, which shows whole seconds. */
export function getAnswerTime({ lastResponse }: { lastResponse: { headers: Record<string, string> } }): Date {
  const time = Date.parse(lastResponse.headers['date'] ?? '')
  // A proxy might remove the header.
  return new Date(Number.isNaN(time) ? Date.now() : time)
}

/** Less than this may also be the provider's rounding and the duration of the call. */
const MIN_DIFFERENCE_MS = 5_000

/** A past time by our clock, converted to the provider's, which showed `readAt` when ours showed `now`. */
export function toProviderTime(at: Date, { now, readAt }: { now: Date; readAt: Date }): Date {
  const aheadMs = now.getTime() - readAt.getTime()
  // After `now` if our clock was set back in between.
  const past = Math.min(at.getTime(), now.getTime())
  return new Date(Math.abs(aheadMs) < MIN_DIFFERENCE_MS ? past : past - aheadMs)
}
