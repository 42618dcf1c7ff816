import { and, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import { beginningWith, containing } from '#db/like.ts'
import type { Executor } from '#db/open.ts'
import { products } from '#db/tables/catalogue.ts'
import { invoices } from '#db/tables/invoices.ts'
import { members } from '#db/tables/members.ts'
import { coupons, purchases } from '#db/tables/sales.ts'
import type { PurchaseState } from './search.rules.ts'

export type Search = {
  /** Each of them stands in the buyer's name, username or email address, in the product's name or slug, or begins the order number; or is the id of the payment. */
  words?: readonly string[] | undefined
  memberId?: string | undefined
  states: readonly PurchaseState[]
  since?: Date | undefined
  until?: Date | undefined
  /** Goes on behind this order. */
  after?: { at: Date; id: string } | undefined
  limit: number
}

/** When it was paid, or begun where it was not. Milliseconds, which is what a program can hold. */
const at = sql<Date>`date_trunc('milliseconds', coalesce(${purchases.paidAt}, ${purchases.createdAt}))`.mapWith(
  purchases.createdAt,
)

/** The newest come first. */
export function searchPurchases(db: Executor, { words = [], memberId, states, since, until, after, limit }: Search) {
  return db
    .select({
      id: purchases.id,
      orderNumber: purchases.orderNumber,
      at,
      state: purchases.state,
      itemName: purchases.itemName,
      kind: products.kind,
      slug: products.slug,
      priceCents: purchases.priceCents,
      taxCents: purchases.taxCents,
      refundedCents: purchases.refundedCents,
      lostCents: purchases.lostCents,
      currency: purchases.currency,
      isLive: purchases.isLive,
      payment: purchases.paymentIntentId,
      coupon: coupons.code,
      memberId: purchases.memberId,
      username: members.username,
      email: members.email,
      firstName: members.firstName,
      lastName: members.lastName,
      isErased: sql<boolean>`${members.erasedAt} is not null`,
      invoice: { kind: invoices.kind, isTest: invoices.isTest, number: invoices.number },
    })
    .from(purchases)
    .innerJoin(products, eq(products.id, purchases.productId))
    .innerJoin(members, eq(members.id, purchases.memberId))
    .leftJoin(invoices, and(eq(invoices.purchaseId, purchases.id), eq(invoices.kind, 'invoice')))
    .leftJoin(coupons, eq(coupons.id, purchases.couponId))
    .where(
      and(
        inArray(purchases.state, [...states]),
        memberId === undefined ? undefined : eq(purchases.memberId, memberId),
        since && gte(at, since),
        until && lte(at, until),
        after && sql`(${at}, ${purchases.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ...words.map((word) => matches(word)),
      ),
    )
    .orderBy(desc(at), desc(purchases.id))
    .limit(limit)
}

function matches(word: string): SQL | undefined {
  const anywhere = containing(word)
  return or(
    sql`concat_ws(' ', ${members.firstName}, ${members.lastName}, ${members.username}, ${members.email}) ilike ${anywhere}`,
    sql`${purchases.itemName} ilike ${anywhere}`,
    sql`${products.slug} ilike ${anywhere}`,
    sql`${purchases.orderNumber} ilike ${beginningWith(word)}`,
    eq(purchases.paymentIntentId, word),
  )
}

/** Where an order stands in the list; undefined for a number that no order has. */
export async function placeOf(db: Executor, orderNumber: string): Promise<{ at: Date; id: string } | undefined> {
  const [place] = await db
    .select({ at, id: purchases.id })
    .from(purchases)
    .where(eq(purchases.orderNumber, orderNumber.toUpperCase()))
  return place
}
