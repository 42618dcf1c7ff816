import { isOurPayment } from './payment-ownership.service.ts'
import { findPurchaseOfIntent } from './payments.queries.ts'
import { bringUpToDate, type SettlementDeps } from './settlement.service.ts'
import { AWAY_AFTER, isAway } from './reconcile.service.ts'
import { endTroubles, keepAll, markLookedAt, troublesToFollow } from './payment-issues.queries.ts'
import { answerDue, isDoneWith } from './payment-issues.rules.ts'

/** So many payments are asked about at a time, those first that were asked about longest ago. */
const AT_A_TIME = 10

const ALL_KINDS = ['lost', 'unfollowed', 'failed_refund', 'dispute'] as const

/** Asks the provider how payments stand that need the operator: it tells nobody of a note on a payment, or of an answer to a bank. */
export async function followTroubles(deps: SettlementDeps): Promise<void> {
  const { db, log, now } = deps
  let silentInARow = 0
  for (const intentId of await troublesToFollow(db, AT_A_TIME)) {
    // Before it is asked about: one of which the provider tells nothing waits for its turn again, as the others do.
    await markLookedAt(db, intentId, now())
    try {
      if (await isOver(deps, intentId)) await endTroubles(db, intentId, { kinds: [...ALL_KINDS], back: 0 })
      silentInARow = 0
    } catch (error) {
      log.warn({ err: error, intentId }, 'a payment that needs somebody could not be looked at')
      silentInARow = isAway(error) ? silentInARow + 1 : 0
      if (silentInARow === AWAY_AFTER) return
    }
  }
}

/** Whether no row is to be left. Of a payment with an order, settling keeps them. */
async function isOver(deps: SettlementDeps, intentId: string): Promise<boolean> {
  const { db, payments, now } = deps
  if (await findPurchaseOfIntent(db, intentId))
    return (await bringUpToDate(deps, () => findPurchaseOfIntent(db, intentId))) === undefined
  const intent = await payments.readIntent(intentId)
  if (!intent || isDoneWith(intent) || !(await isOurPayment(deps, intent))) return true
  // Its order is gone, so that no event of a dispute leads anywhere.
  const dueAt = answerDue(intent)
  if (dueAt === undefined) await endTroubles(db, intentId, { kinds: ['dispute'], back: 0 })
  else await keepAll(db, [{ intentId, orderNumber: null, kind: 'dispute', dueAt }], now())
  return false
}
