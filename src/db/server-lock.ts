import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { LOCKS, tryLock } from './locks.ts'

// The previous server may still be finishing its last requests.
const WAIT_LIMIT_MS = 12_000

/**
 * Waits until no other server of the academy uses this database, then reserves it. Returns undefined if another server
 * keeps running. This is for the embedded database, because each of two servers with one data folder would assume that
 * it is the only one. Commands don't count as servers.
 */
export async function acquireServerLock(
  connectionString: string,
): Promise<{ release: () => Promise<void> } | undefined> {
  const since = Date.now()
  let client = await tryLock(connectionString, LOCKS.serving)
  while (!client) {
    if (Date.now() - since > WAIT_LIMIT_MS) return undefined
    await sleep(250)
    client = await tryLock(connectionString, LOCKS.serving)
  }
  let isReleased = false
  // When the database restarts, it releases its locks, so take the lock again.
  const hold = (held: pg.Client) => {
    held.once('end', () => void regain())
    client = held
  }
  const regain = async () => {
    while (!isReleased) {
      await sleep(500)
      const held = await tryLock(connectionString, LOCKS.serving).catch(() => undefined)
      if (held) return hold(held)
    }
  }
  hold(client)
  return {
    release: async () => {
      isReleased = true
      await client?.end()
    },
  }
}
