import { revokeWithPurchase } from '#features/credentials/certificates/certificates.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Transaction } from '#db/open-database.ts'
import { type ProviderEvent, REFUND_FAILED } from '#platform/payment-events.ts'
import type { Intent } from '#platform/payments.ts'
import { paymentsSettled } from '#platform/metrics.ts'
import { AppError, busyError } from '#shared/app-error.ts'
import { sumAmounts, totalCents } from '#shared/money.ts'
import { notifyOfClosedAccess, recordDisputeDecisions, reportDisputes, reportReversal } from './disputes.service.ts'
import { claimEvent, claimFailure } from './events.queries.ts'
import { notifyBuyer, notifyOfRefund } from './buyer-notifications.service.ts'
import { expirePurchase, findPurchase, lockPurchase, movePurchase, type Purchase } from './payments.queries.ts'
import {
  incompleteMessage,
  type PaidState,
  getPaidState,
  hadEnded,
  type PurchaseState,
  getRefundedCents,
  type Verdict,
  verifyPayment,
  getTransitions,
} from './payments.rules.ts'
import { issueCreditNote, issueInvoice } from './invoice-numbers.service.ts'
import { reportLostPurchase } from './lost-purchases.service.ts'
import { notifyOperatorOfSale } from './operator-notifications.queues.ts'
import { sendDispute, sendReceipt } from './receipt.queues.ts'
import { logReversals } from './reversal-log.service.ts'
import { isOurPayment } from './payment-ownership.service.ts'
import { parseNumberMetadata } from './recorded-numbers.rules.ts'
import {
  isNews,
  type SuppressedNotifications,
  suppressRepeatedNotifications,
} from './restored-notifications.service.ts'
import { type Failures, isUnmatched } from './payment-issues.rules.ts'
import { readFailures, readSettledAt, updatePaymentIssues } from './payment-issues.service.ts'
import { recordTax, reverseTax } from './tax.queues.ts'
import { writeFailedRefund, writeProcessing, writeUnmatchedPayment } from './unsettled-payments.service.ts'

export type SettlementDeps = Pick<Deps, 'config' | 'db' | 'payments' | 'jobs' | 'now' | 'log'> & {
  /** Which notifications to skip, because they were already sent before a restore. */
  quiet?: SuppressedNotifications
}

export type Settlement =
  | Verdict
  | { kind: 'ended'; state: Exclude<PurchaseState, 'pending' | 'paid'> }
  /** The payment belongs to an academy on another host, so nothing is recorded here. */
  | { kind: 'elsewhere' }

// A round fails only if another request stored another answer in the meantime. All rounds would fail only if the
// provider changed its answer this many times in a row.
const MAX_ATTEMPTS = 8

/**
 * Settles a purchase. A purchase becomes paid, refunded, or disputed only here. Everything must match, and of several
 * concurrent requests, the first one settles it. Read the purchase before the PaymentIntent.
 */
export async function settlePurchase(deps: SettlementDeps, purchase: Purchase, intent: Intent): Promise<Settlement> {
  const settlement = await writeProviderState(deps, { purchase, intent })
  if (settlement) return settlement
  const current = await findPurchase(deps.db, purchase.id)
  // Another request was faster. Its result is also the result of this one.
  if (current && current.state !== 'pending') return toSettlement(current.state)
  const now = await refreshPurchase(deps, () => findPurchase(deps.db, purchase.id))
  return now ?? { kind: 'mismatch', what: 'purchase' }
}

/**
 * Asks the provider about a purchase, and stores the answer together with the event. Returns undefined if the purchase
 * or its payment is unknown.
 */
export async function refreshPurchase(
  deps: SettlementDeps,
  find: () => Promise<Purchase | undefined>,
  event?: ProviderEvent,
): Promise<Settlement | undefined> {
  for (let round = 0; round < MAX_ATTEMPTS; round++) {
    const purchase = await find()
    const intent = purchase?.paymentIntentId ? await deps.payments.readIntent(purchase.paymentIntentId) : undefined
    if (!purchase || !intent) {
      // If the payment is unknown, the keys of its account are missing. Then the event is not claimed, so that it is
      // processed once they are entered.
      if (event && !purchase && (await reportLostPurchase(deps, event))) await claimEvent(deps.db, event, deps.now())
      return undefined
    }
    const failures = await readFailures(deps, event)
    const settlement = await writeProviderState(deps, { purchase, intent, event, failures })
    if (settlement) return settlement
  }
  throw busyError('This purchase is being updated. Try again in a moment.')
}

