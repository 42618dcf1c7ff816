import type { Transaction } from '#db/open-database.ts'
import type { Intent } from '#platform/payments.ts'
import type { Cents } from '#shared/money.ts'
import type { Purchase } from './payments.queries.ts'
import { resolvePaymentIssues, savePaymentIssues, type PaymentIssue } from './payment-issues.queries.ts'
import { getResponseDueDate, getReturnedAmount, isFullyReturned } from './payment-issues.rules.ts'

type ProviderReading = {
  purchase: Purchase
  intent: Intent
  /** A refund that came back, with its sum where the provider told it. */
  failed: { amount: Cents | undefined } | undefined
  isStray: boolean
  now: Date
}

/** What of a payment needs the operator, as the provider tells of it now: the rows of it are made, kept or taken away. */
export async function updatePaymentIssues(
  tx: Transaction,
  { purchase, intent, failed, isStray, now }: ProviderReading,
): Promise<void> {
  const { id: intentId } = intent
  const named = { intentId, orderNumber: purchase.orderNumber }
  const dueAt = getResponseDueDate(intent)
  const back = getReturnedAmount(intent)
  const isOver = intent.isSettledByHand
  const found: PaymentIssue[] = [
    // What a bank holds of an order's payment is told as its dispute, and read anew when that is decided.
    ...(isStray && intent.held === 0 && !isFullyReturned(intent) ? [{ ...named, kind: 'lost' as const }] : []),
    ...(dueAt === undefined ? [] : [{ ...named, kind: 'dispute' as const, dueAt }]),
    ...(failed && !isOver
      ? [{ ...named, kind: 'failed_refund' as const, owedCents: back + (failed.amount ?? 1) }]
      : []),
  ]
  const there = new Set(found.map(({ kind }) => kind))
  const gone = (['lost', 'dispute', 'unfollowed'] as const).filter((kind) => !there.has(kind))
  await resolvePaymentIssues(tx, intentId, { kinds: isOver ? [...gone, 'failed_refund'] : [...gone], back })
  await savePaymentIssues(tx, found, now)
}
