import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { LOCKS, tryLock } from './locks.ts'

// The server before us may just be finishing its last requests.
const WAIT_LIMIT_MS = 12_000

/**
 * Waits until no other server of the academy uses this database, and keeps it for this one; false when another stays.
 * For the embedded database: two servers on one data folder would each believe to be alone. The command line is no server.
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
  // When the database itself is started anew, its locks are gone and are taken again.
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
