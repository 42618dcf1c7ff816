import type { Deps } from '#platform/deps.ts'
import { type ProviderEvent, REFUND_FAILED } from '#platform/payment-events.ts'
import type { Intent } from '#platform/payments.ts'
import { isUuid } from '#shared/ids.ts'
import { claimEvent, claimFailure } from './events.queries.ts'
import { oncePerDay, notifyOperator } from './operator-notifications.queues.ts'
import { isOurPayment } from './payment-ownership.service.ts'
import { type SuppressedNotifications, suppressRepeatedNotifications } from './restored-notifications.service.ts'
import { findPurchase } from './payments.queries.ts'
import { describeFailedRefund } from './unmatched-payments.rules.ts'
import { readFailures, readSettledAt, saveFailedRefunds } from './payment-issues.service.ts'
import { findOwedCents, resolvePaymentIssues, saveLostPayments } from './payment-issues.queries.ts'
import { isFullyReturned, isRefundedInFull } from './payment-issues.rules.ts'

type LostPurchaseDeps = Pick<Deps, 'config' | 'db' | 'payments' | 'jobs' | 'now'> & { quiet?: SuppressedNotifications }

/**
 * Notifies the operator if a purchase that is missing in the database was paid, or if its refund failed. A purchase may
 * be missing because an older backup was restored. Ignores payments of other academies with the same provider account.
 * Returns false if the payment is unknown, because the keys of its account are missing.
 */
export async function reportLostPurchase(deps: LostPurchaseDeps, event: ProviderEvent): Promise<boolean> {
  if (event.intentId === undefined || !LOST_PURCHASE_EVENTS.has(event.type)) return true
  const intent = await deps.payments.readIntent(event.intentId)
  if (!intent) return false
  if (intent.status === 'succeeded' && (await isOurPayment(deps, intent))) await reportPayment(deps, event, intent)
  return true
}

async function reportPayment(deps: LostPurchaseDeps, event: ProviderEvent, intent: Intent): Promise<void> {
  const { db, jobs, now } = deps
  const { id: intentId, amount, currency, purchaseId } = intent
  if (purchaseId === undefined) return
  const { quiet } = await suppressRepeatedNotifications(deps, { intent, event })
  const failures = await readFailures(deps, event)
  if (failures) {
    const settledAt = await readSettledAt({ ...deps, quiet }, { intent, event })
    await db.transaction(async (tx) => {
      if (!(await claimEvent(tx, event, now())) || isRefundedInFull(intent)) return
      await saveFailedRefunds(tx, { intent, orderNumber: null, failures, settledAt, now: now() })
      await resolvePaymentIssues(tx, intentId, { kinds: [], balance: intent, settledAt })
      const owed = await findOwedCents(tx, intentId)
      if (!(await claimFailure(tx, event, now())) || quiet?.reversal || owed === undefined) return
      await jobs.enqueue(tx, notifyOperator, describeFailedRefund(intent, event.refund?.amount, owed))
    })
    return
  }
  if (isFullyReturned(intent)) return
  const facts = { intentId, amount, currency, purchaseId }
  const order = isUuid(purchaseId) ? await findPurchase(db, purchaseId) : undefined
  const sentence = order
    ? `A payment arrived for order ${order.orderNumber}, which already has a different payment. Refund it: npm run academy -- refund ${intentId}`
    : `A payment arrived for a purchase that is not in the database. Create an order for it (npm run academy -- adopt-payment ${intentId} --member MEMBER), or refund it: npm run academy -- refund ${intentId}`
  await saveLostPayments(db, [{ intentId, orderNumber: undefined }], now())
  if (quiet?.sale) return
  await jobs.enqueue(db, notifyOperator, { sentence, facts }, oncePerDay(intentId))
}

const LOST_PURCHASE_EVENTS = new Set(['payment_intent.succeeded', REFUND_FAILED])
