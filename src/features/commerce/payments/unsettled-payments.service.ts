import type { Transaction } from '#db/open-database.ts'
import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { PROCESSING, type ProviderEvent } from '#platform/payment-events.ts'
import type { Intent } from '#platform/payments.ts'
import { notifyBuyer, notifyOfRefund } from './buyer-notifications.service.ts'
import { isFailureReportedSince, markFailureReported } from './events.queries.ts'
import { oncePerDay, notifyOperator, notifyOperatorOfFailedRefund } from './operator-notifications.queues.ts'
import { expirePurchase, type Purchase, setProcessing, setRefunded } from './payments.queries.ts'
import { getRefundableCents } from './payment-issues.rules.ts'
import { getRefundedCents } from './payments.rules.ts'
import { sendFailedPayment, sendFailedRefund } from './receipt.queues.ts'
import { type FailedRefundEntry, logFailedRefund, logReversals } from './reversal-log.service.ts'
import type { SuppressedNotifications } from './restored-notifications.service.ts'
import { describeDisputedPayment } from './unmatched-payments.rules.ts'

type UnsettledDeps = Pick<Deps, 'jobs' | 'now' | 'log'> & { quiet?: SuppressedNotifications }

/** Records that a bank is processing the payment. The buyer saw that, so they are notified if the payment fails. */
export async function writeProcessing(
  deps: UnsettledDeps,
  tx: Transaction,
  { purchase, intent, event }: { purchase: Purchase; intent: Intent; event: ProviderEvent | undefined },
): Promise<void> {
  const { jobs, now, log } = deps
  const { id: purchaseId, processingSince } = purchase
  if (intent.status === 'processing') {
    if (processingSince === null) await setProcessing(tx, purchaseId, now())
    return
  }
  if (processingSince === null) {
    if (event?.type !== PROCESSING) return
    // The event about the processing may arrive after the bank's answer.
    if (await isFailureReportedSince(tx, intent.id, event.createdAt)) return
  }
  await setProcessing(tx, purchaseId, null)
  await markFailureReported(tx, intent.id, intent.readAt)
  log.info({ purchaseId, status: intent.status }, 'a payment that was being processed has failed')
  await jobs.enqueue(tx, sendFailedPayment, { purchaseId })
  await notifyBuyer(deps, tx, { purchase, happened: 'failed' })
}

type UnmatchedPayment = { purchase: Purchase; intent: Intent; what: string }

/**
 * Notifies the operator of a payment that settles nothing, at most once a day, until the buyer has got the money back.
 */
export async function writeUnmatchedPayment(
  deps: UnsettledDeps,
  tx: Transaction,
  { purchase, intent, what }: UnmatchedPayment,
): Promise<void> {
  const { jobs, now } = deps
  const { id: purchaseId, orderNumber } = purchase
  if (intent.amountReceived === 0) return
  const refundedCents = getRefundedCents(purchase, intent)
  const isAllBack = intent.refunded + intent.lost >= intent.amountReceived || intent.isSettledByHand
  if (refundedCents !== purchase.refundedCents) await setRefunded(tx, purchaseId, refundedCents)
  if (refundedCents > purchase.refundedCents) {
    const state = isAllBack && purchase.state === 'pending' ? 'expired' : purchase.state
    await logReversals(tx, { purchase, after: { ...purchase, state, refundedCents }, at: now() })
    await notifyOfRefund(deps, tx, { purchase, intent, refundedCents })
  }
  if (isAllBack) {
    if (purchase.state === 'pending') await expirePurchase(tx, purchase, now())
    return
  }
  // What is left of it is already being refunded.
  if (getRefundableCents(intent) === 0) return
  const facts = { orderNumber, purchaseId, intentId: intent.id, received: intent.amountReceived, what }
  if (intent.held > 0) {
    const { timeZone } = await readSite(tx)
    const notification = { sentence: describeDisputedPayment({ ...intent, what, timeZone }), facts }
    return jobs.enqueue(tx, notifyOperator, notification, oncePerDay(`${purchaseId}:disputed`))
  }
  const sentence = `A payment does not match its order (${what}), so the purchase was not delivered. Refund it: npm run academy -- refund ${orderNumber}`
  await jobs.enqueue(tx, notifyOperator, { sentence, facts }, oncePerDay(purchaseId))
}

/**
 * Records a failed refund and notifies the operator, because only the operator can make sure that the buyer gets the
 * money.
 */
export async function writeFailedRefund(
  deps: UnsettledDeps,
  tx: Transaction,
  { purchase, amount }: FailedRefundEntry,
): Promise<void> {
  const { jobs, now } = deps
  await logFailedRefund(tx, { purchase, amount }, now())
  await jobs.enqueue(tx, notifyOperatorOfFailedRefund, { purchaseId: purchase.id, amount })
  await jobs.enqueue(tx, sendFailedRefund, { purchaseId: purchase.id, amount })
  await notifyBuyer(deps, tx, { purchase, happened: 'refund_failed' })
}
