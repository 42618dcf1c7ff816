import { and, eq, inArray, sql } from 'drizzle-orm'
import { formatIdLiteral, type MemberRows } from '#db/member-rows.ts'
import type { Executor, Transaction } from '#db/open-database.ts'
import { purchases } from '#db/tables/sales.ts'

/** Selects a member's purchases for the data export, whether or not they were paid. */
export function purchasesOfMember(memberId: string): MemberRows[] {
  const id = formatIdLiteral(memberId)
  return [
    {
      name: 'purchases',
      rows: sql`select b.id, b.order_number, p.slug as product, b.item_name, b.list_price_cents, b.discount_cents, b.price_cents, b.tax_cents,
        b.tax_country, b.tax_postal_code, b.tax_state, b.tax_percent, b.currency, b.is_live, coalesce(c.code, b.coupon_code) as coupon, b.state, b.payment_intent_id,
        b.card_brand, b.card_last4, b.payment_method, b.refunded_cents, b.lost_cents, b.created_at, b.paid_at, b.ended_at
        from purchases b join products p on p.id = b.product_id left join coupons c on c.id = b.coupon_id
        where b.member_id = ${id} order by b.created_at`,
    },
  ]
}

/** Finds a pending or disputed payment of the member, if there is one. */
export async function findUndecidedPurchase(
  db: Executor,
  memberId: string,
): Promise<'pending' | 'disputed' | undefined> {
  const [row] = await db
    .select({ state: purchases.state })
    .from(purchases)
    .where(and(eq(purchases.memberId, memberId), inArray(purchases.state, ['pending', 'disputed'])))
    .limit(1)
  return row?.state === 'pending' || row?.state === 'disputed' ? row.state : undefined
}

/** Used when a member is erased. Removes card details, and keeps what was sold, when, and for how much. */
export async function eraseCards(tx: Transaction, memberId: string): Promise<void> {
  await tx.update(purchases).set({ cardBrand: null, cardLast4: null }).where(eq(purchases.memberId, memberId))
}
