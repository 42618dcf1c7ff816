import { and, eq, sql } from 'drizzle-orm'
import { buildNewestRowsQuery } from '#db/newest-rows.ts'
import type { Executor } from '#db/open-database.ts'
import { type Sort, sortBy } from '#db/sort.ts'
import { products } from '#db/tables/catalog.ts'
import { invoices } from '#db/tables/invoices.ts'
import { members } from '#db/tables/members.ts'
import { coupons, purchases } from '#db/tables/sales.ts'
import { orderedAt, dateConditions, orderConditions, type OrderFilter } from './order-filters.queries.ts'
import { isNumberShown } from './shown-numbers.queries.ts'

export type PurchaseSearch = OrderFilter & {
  since?: Date | undefined
  until?: Date | undefined
  /** Lists the orders that come after the order with this number. */
  after?: string | undefined
  /** The sort order. By default, the newest orders come first. */
  sort?: Sort | undefined
  limit: number
}

export function searchPurchases(db: Executor, { since, until, after, sort, limit, ...filter }: PurchaseSearch) {
  const { order, past } = sortBy(sort)
  // PostgreSQL can use an index for a comparison with a row of two subqueries. A single subquery that returns a row
  // would run once for each row that is skipped.
  const behind =
    after === undefined
      ? undefined
      : sql`(${orderedAt}, ${purchases.id}) ${past} (
          (select coalesce(last.paid_at, last.created_at) from ${purchases} last where last.order_number = ${after.toUpperCase()}),
          (select last.id from ${purchases} last where last.order_number = ${after.toUpperCase()}))`
  const conditions = [...orderConditions(filter), ...dateConditions({ since, until })]
  const page = filter.words?.length
    ? buildNewestRowsQuery({ table: purchases, at: orderedAt, conditions, behind, sort, limit })
    : sql`select ${purchases.id} from ${purchases} where ${and(...conditions, behind)} order by ${orderedAt} ${order}, ${purchases.id} ${order} limit ${limit}`
  return db
    .select({
      id: purchases.id,
      orderNumber: purchases.orderNumber,
      at: orderedAt,
      state: purchases.state,
      itemName: purchases.itemName,
      kind: products.kind,
      slug: products.slug,
      priceCents: purchases.priceCents,
      taxCents: purchases.taxCents,
      refundedCents: purchases.refundedCents,
      refundingCents: purchases.refundingCents,
      lostCents: purchases.lostCents,
      currency: purchases.currency,
      isLive: purchases.isLive,
      payment: purchases.paymentIntentId,
      coupon: sql<string | null>`coalesce(${coupons.code}, ${purchases.couponCode})`,
      memberId: purchases.memberId,
      username: members.username,
      email: members.email,
      firstName: members.firstName,
      lastName: members.lastName,
      isErased: sql<boolean>`${members.erasedAt} is not null`,
      invoice: { kind: invoices.kind, isTest: invoices.isTest, number: invoices.number },
      isInvoiceShown: sql<boolean>`coalesce(${isNumberShown(invoices)}, false)`,
    })
    .from(purchases)
    .innerJoin(sql`(${page}) page`, sql`page.id = ${purchases.id}`)
    .innerJoin(products, eq(products.id, purchases.productId))
    .innerJoin(members, eq(members.id, purchases.memberId))
    .leftJoin(invoices, and(eq(invoices.purchaseId, purchases.id), eq(invoices.kind, 'invoice')))
    .leftJoin(coupons, eq(coupons.id, purchases.couponId))
    .orderBy(sql`${orderedAt} ${order}, ${purchases.id} ${order}`)
}

/** Finds the ID of an order. Returns undefined if no order has this number. */
export async function findOrderId(db: Executor, orderNumber: string): Promise<string | undefined> {
  const [order] = await db
    .select({ id: purchases.id })
    .from(purchases)
    .where(eq(purchases.orderNumber, orderNumber.toUpperCase()))
  return order?.id
}
