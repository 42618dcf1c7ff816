import { setTimeout as sleep } from 'node:timers/promises'
import { AwayError } from '#shared/away.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
const PATIENCE_MS = 20 * 60_000

/** Ended when what was away has been used again. */
type Absence = AbortController

/**
 * Work that needs what is away waits where it is, instead of failing: it tries again every ten seconds at most, and as soon as
 * other work got through. It fails after 20 minutes, so that what waits behind it has its turn, and when it is told to stop.
 */
export function waitingOut(onAway: (error: AwayError) => void) {
  const absences = new Map<string, Absence>()

  function absenceOf(error: AwayError): Absence {
    const known = absences.get(error.what)
    if (known) return known
    const absence = new AbortController()
    absences.set(error.what, absence)
    // Told once, however much work waits for it and however often it tries.
    onAway(error)
    return absence
  }

  return async (work: () => Promise<void>, stop: AbortSignal): Promise<void> => {
    const since = performance.now()
    let missed: AwayError | undefined
    for (let tries = 0; ; tries += 1) {
      try {
        await work()
        break
      } catch (error) {
        if (!(error instanceof AwayError) || stop.aborted || performance.now() - since > PATIENCE_MS) throw error
        missed = error
      }
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries) * (0.5 + Math.random() / 2)
      await sleep(pause, undefined, { signal: AbortSignal.any([stop, absenceOf(missed).signal]) }).catch(() => {})
      if (stop.aborted) throw missed
    }
    if (!missed) return
    absences.get(missed.what)?.abort()
    absences.delete(missed.what)
  }
}
