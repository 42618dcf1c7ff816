import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Lock, tryLock } from './locks.ts'

const RETRY_INTERVAL_MS = 5_000

type LeaderTask = { everyMs: number; work: () => Promise<void>; onError: (error: unknown) => void }

/**
 * Repeats tasks, each at its own interval, in only one of the processes that share the database, namely the one that
 * holds the lock. If that process ends, another one takes the lock within seconds. A failed task is retried after a few
 * seconds and doesn't delay the others.
 */
export function runOnLeader(connectionString: string, lock: Lock, works: readonly LeaderTask[]): { stop(): void } {
  const stopped = new AbortController()
  let held: pg.Client | undefined
  let asking: Promise<void> | undefined

  async function ask(): Promise<void> {
    const client = await tryLock(connectionString, lock)
    held = client
    client?.once('end', () => (held = undefined))
  }

  async function holds(): Promise<boolean> {
    if (!held) {
      asking ??= ask().finally(() => (asking = undefined))
      await asking
    }
    return held !== undefined
  }

  async function attempt({ work, onError }: LeaderTask): Promise<boolean> {
    try {
      if (!(await holds())) return false
      await work()
      return true
    } catch (error) {
      if (!stopped.signal.aborted) onError(error)
      return false
    }
  }

  async function repeat(work: LeaderTask): Promise<void> {
    while (!stopped.signal.aborted) {
      const pause = (await attempt(work)) ? work.everyMs : RETRY_INTERVAL_MS
      await sleep(pause, undefined, { signal: stopped.signal, ref: false }).catch(() => {})
    }
  }

  void Promise.all(works.map(repeat)).then(() => held?.end())
  return { stop: () => stopped.abort() }
}
