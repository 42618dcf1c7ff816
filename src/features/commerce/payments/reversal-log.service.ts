import type { Transaction } from '#db/open.ts'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { type Cents, dollarsOf } from '#shared/money.ts'
import type { Purchase } from './payments.queries.ts'
import { reversals, type Standing } from './payments.rules.ts'

type Told = { purchase: Purchase; after: Standing; at: Date }

/** What the provider has decided about money that was paid; a sale itself is in the orders. */
export async function tellLog(tx: Transaction, { purchase, after, at }: Told): Promise<void> {
  for (const kind of reversals(purchase, after))
    await recordEvent(tx, {
      ...byProvider(purchase, at),
      kind,
      before: standingInWords(purchase),
      after: standingInWords(after),
    })
}

/** A refund that came back; `amount` is its own, undefined when the provider did not say. */
export type FailedRefund = { purchase: Purchase; amount: Cents | undefined }

/** Its money is back with the academy. */
export async function tellLogOfFailedRefund(
  tx: Transaction,
  { purchase, amount }: FailedRefund,
  at: Date,
): Promise<void> {
  await recordEvent(tx, {
    ...byProvider(purchase, at),
    kind: 'refund.failed',
    ...(amount !== undefined && { after: { amount: dollarsOf(amount) } }),
  })
}

/** What a bank asks back of an order whose state does not tell: it was refunded already, or is disputed in another dispute. */
export async function tellLogOfDispute(
  tx: Transaction,
  { purchase, amount }: { purchase: Purchase; amount: Cents },
  at: Date,
): Promise<void> {
  await recordEvent(tx, { ...byProvider(purchase, at), kind: 'dispute.opened', after: { amount: dollarsOf(amount) } })
}

function byProvider(purchase: Purchase, at: Date) {
  return { at, by: { kind: 'provider' }, memberId: purchase.memberId, subject: subjectOf(purchase) } as const
}

/** How the log names an order. */
export function subjectOf({ orderNumber, itemName }: Purchase): { id: string; name: string } {
  return { id: orderNumber, name: itemName }
}

function standingInWords({ state, refundedCents, lostCents }: Standing) {
  return {
    state,
    'given back': dollarsOf(refundedCents),
    ...(lostCents > 0 && { 'taken by the bank': dollarsOf(lostCents) }),
  }
}
