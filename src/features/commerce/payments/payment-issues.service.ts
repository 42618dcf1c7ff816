import type { Transaction } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { DISPUTE_CLOSED, type ProviderEvent, REFUND_FAILED } from '#platform/payment-events.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { type Cents, cents } from '#shared/money.ts'
import type { Purchase } from './payments.queries.ts'
import { findOwedCents, resolvePaymentIssues, savePaymentIssues, type PaymentIssue } from './payment-issues.queries.ts'
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
  /** By `readFailures`. */
  failures: Failures | undefined
  isUnmatched: boolean
  now: Date
}

/** Creates, updates, or removes the payment's issue rows by the provider's current state. */
export async function updatePaymentIssues(
  tx: Transaction,
  { purchase, intent, failures, isUnmatched, now }: ProviderReading,
): Promise<void> {
  const { id: intentId } = intent
  const named = { intentId, orderNumber: purchase.orderNumber }
  const dueAt = getResponseDueDate(intent)
  const isOver = isFullyReturned(intent)
  const isRefunded = isRefundedInFull(intent)
  const found: PaymentIssue[] = [
    // Amounts held by a bank are reported as the order's dispute and read again once it is decided.
    ...(isUnmatched && intent.held === 0 && !isOver ? [{ ...named, kind: 'lost' as const }] : []),
    ...(dueAt === undefined ? [] : [{ ...named, kind: 'dispute' as const, dueAt }]),
    ...(failures && !isRefunded
      ? [{ ...named, kind: 'failed_refund' as const, ...getFailedRefundBalance(intent, failures) }]
      : []),
  ]
  const there = new Set(found.map(({ kind }) => kind))
  const gone = (['lost', 'dispute', 'unfollowed'] as const).filter((kind) => !there.has(kind))
  await savePaymentIssues(tx, found, now)
  await resolvePaymentIssues(tx, intentId, {
    kinds: isRefunded ? [...gone, 'failed_refund'] : [...gone],
    balance: intent,
  })
}

/** For this long the provider lists its events. */
const EVENTS_LISTED_MS = 30 * 24 * 60 * 60_000

/**
 * For the event of a failed refund: all failed refunds and lost disputes of its payment, because several may have
 * failed, and been repeated, by the time the first event is read. Read after the payment, so that no dispute shows as
 * lost there without the time of its loss here.
 */
export async function readFailures(
  { payments }: Pick<Deps, 'payments'>,
  event: ProviderEvent | undefined,
): Promise<Failures | undefined> {
  if (event?.type !== REFUND_FAILED) return undefined
  const since = new Date(event.createdAt.getTime() - EVENTS_LISTED_MS)
  const listed = await payments.lists.events(since, [REFUND_FAILED, DISPUTE_CLOSED])
  return getFailures([event, ...listed.filter(({ intentId }) => intentId === event.intentId)])
}

/**
 * What is owed since refunds failed, by what the provider says now: another command may have refunded it meanwhile.
 * Throws (`invalid`) when that is nothing, or unknown.
 */
export async function requireOwedCents({ db }: Pick<Deps, 'db'>, intent: Intent): Promise<Cents> {
  await resolvePaymentIssues(db, intent.id, { kinds: [], balance: intent })
  const owed = await findOwedCents(db, intent.id)
  if (typeof owed === 'number') return cents(owed)
  throw new AppError(
    'invalid',
    owed === null
      ? 'Nothing was refunded. Stripe did not give the amount of the refund that failed. Look it up in the Stripe Dashboard, and refund that amount.'
      : 'Nothing was refunded. You don’t owe the buyer anything.',
  )
}
