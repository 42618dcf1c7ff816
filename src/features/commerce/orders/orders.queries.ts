import { aliasedTable, and, desc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { products } from '#db/tables/catalog.ts'
import { billingDetails, invoices } from '#db/tables/invoices.ts'
import { members } from '#db/tables/members.ts'
import { coupons, purchases } from '#db/tables/sales.ts'
import { ownedBy } from '#features/foundation/ownership/ownership.public.ts'
import { InvoiceContent } from './invoices.rules.ts'
import { isNumberShown } from './shown-numbers.queries.ts'
import { ORDER_STATES } from './orders.rules.ts'

export type CreditNote = {
  id: string
  kind: 'credit_note'
  isTest: boolean
  number: number
  issuedOn: string
  netCents: number
  taxCents: number
  lostCents: number
  isShown: boolean
}

const notes = aliasedTable(invoices, 'notes')

const creditNotes = sql<CreditNote[]>`coalesce((
  select json_agg(json_build_object(
    'id', ${notes.id}, 'kind', ${notes.kind}, 'isTest', ${notes.isTest}, 'number', ${notes.number},
    'issuedOn', ${notes.issuedOn}, 'netCents', ${notes.netCents}, 'taxCents', ${notes.taxCents},
    'lostCents', ${notes.lostCents}, 'isShown', ${isNumberShown(notes)}
  ) order by ${notes.number})
  from ${invoices} as notes where ${notes.purchaseId} = ${purchases.id} and ${notes.kind} = 'credit_note'
), '[]')`

function selectOrders(db: Executor, ...conditions: (SQL | undefined)[]) {
  return db
    .select({
      productId: purchases.productId,
      // The subqueries also select from `purchases`, so the columns of the outer `members` need its name.
      hasAccess: sql<boolean>`${ownedBy(sql`${members.id}`)}`,
      orderNumber: purchases.orderNumber,
      state: purchases.state,
      itemName: purchases.itemName,
      kind: products.kind,
      slug: products.slug,
      listPriceCents: purchases.listPriceCents,
      discountCents: purchases.discountCents,
      priceCents: purchases.priceCents,
      taxCents: purchases.taxCents,
      taxPercent: purchases.taxPercent,
      taxState: purchases.taxState,
      taxCountry: purchases.taxCountry,
      taxPostalCode: purchases.taxPostalCode,
      refundedCents: purchases.refundedCents,
      refundingCents: purchases.refundingCents,
      lostCents: purchases.lostCents,
      couponCode: sql<string | null>`coalesce(${coupons.code}, ${purchases.couponCode})`,
      cardBrand: purchases.cardBrand,
      cardLast4: purchases.cardLast4,
      paymentIntentId: purchases.paymentIntentId,
      paymentMethod: purchases.paymentMethod,
      paidAt: purchases.paidAt,
      createdAt: purchases.createdAt,
      buyer: {
        id: members.id,
        email: members.email,
        username: members.username,
        firstName: members.firstName,
        lastName: members.lastName,
        isErased: sql<boolean>`${members.erasedAt} is not null`,
      },
      billing: {
        company: billingDetails.company,
        address: billingDetails.address,
        taxNumber: billingDetails.taxNumber,
      },
      invoice: {
        id: invoices.id,
        kind: invoices.kind,
        isTest: invoices.isTest,
        number: invoices.number,
        issuedOn: invoices.issuedOn,
      },
      isInvoiceShown: sql<boolean>`coalesce(${isNumberShown(invoices)}, false)`,
      creditNotes,
    })
    .from(purchases)
    .innerJoin(products, eq(products.id, purchases.productId))
    .innerJoin(members, eq(members.id, purchases.memberId))
    .leftJoin(billingDetails, eq(billingDetails.memberId, purchases.memberId))
    .leftJoin(invoices, and(eq(invoices.purchaseId, purchases.id), eq(invoices.kind, 'invoice')))
    .leftJoin(coupons, eq(coupons.id, purchases.couponId))
    .where(and(...conditions))
    .orderBy(desc(purchases.createdAt), desc(purchases.id))
}

const isOrder = () => inArray(purchases.state, [...ORDER_STATES])

export type Order = Awaited<ReturnType<typeof listMemberOrders>>[number]

export function listMemberOrders(db: Executor, memberId: string) {
  return selectOrders(db, isOrder(), eq(purchases.memberId, memberId))
}

export async function findMemberOrder(db: Executor, memberId: string, orderNumber: string): Promise<Order | undefined> {
  const [order] = await selectOrders(
    db,
    isOrder(),
    eq(purchases.memberId, memberId),
    eq(purchases.orderNumber, orderNumber),
  )
  return order
}

/** Finds an order. With `in any state`, also finds failed purchases, because their payment may have been refunded. */
export async function findOrder(
  db: Executor,
  purchaseId: string,
  which: 'orders only' | 'in any state' = 'orders only',
): Promise<Order | undefined> {
  const [order] = await selectOrders(db, which === 'orders only' ? isOrder() : undefined, eq(purchases.id, purchaseId))
  return order
}

/**
 * Finds the content of these invoices and credit notes as they were issued, by ID. Those that were never issued are
 * omitted.
 */
export async function findInvoiceContents(db: Executor, ids: string[]): Promise<Map<string, InvoiceContent>> {
  const rows = await db
    .select({ id: invoices.id, content: invoices.content })
    .from(invoices)
    .where(and(inArray(invoices.id, ids), isNotNull(invoices.content)))
  return new Map(rows.map(({ id, content }) => [id, InvoiceContent.parse(content)]))
}

export async function findPurchaseByInvoiceNumber(
  db: Executor,
  { kind, isTest, number }: { kind: 'invoice' | 'credit_note'; isTest: boolean; number: number },
): Promise<string | undefined> {
  const [row] = await db
    .select({ purchaseId: invoices.purchaseId })
    .from(invoices)
    .where(and(eq(invoices.kind, kind), eq(invoices.isTest, isTest), eq(invoices.number, number)))
  return row?.purchaseId
}

/** Stores the content to print, and returns it. If two requests run at once, both get the content of the first one. */
export async function saveInvoiceContent(
  db: Executor,
  invoiceId: string,
  content: InvoiceContent,
): Promise<InvoiceContent> {
  const [row] = await db
    .update(invoices)
    .set({ content: sql`coalesce(${invoices.content}, ${JSON.stringify(content)}::jsonb)` })
    .where(eq(invoices.id, invoiceId))
    .returning({ content: invoices.content })
  return InvoiceContent.parse(row?.content)
}
