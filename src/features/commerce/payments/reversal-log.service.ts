import type { Transaction } from '#db/open-database.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { type Cents, formatCentsAsDollars } from '#shared/money.ts'
import type { Purchase } from './payments.queries.ts'
import { type DisputeDecisions, getReversals, type PurchaseBalance } from './payments.rules.ts'

type ReversalEntry = { purchase: Purchase; after: PurchaseBalance; decided?: DisputeDecisions; at: Date }

/** Logs what happened at the provider to money that was paid. The sale itself is recorded as an order. */
export async function logReversals(tx: Transaction, { purchase, after, decided, at }: ReversalEntry): Promise<void> {
  for (const kind of getReversals(purchase, after, decided))
    await recordEvent(tx, {
      ...toProviderEvent(purchase, at),
      kind,
      before: formatBalance(purchase),
      after: formatBalance(after),
    })
}

/** A refund that failed. `amount` is undefined if the provider gave none. */
export type FailedRefundEntry = { purchase: Purchase; amount: Cents | undefined }

export async function logFailedRefund(
  tx: Transaction,
  { purchase, amount }: FailedRefundEntry,
  at: Date,
): Promise<void> {
  await recordEvent(tx, {
    ...toProviderEvent(purchase, at),
    kind: 'refund.failed',
    ...(amount !== undefined && { after: { amount: formatCentsAsDollars(amount) } }),
  })
}

/**
 * Logs a dispute that the order's state doesn't show, because the order was already refunded or has another open
 * dispute.
 */
export async function logDispute(
  tx: Transaction,
  { purchase, amount }: { purchase: Purchase; amount: Cents },
  at: Date,
): Promise<void> {
  await recordEvent(tx, {
    ...toProviderEvent(purchase, at),
    kind: 'dispute.opened',
    after: { amount: formatCentsAsDollars(amount) },
  })
}

function toProviderEvent(purchase: Purchase, at: Date) {
  return { at, by: { kind: 'provider' }, memberId: purchase.memberId, subject: getLogSubject(purchase) } as const
}

export function getLogSubject({ orderNumber, itemName }: Purchase): { id: string; name: string } {
  return { id: orderNumber, name: itemName }
}

function formatBalance({ state, refundedCents, lostCents }: PurchaseBalance) {
  return {
    state,
    refunded: formatCentsAsDollars(refundedCents),
    ...(lostCents > 0 && { 'lost in disputes': formatCentsAsDollars(lostCents) }),
  }
}
