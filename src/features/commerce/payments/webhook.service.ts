import { type ProviderEvent, REFUND_FAILED } from '#platform/payment-events.ts'
import { markEventArrived, findClaimedEvents } from './events.queries.ts'
import { findOwedCents } from './payment-issues.queries.ts'
import { findPurchaseByIntent } from './payments.queries.ts'
import { refreshPurchase, type SettlementDeps } from './settlement.service.ts'

/**
 * Receives an event from the provider. Rejects it if it has no valid signature. Processes it only once, no matter how
 * often it arrives.
 */
export async function receiveEvent(deps: SettlementDeps, body: Buffer, signature: string): Promise<void> {
  const event = deps.payments.readEvent(body, signature, deps.now())
  await processEvent(deps, event)
  // Reconciliation may have found the event earlier, but its arrival shows that the webhook works.
  await markEventArrived(deps.db, event.id, deps.now())
}

export async function processEvent(deps: SettlementDeps, event: ProviderEvent): Promise<void> {
  const { intentId } = event
  if (intentId === undefined) return
  if (event.isLive !== deps.payments.isLive) {
    deps.log.warn({ eventId: event.id }, 'ignored an event from the other mode (test or live)')
    return
  }
  if ((await findClaimedEvents(deps.db, [event.id])).size > 0) return
  await refreshPurchase(deps, () => findPurchaseByIntent(deps.db, intentId), event)
  if (event.type === REFUND_FAILED) await logFailedRefund(deps, intentId, event)
}

async function logFailedRefund(
  { db, log }: SettlementDeps,
  intentId: string,
  { refund }: ProviderEvent,
): Promise<void> {
  const purchase = await findPurchaseByIntent(db, intentId)
  const facts = { intentId, amount: refund?.amount, purchaseId: purchase?.id, orderNumber: purchase?.orderNumber }
  const owed = await findOwedCents(db, intentId)
  if (owed === undefined) return log.warn(facts, 'a refund failed at the bank; nothing is left to refund')
  log.error(
    { ...facts, owed },
    'a refund failed at the bank, and the money was returned to the academy: refund it again, or pay the buyer another way',
  )
}
