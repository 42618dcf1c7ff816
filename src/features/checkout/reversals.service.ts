import type { Transaction } from '#db/open.ts'
import { recordEvent } from '#features/audit/audit.public.ts'
import type { Intent } from '#platform/payments.ts'
import { cents, decimalOf, dollars } from '#shared/money.ts'
import type { Purchase } from './checkout.queries.ts'
import { reversals, type Standing } from './checkout.rules.ts'

type Told = { purchase: Purchase; after: Standing & { dispute: Intent['dispute'] }; at: Date }

/** What the provider has decided about money that was paid; a sale itself is in the orders. */
export async function tellLog(tx: Transaction, { purchase, after, at }: Told): Promise<void> {
  const { memberId, orderNumber, itemName } = purchase
  for (const kind of reversals(purchase, after)) {
    const subject = { id: orderNumber, name: itemName }
    const change = { before: standingInWords(purchase), after: standingInWords(after) }
    await recordEvent(tx, { at, kind, by: { kind: 'provider' }, memberId, subject, ...change })
  }
}

function standingInWords({ state, refundedCents }: Standing) {
  return { state, 'given back': dollars(decimalOf(cents(refundedCents))) }
}
