import { setTimeout as sleep } from 'node:timers/promises'
import { connectClient } from './pg-client.ts'
import { getErrorChain } from './database-errors.ts'

const RETRY_INTERVAL_MS = 1_000

/** Of a server that is not there yet, or is just starting; EAI_AGAIN of a network that is not. */
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
 * Waits for a database that begins with the machine, as ours does, and may be later. Tells once that it waits. Throws what the last try
 * did when the time is over, and at once what no waiting mends, such as a wrong password.
 */
export async function waitForDatabase(
  connectionString: string,
  { patienceMs, tell }: { patienceMs: number; tell: (line: string) => void },
): Promise<void> {
  const since = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    try {
      await (await connectClient({ connectionString, connectionTimeoutMillis: 10_000 })).end()
      return
    } catch (error) {
      const isLate = getErrorChain(error).some((cause) => 'code' in cause && NOT_READY_CODES.has(String(cause.code)))
      if (!isLate || performance.now() - since > patienceMs) throw error
      if (isFirst) tell(`The database does not answer yet. It is waited for, up to ${patienceMs / 1_000} seconds.`)
    }
    await sleep(RETRY_INTERVAL_MS)
  }
}
