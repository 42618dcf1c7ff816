import { sql } from 'drizzle-orm'
import type { Executor } from '#db/open.ts'
import { invoices } from '#db/tables/invoices.ts'
import { members } from '#db/tables/members.ts'
import { coupons, purchases } from '#db/tables/sales.ts'

export type SoldRow = {
  kind: 'invoice' | 'credit_note'
  isTest: boolean
  number: number
  day: string
  netCents: number
  taxCents: number
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

const ROWS_AT_ONCE = 1_000

/**
 * Invoices and credit notes of a month ('2026-10') in the order of their days and numbers, by one statement of which never more
 * than a thousand rows are held. Test money is in no figure of live money, nor the other way round; what is older than this
 * distinction counts as both. Inside a transaction only.
 */
export async function* soldIn(tx: Executor, month: string, isLive: boolean): AsyncGenerator<SoldRow[]> {
  if (!/^\d{4}-\d{2}$/.test(month)) throw new Error(`No month: ${month}`)
  // A cursor takes no parameters.
  const firstDay = sql.raw(`'${month}-01'::date`)
  const isOther = sql.raw(String(!isLive))
  await tx.execute(sql`
    declare sold no scroll cursor for
    select ${invoices.kind}, ${invoices.isTest} as "isTest", ${invoices.number}, ${invoices.issuedOn}::text as day,
      ${invoices.netCents} as "netCents", ${invoices.taxCents} as "taxCents", ${purchases.orderNumber} as order,
      ${purchases.itemName} as product,
      case when ${members.erasedAt} is null then ${members.email} else 'erased member' end as buyer, ${purchases.taxState} as "taxState",
      ${purchases.taxPostalCode} as "taxPostalCode", ${purchases.taxCountry} as "taxCountry", ${purchases.currency},
      ${coupons.code} as coupon, ${purchases.paymentIntentId} as payment
    from ${invoices}
      join ${purchases} on ${purchases.id} = ${invoices.purchaseId}
      join ${members} on ${members.id} = ${purchases.memberId}
      left join ${coupons} on ${coupons.id} = ${purchases.couponId}
    where ${invoices.issuedOn} >= ${firstDay} and ${invoices.issuedOn} < ${firstDay} + interval '1 month'
      and ${purchases.isLive} is distinct from ${isOther}
    order by ${invoices.issuedOn}, ${invoices.kind}, ${invoices.isTest}, ${invoices.number}`)
  for (;;) {
    const { rows } = await tx.execute<SoldRow>(sql`fetch forward ${sql.raw(String(ROWS_AT_ONCE))} from sold`)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
  }
}
