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
  /** Goes on behind the order of this id. */
  after?: string | undefined
  limit: number
}

/** When it was paid, or begun where it was not: as the index has it. */
const at = sql<Date>`coalesce(${purchases.paidAt}, ${purchases.createdAt})`.mapWith(purchases.createdAt)

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
        after === undefined
          ? undefined
          : sql`(${at}, ${purchases.id}) < (select coalesce(last.paid_at, last.created_at), last.id from ${purchases} last where last.id = ${after})`,
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

/** Undefined for a number that no order has. */
export async function idOfOrder(db: Executor, orderNumber: string): Promise<string | undefined> {
  const [order] = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(eq(purchases.orderNumber, orderNumber.toUpperCase()))
  return order?.id
}
