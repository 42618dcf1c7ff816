// The provider's times are compared only with other times of its own clock, because our clock may be wrong.

/** Returns when the provider responded, by its own clock, in whole seconds. */
export function getAnswerTime({ lastResponse }: { lastResponse: { headers: Record<string, string> } }): Date {
  const time = Date.parse(lastResponse.headers['date'] ?? '')
  // A proxy may have removed the header.
  return new Date(Number.isNaN(time) ? Date.now() : time)
}

/** A smaller difference may only result from the provider's rounding and the duration of the call. */
const MIN_DIFFERENCE_MS = 5_000

/** Converts a past time from our clock to the provider's, which showed `readAt` when ours showed `now`. */
export function toProviderTime(at: Date, { now, readAt }: { now: Date; readAt: Date }): Date {
  const aheadMs = now.getTime() - readAt.getTime()
  // The given time is later than `now` if our clock was set back in the meantime.
  const past = Math.min(at.getTime(), now.getTime())
  return new Date(Math.abs(aheadMs) < MIN_DIFFERENCE_MS ? past : past - aheadMs)
}
