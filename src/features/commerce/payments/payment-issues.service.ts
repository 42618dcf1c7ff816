import type { Transaction } from '#db/open-database.ts'
import type { Intent } from '#platform/payments.ts'
import type { Cents } from '#shared/money.ts'
import type { Purchase } from './payments.queries.ts'
import { resolvePaymentIssues, savePaymentIssues, type PaymentIssue } from './payment-issues.queries.ts'
import {
  getFailedRefundBalance,
  getResponseDueDate,
  isFullyReturned,
  isRefundedInFull,
} from './payment-issues.rules.ts'

type ProviderReading = {
  purchase: Purchase
  intent: Intent
  /** A failed refund, with its amount if the provider gave it. */
  failed: { amount: Cents | undefined } | undefined
  isUnmatched: boolean
  now: Date
}

/** Creates, updates, or removes the payment's issue rows by the provider's current state. */
export async function updatePaymentIssues(
  tx: Transaction,
  { purchase, intent, failed, isUnmatched, now }: ProviderReading,
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
    ...(failed && !isRefunded
      ? [
          {
            ...named,
            kind: 'failed_refund' as const,
            ...getFailedRefundBalance(intent, getFailedCents(purchase, intent, failed)),
          },
        ]
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

/** Several refunds may have failed by the time the first event is read. */
function getFailedCents(
  { refundedCents, refundingCents }: Purchase,
  { refunded, refunding }: Intent,
  failed: { amount: Cents | undefined },
): number | undefined {
  const dropped = refundedCents + refundingCents - refunded - refunding
  return dropped > (failed.amount ?? 0) ? dropped : failed.amount
}
