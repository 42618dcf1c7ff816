import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Lock, tryLock } from './locks.ts'

const ASK_AGAIN_MS = 5_000

type Work = { lock: Lock; everyMs: number; work: () => Promise<void>; onError: (error: unknown) => void }

/**
 * Repeats something in one process of all that share the database: the one that holds the lock. When that one is gone
 * another goes on within seconds. What fails is tried again as soon.
 */
export function inOneProcess(connectionString: string, { lock, everyMs, work, onError }: Work): { stop(): void } {
  const stopped = new AbortController()
  let held: pg.Client | undefined

  async function holds(): Promise<boolean> {
    if (held) return true
    held = await tryLock(connectionString, lock)
    held?.once('end', () => (held = undefined))
    return held !== undefined
  }

  async function attempt(): Promise<boolean> {
    try {
      if (!(await holds())) return false
      await work()
      return true
    } catch (error) {
      if (!stopped.signal.aborted) onError(error)
      return false
    }
  }

  async function repeat(): Promise<void> {
    while (!stopped.signal.aborted) {
      const pause = (await attempt()) ? everyMs : ASK_AGAIN_MS
      await sleep(pause, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
    await held?.end()
  }

  void repeat()
  return { stop: () => stopped.abort() }
}
