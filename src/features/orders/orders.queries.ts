import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { invoices } from '#db/tables/invoices.ts'
import { products } from '#db/tables/catalogue.ts'
import { members } from '#db/tables/members.ts'
import { coupons, purchases } from '#db/tables/ownership.ts'
import { ORDER_STATES } from './orders.rules.ts'

function selectOrders(db: Executor, ...conditions: SQL[]) {
  return db
    .select({
      orderNumber: purchases.orderNumber,
      state: purchases.state,
      itemName: purchases.itemName,
      kind: products.kind,
      slug: products.slug,
      listPriceCents: purchases.listPriceCents,
      discountCents: purchases.discountCents,
      priceCents: purchases.priceCents,
      taxCents: purchases.taxCents,
      refundedCents: purchases.refundedCents,
      couponCode: coupons.code,
      cardBrand: purchases.cardBrand,
      cardLast4: purchases.cardLast4,
      paidAt: purchases.paidAt,
      createdAt: purchases.createdAt,
      issuedOn: invoices.issuedOn,
      buyer: { email: members.email, firstName: members.firstName, lastName: members.lastName },
    })
    .from(purchases)
    .innerJoin(products, eq(products.id, purchases.productId))
    .innerJoin(members, eq(members.id, purchases.memberId))
    .leftJoin(invoices, and(eq(invoices.purchaseId, purchases.id), eq(invoices.kind, 'invoice')))
    .leftJoin(coupons, eq(coupons.id, purchases.couponId))
    .where(and(inArray(purchases.state, [...ORDER_STATES]), ...conditions))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
}

export type Order = Awaited<ReturnType<typeof ordersOf>>[number]

export function ordersOf(db: Executor, memberId: string) {
  return selectOrders(db, eq(purchases.memberId, memberId))
}

export async function findOrderOf(db: Executor, memberId: string, orderNumber: string): Promise<Order | undefined> {
  const [order] = await selectOrders(db, eq(purchases.memberId, memberId), eq(purchases.orderNumber, orderNumber))
  return order
}

export async function findOrder(db: Executor, purchaseId: string): Promise<Order | undefined> {
  const [order] = await selectOrders(db, eq(purchases.id, purchaseId))
  return order
}
