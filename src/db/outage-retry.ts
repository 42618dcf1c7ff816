import { setTimeout as sleep } from 'node:timers/promises'
import { UnavailableError } from '#shared/unavailable-error.ts'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 10_000
const RETRY_LIMIT_MS = 20 * 60_000

/** A service that is unavailable. The outage ends when a kind of work that waited for the service has used it again. */
type Outage = { end: AbortController; since: number; missedBy: Set<string> }

/**
 * Returns a function that runs work. If the work needs an unavailable service, it waits instead of failing. It is
 * retried at least every ten seconds, and as soon as other work of its kind succeeds. It fails after 20 minutes, so
 * that the work behind it in the queue can run. It also fails when it is stopped.
 */
export function createOutageRetry(onAway: (error: UnavailableError) => void) {
  const absences = new Map<string, Outage>()

  function absenceOf(error: UnavailableError, kind: string): Outage {
    const known = absences.get(error.what)
    if (known) {
      known.missedBy.add(kind)
      return known
    }
    const absence = { end: new AbortController(), since: performance.now(), missedBy: new Set([kind]) }
    absences.set(error.what, absence)
    // Reported only once, no matter how many jobs wait and how often they are retried.
    onAway(error)
    return absence
  }

  /**
   * Ends the outages that affected this kind of work, because work of this kind was completed or rejected. Work that
   * started before an outage proves nothing.
   */
  function end(kind: string, startedAt: number): void {
    for (const [what, absence] of absences) {
      if (!absence.missedBy.has(kind) || startedAt < absence.since) continue
      absences.delete(what)
      absence.end.abort()
    }
  }

  return async (kind: string, work: () => Promise<void>, stop: AbortSignal): Promise<void> => {
    const since = performance.now()
    for (let tries = 0; ; tries += 1) {
      const startedAt = performance.now()
      let absence
      let missed
      try {
        await work()
        end(kind, startedAt)
        return
      } catch (error) {
        if (!(error instanceof UnavailableError)) {
          end(kind, startedAt)
          throw error
        }
        if (stop.aborted || performance.now() - since > RETRY_LIMIT_MS) throw error
        missed = error
        absence = absenceOf(error, kind)
      }
      const pause = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random() / 2)
      await sleep(pause, undefined, { signal: AbortSignal.any([stop, absence.end.signal]) }).catch(() => {})
      if (stop.aborted) throw missed
    }
  }
}
