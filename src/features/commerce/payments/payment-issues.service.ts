import type { Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { DISPUTE_CLOSED, type ProviderEvent, REFUND_FAILED } from '#platform/payment-events.ts'
import type { Refund } from '#platform/payment-refunds.ts'
import type { Intent } from '#platform/payments.ts'
import { formatSettled, getSettledAt } from '#platform/payment-settled.ts'
import { hasUnclaimedFailure } from './events.queries.ts'
import type { Purchase } from './payments.queries.ts'
import type { SuppressedNotifications } from './restored-notifications.service.ts'
import {
  deleteSettledRefunds,
  resolvePaymentIssues,
  savePaymentIssues,
  type PaymentIssue,
} from './payment-issues.queries.ts'
import {
  type Failures,
  getFailedRefundBalance,
  getFailures,
  getResponseDueDate,
  isFullyReturned,
  isRefundedInFull,
} from './payment-issues.rules.ts'

type ProviderReading = {
  purchase: Purchase
  intent: Intent
  /** What `readFailures` returned. */
  failures: Failures | undefined
  /** What `readSettledAt` returned. */
  settledAt: Date | undefined
  isUnmatched: boolean
  now: Date
}

/** Creates, updates, or removes the payment's issues, so that they match the provider's current state. */
export async function updatePaymentIssues(
  tx: Transaction,
  { purchase, intent, failures, settledAt, isUnmatched, now }: ProviderReading,
): Promise<void> {
  const { id: intentId } = intent
  const named = { intentId, orderNumber: purchase.orderNumber }
  const dueAt = getResponseDueDate(intent)
  const isOver = isFullyReturned(intent)
  const isRefunded = isRefundedInFull(intent)
  const found: PaymentIssue[] = [
    // If a bank is holding money, that is reported as a dispute about the order. The payment is read again when the
    // dispute is decided.
    ...(isUnmatched && intent.held === 0 && !isOver ? [{ ...named, kind: 'lost' as const }] : []),
    ...(dueAt === undefined ? [] : [{ ...named, kind: 'dispute' as const, dueAt }]),
  ]
  const there = new Set(found.map(({ kind }) => kind))
  const gone = (['lost', 'dispute', 'unfollowed'] as const).filter((kind) => !there.has(kind))
  await savePaymentIssues(tx, found, now)
  if (!isRefunded) await saveFailedRefunds(tx, { ...named, intent, failures, settledAt, now })
  await resolvePaymentIssues(tx, intentId, {
    kinds: isRefunded ? [...gone, 'failed_refund'] : [...gone],
    balance: intent,
    settledAt,
  })
}

type FailedRefunds = Pick<ProviderReading, 'intent' | 'failures' | 'settledAt' | 'now'> & { orderNumber: string | null }

/** Stores what is owed because refunds failed. Refunds that the operator has already settled are not counted again. */
export async function saveFailedRefunds(
  tx: Transaction,
  { intent, orderNumber, failures, settledAt, now }: FailedRefunds,
): Promise<void> {
  if (!failures) return
  const since = excludeSettled(failures, settledAt)
  if (since.refunds.length === 0) return
  if (settledAt) await deleteSettledRefunds(tx, intent.id, settledAt)
  // This time is by the provider's clock, like `settledAt`.
  const failedAt = new Date(Math.min(...since.refunds.map((each) => each.failedAt.getTime())))
  const found = { intentId: intent.id, orderNumber, kind: 'failed_refund' as const, since: failedAt }
  await savePaymentIssues(tx, [{ ...found, ...getFailedRefundBalance(intent, since) }], now)
}

type SettledReading = { intent: Intent; event: ProviderEvent | undefined }

/**
 * Returns when the operator settled the payment, by the provider's clock. Refunds that failed before that time are
 * settled, too. The provider doesn't say when metadata was set, so the first read adds the time. If an event caused
 * that read, the operator set the mark before the event, except after a restore.
 */
export async function readSettledAt(
  { payments, quiet }: Pick<Deps, 'payments'> & { quiet?: SuppressedNotifications | undefined },
  { intent, event }: SettledReading,
): Promise<Date | undefined> {
  const { settled } = intent.metadata
  if (settled === undefined) return undefined
  const known = getSettledAt(settled)
  if (known) return known
  const at = event && !quiet?.reversal ? new Date(event.createdAt.getTime() - 1_000) : intent.readAt
  await payments.writeMetadata(intent.id, { settled: formatSettled(settled, at) })
  return at
}

/** For how long the provider lists its events. */
const EVENTS_LISTED_MS = 30 * 24 * 60 * 60_000

/**
 * Reads all failed refunds and lost disputes of a payment for the event of a failed refund. Other refunds may have
 * failed, or may have been repeated, before the first event is read. Call this after reading the payment, so that the
 * time of every loss in it is known.
 */
export async function readFailures(
  { payments }: Pick<Deps, 'payments'>,
  event: ProviderEvent | undefined,
): Promise<Failures | undefined> {
  if (event?.type !== REFUND_FAILED) return undefined
  return getFailures([
    event,
    ...(event.intentId === undefined ? [] : await listFailures(payments, event.intentId, event.createdAt)),
  ])
}

function listFailures(payments: Deps['payments'], intentId: string, until: Date): Promise<ProviderEvent[]> {
  const since = new Date(until.getTime() - EVENTS_LISTED_MS)
  return payments.listEvents(intentId, { since, types: [REFUND_FAILED, DISPUTE_CLOSED] })
}

/**
 * Returns the resulting balance if a payment's list of refunds shows a failure whose event was not processed yet.
 * Otherwise, returns undefined. Stores nothing, because that happens when the event is processed, which also sends the
 * emails.
 */
export async function readUnprocessedBalance(
  { db, payments, now }: Pick<Deps, 'db' | 'payments' | 'now'>,
  intent: Intent,
  refunds: Refund[],
): Promise<ReturnType<typeof getFailedRefundBalance> | undefined> {
  const failed = refunds.filter(({ status }) => status === 'failed')
  if (
    !(await hasUnclaimedFailure(
      db,
      failed.map(({ id }) => id),
    ))
  )
    return undefined
  const { settled } = intent.metadata
  const settledAt = settled === undefined ? undefined : (getSettledAt(settled) ?? intent.readAt)
  const failures = excludeSettled(getFailures(await listFailures(payments, intent.id, now())), settledAt)
  return failures.refunds.length === 0 ? undefined : getFailedRefundBalance(intent, failures)
}

function excludeSettled(failures: Failures, settledAt: Date | undefined): Failures {
  return { ...failures, refunds: failures.refunds.filter(({ failedAt }) => !settledAt || failedAt > settledAt) }
}
