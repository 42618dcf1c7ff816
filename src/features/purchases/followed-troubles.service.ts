import { findPurchaseOfIntent } from './purchases.queries.ts'
import { bringUpToDate, type SettlementDeps } from './settlement.service.ts'
import { isAway } from './sweep.service.ts'
import { endTroubles, troublesToFollow } from './troubles.queries.ts'
import { isDoneWith } from './troubles.rules.ts'

/** So many payments are asked about at a time, those first that were asked about longest ago. */
const AT_A_TIME = 10

/** Asks the provider how payments stand that need the operator: it tells nobody of a note on a payment, or of an answer to a bank. */
export async function followTroubles(deps: SettlementDeps): Promise<void> {
  for (const intentId of await troublesToFollow(deps.db, AT_A_TIME, deps.now())) {
    try {
      if (await isOver(deps, intentId))
        await endTroubles(deps.db, intentId, { kinds: ['lost', 'unfollowed', 'failed_refund', 'dispute'], back: 0 })
    } catch (error) {
      deps.log.warn({ err: error, intentId }, 'a payment that needs somebody could not be looked at')
      if (isAway(error)) return
    }
  }
}

/** Whether no row is to be left. Of a payment with an order, settling keeps them. */
async function isOver(deps: SettlementDeps, intentId: string): Promise<boolean> {
  if (await findPurchaseOfIntent(deps.db, intentId))
    return (await bringUpToDate(deps, () => findPurchaseOfIntent(deps.db, intentId))) === undefined
  const intent = await deps.payments.readIntent(intentId)
  return !intent || isDoneWith(intent)
}
