import { setTimeout as sleep } from 'node:timers/promises'
import { consumeRateLimit, resetAttempts } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { busyError } from '#shared/app-error.ts'
import { REFUND_TURN } from './payments.rules.ts'

const POLL_INTERVAL_MS = 200
const WAIT_MS = 4_000

/**
 * Runs only one refund of a payment at a time, so that each sees what the previous ones refunded. Otherwise, two
 * partial refunds could together end access. Occupies no database connection while the provider is called.
 */
export async function takeRefundTurn<Value>(
  deps: Pick<Deps, 'config' | 'db' | 'now'>,
  intentId: string,
  refund: () => Promise<Value>,
): Promise<Value> {
  const end = performance.now() + WAIT_MS
  while ((await consumeRateLimit(deps, deps.db, REFUND_TURN, intentId)) !== undefined) {
    if (performance.now() > end)
      throw busyError('Nothing was refunded. Another refund of this payment is in progress. Try again in a moment.')
    await sleep(POLL_INTERVAL_MS)
  }
  try {
    return await refund()
  } finally {
    // An error here must not hide what was refunded. The turn ends by itself.
    await resetAttempts(deps, deps.db, [[REFUND_TURN, intentId]]).catch(() => {})
  }
}
