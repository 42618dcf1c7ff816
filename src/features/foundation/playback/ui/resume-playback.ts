const lastTries = new WeakMap<HTMLMediaElement, number>()
const PAUSE_MS = 10_000

/**
 * For a player that stopped with an error. Object storage opens its addresses for minutes only, and browsers go on using
 * the one they were first led to: who seeks after a long pause is refused. Asking anew, from where it stood, is enough.
 * False when that was tried just now: then something else is wrong.
 */
export function resumePlayback(player: HTMLMediaElement): boolean {
  const now = Date.now()
  if (now - (lastTries.get(player) ?? -PAUSE_MS) < PAUSE_MS) return false
  lastTries.set(player, now)
  const stoodAt = player.currentTime
  player.load()
  player.currentTime = stoodAt
  // A browser may want a click first; its own controls are there for it.
  void player.play().catch(() => {})
  return true
}
