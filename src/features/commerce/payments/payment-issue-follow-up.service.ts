import { isOurPayment } from './payment-ownership.service.ts'
import { findPurchaseByIntent } from './payments.queries.ts'
import { refreshPurchase, type SettlementDeps } from './settlement.service.ts'
import { MAX_CONSECUTIVE_FAILURES, isProviderAway } from './reconcile.service.ts'
import { resolvePaymentIssues, savePaymentIssues, markChecked, listIssuesToFollowUp } from './payment-issues.queries.ts'
import { getResponseDueDate, isFullyReturned } from './payment-issues.rules.ts'

/** So many payments are asked about at a time, those first that were asked about longest ago. */
const BATCH_SIZE = 10

const ALL_KINDS = ['lost', 'unfollowed', 'failed_refund', 'dispute'] as const

/** Asks the provider how payments stand that need the operator: it tells nobody of a note on a payment, or of an answer to a bank. */
export async function followUpPaymentIssues(deps: SettlementDeps): Promise<void> {
  const { db, log, now } = deps
  let silentInARow = 0
  for (const intentId of await listIssuesToFollowUp(db, BATCH_SIZE)) {
    // Before it is asked about: one of which the provider tells nothing waits for its turn again, as the others do.
    await markChecked(db, intentId, now())
    try {
      if (await isResolved(deps, intentId)) await resolvePaymentIssues(db, intentId, { kinds: [...ALL_KINDS], back: 0 })
      silentInARow = 0
    } catch (error) {
      log.warn({ err: error, intentId }, 'a payment that needs somebody could not be looked at')
      silentInARow = isProviderAway(error) ? silentInARow + 1 : 0
      if (silentInARow === MAX_CONSECUTIVE_FAILURES) return
    }
  }
}

/** Whether no row is to be left. Of a payment with an order, settling keeps them. */
async function isResolved(deps: SettlementDeps, intentId: string): Promise<boolean> {
  const { db, payments, now } = deps
  if (await findPurchaseByIntent(db, intentId))
    return (await refreshPurchase(deps, () => findPurchaseByIntent(db, intentId))) === undefined
  const intent = await payments.readIntent(intentId)
  if (!intent || isFullyReturned(intent) || !(await isOurPayment(deps, intent))) return true
  // Its order is gone, so that no event of a dispute leads anywhere.
  const dueAt = getResponseDueDate(intent)
  if (dueAt === undefined) await resolvePaymentIssues(db, intentId, { kinds: ['dispute'], back: 0 })
  else await savePaymentIssues(db, [{ intentId, orderNumber: null, kind: 'dispute', dueAt }], now())
  return false
}
