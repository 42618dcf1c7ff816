import type { Transaction } from '#db/open.ts'
import type { Intent } from '#platform/payments.ts'
import type { Cents } from '#shared/money.ts'
import type { Purchase } from './payments.queries.ts'
import { endTroubles, keepAll, type Trouble } from './payment-issues.queries.ts'
import { answerDue, backOf, isDoneWith } from './payment-issues.rules.ts'

type Read = {
  purchase: Purchase
  intent: Intent
  /** A refund that came back, with its sum where the provider told it. */
  failed: { amount: Cents | undefined } | undefined
  isStray: boolean
  now: Date
}

/** What of a payment needs the operator, as the provider tells of it now: the rows of it are made, kept or taken away. */
export async function keepTroubles(tx: Transaction, { purchase, intent, failed, isStray, now }: Read): Promise<void> {
  const { id: intentId } = intent
  const named = { intentId, orderNumber: purchase.orderNumber }
  const dueAt = answerDue(intent)
  const back = backOf(intent)
  const isOver = intent.isSettledByHand
  const found: Trouble[] = [
    // What a bank holds of an order's payment is told as its dispute, and read anew when that is decided.
    ...(isStray && intent.held === 0 && !isDoneWith(intent) ? [{ ...named, kind: 'lost' as const }] : []),
    ...(dueAt === undefined ? [] : [{ ...named, kind: 'dispute' as const, dueAt }]),
    ...(failed && !isOver
      ? [{ ...named, kind: 'failed_refund' as const, owedCents: back + (failed.amount ?? 1) }]
      : []),
  ]
  const there = new Set(found.map(({ kind }) => kind))
  const gone = (['lost', 'dispute', 'unfollowed'] as const).filter((kind) => !there.has(kind))
  await endTroubles(tx, intentId, { kinds: isOver ? [...gone, 'failed_refund'] : [...gone], back })
  await keepAll(tx, found, now)
}
