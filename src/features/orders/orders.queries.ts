import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { invoices } from '#db/tables/invoices.ts'
import { products } from '#db/tables/catalogue.ts'
import { members } from '#db/tables/members.ts'
import { coupons, purchases } from '#db/tables/ownership.ts'
import { ORDER_STATES } from './orders.rules.ts'

function selectOrders(db: Executor, ...conditions: (SQL | undefined)[]) {
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
    .where(and(...conditions))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
}

const isOrder = () => inArray(purchases.state, [...ORDER_STATES])

export type Order = Awaited<ReturnType<typeof ordersOf>>[number]

export function ordersOf(db: Executor, memberId: string) {
  return selectOrders(db, isOrder(), eq(purchases.memberId, memberId))
}

export async function findOrderOf(db: Executor, memberId: string, orderNumber: string): Promise<Order | undefined> {
  const [order] = await selectOrders(
    db,
    isOrder(),
    eq(purchases.memberId, memberId),
    eq(purchases.orderNumber, orderNumber),
  )
  return order
}

/** `in any state`: also what came to nothing, whose payment may have been given back. */
export async function findOrder(
  db: Executor,
  purchaseId: string,
  which: 'orders only' | 'in any state' = 'orders only',
): Promise<Order | undefined> {
  const [order] = await selectOrders(db, which === 'orders only' ? isOrder() : undefined, eq(purchases.id, purchaseId))
  return order
}
