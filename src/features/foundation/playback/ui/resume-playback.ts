const lastTries = new WeakMap<HTMLMediaElement, number>()
const PAUSE_MS = 10_000

/**
 * Restarts a player that stopped with an error. Storage URLs are valid for only minutes, and browsers keep using the
 * URL to which they were first redirected. So seeking after a long pause fails, and reloading at the same position
 * fixes that. Returns false if that was just tried, because then something else is wrong.
 */
export function resumePlayback(player: HTMLMediaElement): boolean {
  const now = Date.now()
  if (now - (lastTries.get(player) ?? -PAUSE_MS) < PAUSE_MS) return false
  lastTries.set(player, now)
  const stoodAt = player.currentTime
  player.load()
  player.currentTime = stoodAt
  // A browser may require a click first. The user can click its controls.
  void player.play().catch(() => {})
  return true
}
