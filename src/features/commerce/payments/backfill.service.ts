import { MissingPermission } from '#platform/payment-calls.ts'
import type { Deps } from '#platform/deps.ts'
import { forEachAccount } from './accounts.service.ts'
import { fillPaymentDetails, findOldestIncomplete } from './backfill.queries.ts'

/** How far back payments are requested from the provider. */
const MAX_LOOKBACK_MS = 365 * 24 * 60 * 60_000

/**
 * The nightly job handler: fills in payment details that the provider didn't know at first, or that an earlier version
 * didn't store. These are the provider's fee, if the key may read it, and whether real money was used.
 */
export async function backfillPaymentDetails(deps: Pick<Deps, 'db' | 'payments' | 'now' | 'log'>): Promise<void> {
  const { db, now, log } = deps
  const since = await findOldestIncomplete(db, new Date(now().getTime() - MAX_LOOKBACK_MS))
  if (since === undefined) return
  // A purchase is always created before its payment, so no payment is missed.
  await forEachAccount(deps, async ({ details }) => {
    const fill = async (withFees: boolean) => {
      for await (const page of details(since, { withFees })) await fillPaymentDetails(db, page)
    }
    await fill(true).catch((error: unknown) => {
      if (!(error instanceof MissingPermission)) throw error
      log.info({ err: error }, 'the Stripe key is not allowed to read fees, so they stay unknown')
      return fill(false)
    })
  })
}