type ProviderReading = {
  purchase: Purchase
  intent: Intent
  event?: ProviderEvent | undefined
  failures?: Failures | undefined
}

/**
 * Stores the provider's answer. Only one request at a time does this. Others wait for the row lock, but never for the
 * provider. Returns undefined if another request has stored something else since the purchase was read. Then the
 * provider must be asked again.
 */
async function writeProviderState(
  given: SettlementDeps,
  { purchase: read, intent, event, failures }: ProviderReading,
): Promise<Settlement | undefined> {
  const { db, now, payments } = given
  // The event is not claimed, so it will be processed again when the owner confirms the host.
  if (!(await isOurPayment(given, intent))) return { kind: 'elsewhere' }
  const deps = await suppressRepeatedNotifications(given, { intent, event })
  const settledAt = await readSettledAt(deps, { intent, event })
  let isSettled = false
  try {
    const settlement = await db.transaction(async (tx) => {
      const purchase = await lockPurchase(tx, read.id)
      if (!purchase) throw new ConcurrentUpdateError()
      const verdict = verifyPayment(purchase, intent, payments.isLive)
      if (hasMoved(read, purchase) && !(verdict.kind === 'paid' && isWritten(deps, purchase, intent)))
        throw new ConcurrentUpdateError()
      // Another request has claimed the event and stored the provider's state.
      if (event && !(await claimEvent(tx, event, now())))
        return verdict.kind === 'paid' ? toSettlement(purchase.state) : verdict
      await updatePaymentIssues(tx, {
        purchase,
        intent,
        failures,
        settledAt,
        isUnmatched: isUnmatched(purchase, verdict, intent),
        now: now(),
      })
      if (event?.type === REFUND_FAILED && (await claimFailure(tx, event, now())))
        await writeFailedRefund(deps, tx, { purchase, amount: event.refund?.amount })
      if (verdict.kind === 'paid') {
        isSettled = purchase.state === 'pending'
        return writePaid(deps, tx, purchase, intent)
      }
      if (verdict.kind === 'incomplete') await writeProcessing(deps, tx, { purchase, intent, event })
      // A purchase with a coupon keeps its price, and may be about to be replaced. If it isn't, reconciliation ends it.
      if (intent.status === 'canceled' && purchase.couponId === null) await expirePurchase(tx, purchase, now())
      if (verdict.kind === 'mismatch') await writeUnmatchedPayment(deps, tx, { purchase, intent, what: verdict.what })
      return verdict
    })
    if (isSettled) paymentsSettled.inc()
    return settlement
  } catch (error) {
    if (error instanceof ConcurrentUpdateError) return undefined
    throw error
  }
}

/** Whether the purchase changed between these two reads. */
function hasMoved(before: Purchase, after: Purchase): boolean {
  return before.providerReads !== after.providerReads || before.state !== after.state
}

/** Whether the purchase already has the provider's state, so that the order of two answers doesn't matter. */
function isWritten(deps: SettlementDeps, purchase: Purchase, intent: Intent): boolean {
  return (
    purchase.state === getNextState(deps, purchase, intent) &&
    purchase.refundedCents === getRefundedCents(purchase, intent) &&
    purchase.refundingCents === intent.refunding &&
    purchase.lostCents === intent.lost
  )
}

/**
 * Returns the state that the purchase should have. A purchase that ended stays so even if the bank returns a refund,
 * and only the amounts change. Otherwise, the amounts decide. But if a purchase had ended before a restore, it ends
 * again.
 */
function getNextState({ quiet }: SettlementDeps, { state }: Purchase, intent: Intent): PaidState {
  if (state === 'refunded') return state
  if (quiet?.reversal && hadEnded(intent, parseNumberMetadata(intent.metadata).creditNotes)) return 'refunded'
  return getPaidState(intent)
}

/** Thrown to roll the transaction back, so that the event is not claimed. */
class ConcurrentUpdateError extends Error {}

