import { and, eq, gte, lte, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { invoices } from '#db/tables/invoices.ts'
import { members } from '#db/tables/members.ts'
import { coupons, purchases } from '#db/tables/sales.ts'
import { orderConditions, type OrderFilter } from './order-filters.queries.ts'
import { isNumberShown } from './shown-numbers.queries.ts'

/** Selects the invoices and credit notes of orders by their printed dates ('2026-10-01'). */
export type SalesFilter = OrderFilter & {
  since?: string | undefined
  until?: string | undefined
  /** Whether to select test money instead of real money. Totals never include both. */
  isTest?: boolean | undefined
}

export type SoldRow = {
  kind: 'invoice' | 'credit_note'
  isTest: boolean
  number: number
  isShown: boolean
  day: string
  netCents: number
  taxCents: number
  discountCents: number
  /** The provider's fee. Null if it is unknown. */
  feeCents: number | null
  order: string
  product: string
  buyer: string
  taxState: string | null
  taxPostalCode: string | null
  taxCountry: string | null
  currency: string
  coupon: string | null
  payment: string | null
}

const ROWS_PER_BATCH = 1_000

/**
 * If it is unknown whether a sale was made with real money, it has an invoice number for real money. So it counts as
 * real until the provider reports otherwise.
 */
const isLive = sql`coalesce(${purchases.isLive}, not ${invoices.isTest})`

function salesConditions({ since, until, isTest = false, isLive: _isLive, ...filter }: SalesFilter): SQL | undefined {
  return and(
    since === undefined ? undefined : gte(invoices.issuedOn, since),
    until === undefined ? undefined : lte(invoices.issuedOn, until),
    isTest ? sql`not ${isLive}` : isLive,
    ...orderConditions(filter),
  )
}

/**
 * Reads invoices and credit notes by date and number. A cursor fetches at most a thousand rows at a time, so this works
 * only inside a transaction.
 */
export async function* readSoldRows(tx: Executor, filter: SalesFilter): AsyncGenerator<SoldRow[]> {
  // The statement of a cursor can't have parameters, so the values are quoted in it.
  await tx.execute(
    sql`
    declare sold no scroll cursor for
    select ${invoices.kind}, ${invoices.isTest} as "isTest", ${invoices.number}, ${isNumberShown(invoices)} as "isShown",
      ${invoices.issuedOn}::text as day,
      ${invoices.netCents} as "netCents", ${invoices.taxCents} as "taxCents",
      case when ${invoices.kind} = 'invoice' then ${purchases.discountCents} else 0 end as "discountCents",
      case when ${invoices.kind} = 'invoice' then ${purchases.feeCents} end as "feeCents",
      ${purchases.orderNumber} as order, ${purchases.itemName} as product,
      case when ${members.erasedAt} is null then ${members.email} else 'deleted member' end as buyer, ${purchases.taxState} as "taxState",
      ${purchases.taxPostalCode} as "taxPostalCode", ${purchases.taxCountry} as "taxCountry", ${purchases.currency},
      coalesce(${coupons.code}, ${purchases.couponCode}) as coupon, ${purchases.paymentIntentId} as payment
    from ${invoices}
      join ${purchases} on ${purchases.id} = ${invoices.purchaseId}
      join ${members} on ${members.id} = ${purchases.memberId}
      left join ${coupons} on ${coupons.id} = ${purchases.couponId}
    where ${salesConditions(filter)}
    order by ${invoices.issuedOn}, ${invoices.kind}, ${invoices.isTest}, ${invoices.number}`.inlineParams(),
  )
  for (;;) {
    const { rows } = await tx.execute<SoldRow>(sql`fetch forward ${sql.raw(String(ROWS_PER_BATCH))} from sold`)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_PER_BATCH) return
  }
}

const amount = (of: SQL) => sql<number>`coalesce(sum(${of}), 0)`.mapWith(Number)
const isSale = sql`${invoices.kind} = 'invoice'`
const sign = sql`case when ${isSale} then 1 else -1 end`

const sumColumns = {
  currency: sql<string>`upper(${purchases.currency})`,
  sales: sql<number>`count(*) filter (where ${isSale})`.mapWith(Number),
  refunds:
    sql<number>`count(*) filter (where not ${isSale} and ${invoices.netCents} + ${invoices.taxCents} > 0)`.mapWith(
      Number,
    ),
  net: amount(sql`${sign} * ${invoices.netCents}`),
  tax: amount(sql`${sign} * ${invoices.taxCents}`),
  gross: amount(sql`${sign} * (${invoices.netCents} + ${invoices.taxCents})`),
  refunded: amount(sql`case when not ${isSale} then ${invoices.netCents} + ${invoices.taxCents} end`),
  discount: amount(sql`case when ${isSale} then ${purchases.discountCents} end`),
  fee: amount(sql`case when ${isSale} then ${purchases.feeCents} end`),
  feesKnown: sql<number>`count(${purchases.feeCents}) filter (where ${isSale})`.mapWith(Number),
}

export function sumSales(db: Executor, filter: SalesFilter) {
  return db
    .select(sumColumns)
    .from(invoices)
    .innerJoin(purchases, eq(purchases.id, invoices.purchaseId))
    .where(salesConditions(filter))
    .groupBy(purchases.currency)
    .orderBy(purchases.currency)
}

/**
 * Adds up the sales of each day that has any, for a few weeks at most. The IDs of the purchases are collected first.
 * Otherwise, PostgreSQL would scan the table or look them up one by one.
 */
export function sumSalesByDay(
  db: Executor,
  { since, until, ...filter }: SalesFilter & { since: string; until: string },
) {
  const isWithin = and(gte(invoices.issuedOn, since), lte(invoices.issuedOn, until))
  const ids = sql`select ${invoices.purchaseId} from ${invoices} where ${isWithin}`
  return db
    .select({ day: sql`${invoices.issuedOn}`.mapWith(invoices.issuedOn), ...sumColumns })
    .from(sql`(select * from ${invoices} where ${isWithin} offset 0) ${invoices}`)
    .innerJoin(
      sql`(select * from ${purchases} where ${purchases.id} = any(array(${ids})) offset 0) ${purchases}`,
      eq(purchases.id, invoices.purchaseId),
    )
    .where(salesConditions(filter))
    .groupBy(sql`${invoices.issuedOn}`, purchases.currency)
    .orderBy(sql`${invoices.issuedOn}`, purchases.currency)
}
