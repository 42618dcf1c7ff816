import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient } from './pg-client.ts'
import { getErrorChain } from './database-errors.ts'

const RETRY_INTERVAL_MS = 1_000

/** A server that is not up yet or is starting; EAI_AGAIN: a network that is not up yet. */
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
 * Waits for a database that starts with the machine and may be later than the academy. Reports once that it waits.
 * Throws the last error when the time is over, and at once if waiting cannot help, as with a wrong password.
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