async function writePaid(
  deps: SettlementDeps,
  tx: Transaction,
  purchase: Purchase,
  intent: Intent,
): Promise<Settlement> {
  const { jobs, now, log, quiet } = deps
  const state = getNextState(deps, purchase, intent)
  const way = getTransitions(purchase.state, state)
  if (!way) {
    await writeUnmatchedPayment(deps, tx, { purchase, intent, what: purchase.state })
    return toSettlement(purchase.state)
  }
  const refundedCents = getRefundedCents(purchase, intent)
  const lostCents = intent.lost
  const paidAt = purchase.paidAt ?? getPaidAt(purchase, intent, now())
  let current = purchase
  // The purchase is written even if nothing changed, so that older answers of the provider can't be stored after this
  // one.
  for (const next of way.length === 0 ? [state] : way) {
    const details = {
      refundingCents: intent.refunding,
      lostCents,
      card: intent.card,
      method: intent.method,
      isLive: intent.isLive,
    }
    await movePurchase(tx, current, { state: next, refundedCents, ...details, paidAt, now: now() })
    if (current.state === 'pending') {
      await jobs.enqueue(tx, sendReceipt, { purchaseId: purchase.id })
      if (state === 'paid') await notifyBuyer(deps, tx, { purchase, happened: 'paid' })
      await jobs.enqueue(tx, notifyOperatorOfSale, { purchaseId: purchase.id })
      if (purchase.taxCalculationId !== null) await jobs.enqueue(tx, recordTax, { purchaseId: purchase.id })
    }
    if (next === 'disputed' && current.state !== next) await notifyOfClosedAccess(deps, tx, { purchase, intent })
    if (next === 'refunded' && current.state !== next) {
      const why = refundedCents < totalCents(purchase) ? 'lost dispute over' : 'refund of'
      await revokeWithPurchase(deps, tx, { ...purchase, reason: `${why} ${purchase.orderNumber}`, now: now() })
    }
    if (current.state !== next) log.info({ purchaseId: purchase.id, state: next }, 'purchase moved')
    current = { ...current, state: next, providerReads: current.providerReads + 1 }
  }
  const decided = await recordDisputeDecisions(tx, { purchase, intent }, now())
  await logReversals(tx, { purchase, after: { state, refundedCents, lostCents }, decided, at: now() })
  // A buyer whom the academy has already refunded in full is not notified again.
  const amount = decided.lostCents - sumAmounts(decided.losses.filter((each) => !isNews(quiet, each)))
  if (amount > 0 && (purchase.state !== 'refunded' || refundedCents < totalCents(purchase)))
    await jobs.enqueue(tx, sendDispute, { purchaseId: purchase.id, dispute: 'lost', amount })
  await reportReversal(deps, tx, { purchase, intent, state, decided })
  await reportDisputes(deps, tx, { purchase, intent, state, decided })
  await notifyOfRefund(deps, tx, { purchase, intent, refundedCents })
  // The refund is removed from the tax reports only once, even if it fails later.
  if (refundedCents > purchase.maxRefundedCents && purchase.taxCalculationId !== null) {
    const part = { fromCents: purchase.maxRefundedCents, toCents: refundedCents }
    await jobs.enqueue(tx, reverseTax, { purchaseId: purchase.id, ...part })
  }
  // This comes last, because from here on, every other sale waits until this one is stored.
  const shown = parseNumberMetadata(intent.metadata)
  if (purchase.state === 'pending') await issueInvoice(tx, purchase, paidAt, shown, now)
  if (refundedCents + lostCents + shown.creditNotes.length > 0) await issueCreditNote(tx, purchase, now, shown)
  return toSettlement(state)
}

/**
 * Returns when the provider charged the card, which may be long before the academy found out. Clocks may differ, so the
 * time is limited to between the order and now.
 */
function getPaidAt({ createdAt }: Purchase, { chargedAt }: Intent, now: Date): Date {
  if (chargedAt === undefined) return now
  return new Date(Math.min(now.getTime(), Math.max(createdAt.getTime(), chargedAt.getTime())))
}

function toSettlement(state: PurchaseState): Settlement {
  if (state === 'pending') return { kind: 'incomplete', message: incompleteMessage('processing') }
  return state === 'paid' ? { kind: 'paid' } : { kind: 'ended', state }
}

/**
 * Ends a pending purchase, so that another one can replace it. Cancels it at the provider first, so that it can't be
 * paid after it has ended. If it has been paid in the meantime, settles it and throws.
 */
export async function retirePurchase(deps: SettlementDeps, purchase: Purchase): Promise<void> {
  const { db, payments, now } = deps
  const intent = purchase.paymentIntentId === null ? undefined : await payments.readIntent(purchase.paymentIntentId)
  if (intent && !(await isOurPayment(deps, intent))) throw otherAddressError()
  if (intent) await payments.cancelIntent(intent.id)
  await expirePurchase(db, purchase, now())
}

/** The error for a buyer who may have paid at the academy's other host, and who must not pay again here. */
export function otherAddressError(): AppError {
  return new AppError(
    'payment_mismatch',
    'You started an earlier payment for this item when our web address was different. You weren’t charged again. Please contact us so we can check it.',
  )
}
