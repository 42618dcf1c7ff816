import { isOurPayment } from './payment-ownership.service.ts'
import { findPurchaseByIntent } from './payments.queries.ts'
import { refreshPurchase, type SettlementDeps } from './settlement.service.ts'
import { MAX_CONSECUTIVE_FAILURES, isProviderAway } from './reconcile.service.ts'
import { resolvePaymentIssues, savePaymentIssues, markChecked, listIssuesToFollowUp } from './payment-issues.queries.ts'
import { readSettledAt } from './payment-issues.service.ts'
import { getResponseDueDate, isFullyReturned, isRefundedInFull } from './payment-issues.rules.ts'

/** How many payments each run checks. Those that were not checked for the longest time come first. */
const BATCH_SIZE = 10

const ALL_KINDS = ['lost', 'unfollowed', 'failed_refund', 'dispute'] as const

/**
 * Asks the provider about payments with open issues, because it sends no event when an operator adds a note to a
 * payment or responds to a bank.
 */
export async function followUpPaymentIssues(deps: SettlementDeps): Promise<void> {
  const { db, log, now } = deps
  let silentInARow = 0
  for (const intentId of await listIssuesToFollowUp(db, BATCH_SIZE)) {
    // The payment is marked before the provider is asked, so that a payment that always fails doesn't delay the others.
    await markChecked(db, intentId, now())
    try {
      await followUpPayment(deps, intentId)
      silentInARow = 0
    } catch (error) {
      log.warn({ err: error, intentId }, 'a payment that needs attention could not be checked')
      silentInARow = isProviderAway(error) ? silentInARow + 1 : 0
      if (silentInARow === MAX_CONSECUTIVE_FAILURES) return
    }
  }
}

/** Asks the provider for the current state of a payment's issues, and stores it. */
export async function followUpPayment(deps: SettlementDeps, intentId: string): Promise<void> {
  if (await isResolved(deps, intentId)) await resolvePaymentIssues(deps.db, intentId, { kinds: [...ALL_KINDS] })
}

/** Whether the issues can be removed. If the payment has an order, settling it updates them instead. */
async function isResolved(deps: SettlementDeps, intentId: string): Promise<boolean> {
  const { db, payments, now } = deps
  if (await findPurchaseByIntent(db, intentId))
    return (await refreshPurchase(deps, () => findPurchaseByIntent(db, intentId))) === undefined
  const intent = await payments.readIntent(intentId)
  if (!intent || isRefundedInFull(intent) || !(await isOurPayment(deps, intent))) return true
  // There is no order, so events about disputes can't update the issue.
  const isOver = isFullyReturned(intent)
  const dueAt = isOver ? undefined : getResponseDueDate(intent)
  await resolvePaymentIssues(db, intentId, {
    kinds: [
      ...(isOver ? (['lost', 'unfollowed'] as const) : []),
      ...(dueAt === undefined ? (['dispute'] as const) : []),
    ],
    balance: intent,
    settledAt: await readSettledAt(deps, { intent, event: undefined }),
  })
  if (dueAt !== undefined) await savePaymentIssues(db, [{ intentId, orderNumber: null, kind: 'dispute', dueAt }], now())
  return false
}
