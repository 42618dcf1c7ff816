import { setTimeout as sleep } from 'node:timers/promises'
import {
  consumeRateLimit,
  isRemembered,
  remember,
  resetAttempts,
  type RateLimitEntry,
} from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { ProviderUnavailable } from '#platform/payment-calls.ts'
import { busyError } from '#shared/app-error.ts'
import type { Cents } from '#shared/money.ts'
import { OPEN_REFUND, REFUND_TURN } from './payments.rules.ts'

type RefundTurnDeps = Pick<Deps, 'config' | 'db' | 'now'>

const POLL_INTERVAL_MS = 200
const WAIT_MS = 4_000

/**
 * Runs only one refund of a payment at a time, so that each sees what the previous ones refunded. Otherwise, two
 * partial refunds could together end access. Occupies no database connection while the provider is called.
 */
export async function takeRefundTurn<Value>(
  deps: RefundTurnDeps,
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

type RefundCall = { intentId: string; amount: Cents | 'rest' }

/**
 * Calls the provider for a refund. If the outcome is unknown, the same refund can be repeated, because the provider
 * recognizes it, but another amount of this payment has to wait: it would hide the first one, which would then be
 * repeated as a new refund.
 */
export async function callForRefund<Value>(
  deps: RefundTurnDeps,
  { intentId, amount }: RefundCall,
  call: () => Promise<Value>,
): Promise<Value> {
  const [open, same] = getOpenRefund({ intentId, amount })
  if ((await isRemembered(deps, deps.db, open)) && !(await isRemembered(deps, deps.db, same)))
    throw busyError(
      'Nothing was refunded this time. An earlier refund of this payment may still go through. Repeat exactly that one, or wait five minutes.',
    )
  // Stored before the call, so that it outlasts a crash.
  await remember(deps, deps.db, open)
  await remember(deps, deps.db, same)
  try {
    const given = await call()
    await closeRefund(deps, { intentId, amount })
    return given
  } catch (error) {
    const isUnknown = error instanceof ProviderUnavailable && error.problem === undefined
    if (!isUnknown) await closeRefund(deps, { intentId, amount })
    throw error
  }
}

/** Called when the outcome of a refund is known. Then other amounts can be refunded. */
export async function closeRefund(deps: RefundTurnDeps, refund: RefundCall): Promise<void> {
  const [open, same] = getOpenRefund(refund)
  // An error here must not hide what was refunded. The entries expire.
  const isOpen = await isRemembered(deps, deps.db, same).catch(() => false)
  if (isOpen) await resetAttempts(deps, deps.db, [open, same]).catch(() => {})
}

function getOpenRefund({ intentId, amount }: RefundCall): [RateLimitEntry, RateLimitEntry] {
  return [
    [OPEN_REFUND, intentId],
    [OPEN_REFUND, `${intentId} ${amount}`],
  ]
}
