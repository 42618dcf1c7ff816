import { MissingPermission } from '#platform/payment-calls.ts'
import type { Deps } from '#platform/deps.ts'
import { fillPaymentDetails, findOldestIncomplete } from './backfill.queries.ts'

/** Further back the provider is not asked. */
const MAX_LOOKBACK_MS = 365 * 24 * 60 * 60_000

/**
 * The job of each night: what the provider says of payments only after they were made, or was not kept by an earlier version. What it took as
 * its fee, where its key may read that, and whether a payment was made with real money.
 */
export async function backfillPaymentDetails(deps: Pick<Deps, 'db' | 'payments' | 'now' | 'log'>): Promise<void> {
  const { db, payments, now, log } = deps
  const since = await findOldestIncomplete(db, new Date(now().getTime() - MAX_LOOKBACK_MS))
  if (since === undefined) return
  // A purchase is made before its payment.
  const fill = async (withFees: boolean) => {
    for await (const page of payments.lists.told(since, { withFees })) await fillPaymentDetails(db, page)
  }
  await fill(true).catch((error: unknown) => {
    if (!(error instanceof MissingPermission)) throw error
    log.info({ err: error }, "the card provider's key may not read fees: they stay unknown")
    return fill(false)
  })
}
