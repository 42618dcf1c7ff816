import type { Deps } from '#platform/deps.ts'
import { invoiceNumber } from './invoices.rules.ts'
import { placeInWords } from './orders.rules.ts'
import { type SoldRow, soldIn } from './sales.queries.ts'
import { type SalesRow, type SalesTotal, salesTotals } from './sales.rules.ts'

/**
 * Hands the sales and refunds of a month ('2026-10') on as they are read, and returns what they add up to. The day of each is
 * the one on its invoice or credit note. They are those of the keys with which the academy runs: live money, or test money.
 */
export async function salesOfMonth(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  month: string,
  take: (rows: SalesRow[]) => Promise<void>,
): Promise<SalesTotal[]> {
  const totals = salesTotals()
  await db.transaction(
    async (tx) => {
      for await (const sold of soldIn(tx, month, payments.isLive)) {
        const rows = sold.map(salesRow)
        for (const row of rows) totals.add(row)
        await take(rows)
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  return totals.all()
}

function salesRow(sold: SoldRow): SalesRow {
  const sign = sold.kind === 'invoice' ? 1 : -1
  const tax = sign * sold.taxCents
  return {
    kind: sold.kind === 'invoice' ? 'sale' : 'refund',
    date: sold.day,
    number: invoiceNumber(sold),
    order: sold.order,
    product: sold.product,
    buyer: sold.buyer,
    net: sign * sold.netCents,
    // Not minus zero.
    tax: tax || 0,
    taxPlace: placeInWords(sold),
    gross: sign * (sold.netCents + sold.taxCents),
    currency: sold.currency.toUpperCase(),
    coupon: sold.coupon ?? '',
    payment: sold.payment ?? '',
  }
}
