import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient } from './pg-client.ts'
import { getErrorChain } from './database-errors.ts'

const RETRY_INTERVAL_MS = 1_000

/**
 * These codes mean that the server is not running yet or is starting. EAI_AGAIN means that the network is not available
 * yet.
 */
const NOT_READY_CODES = new Set([
  'ECONNREFUSED',
  'ENOENT',
  '57P03',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
])

/**
 * Waits for a database that starts with the machine and may be ready later than the academy. Reports only once that it
 * waits. Throws the last error after `patienceMs`. Throws at once if waiting can't help, for example because the
 * password is wrong.
 */
export async function waitForDatabase(
  connectionString: string,
  { patienceMs, onWait }: { patienceMs: number; onWait: (line: string) => void },
): Promise<void> {
  const since = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    try {
      await (await connectClient({ connectionString, connectionTimeoutMillis: 10_000 })).end()
      return
    } catch (error) {
      const isLate = getErrorChain(error).some((cause) => 'code' in cause && NOT_READY_CODES.has(String(cause.code)))
      if (!isLate || performance.now() - since > patienceMs) throw error
      if (isFirst) onWait(`The database is not responding yet. Waiting up to ${patienceMs / 1_000} seconds.`)
    }
    await sleep(RETRY_INTERVAL_MS)
  }
}
