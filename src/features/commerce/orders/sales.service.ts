import type { Deps } from '#platform/deps.ts'
import { formatInvoiceNumber } from '#shared/invoice-number.ts'
import { formatTaxLocation } from './orders.rules.ts'
import { type SalesFilter, type SoldRow, readSoldRows, sumSales, sumSalesByDay } from './sales.queries.ts'
import { createSalesTotals, getLastDay, type SalesRow, type SalesTotal } from './sales.rules.ts'
import { type PurchaseState, getStates } from './order-search.rules.ts'

/** Selects orders and dates. Selects real money unless test money is requested. Totals never include both. */
export type SalesSearch = Omit<SalesFilter, 'states'> & { state?: PurchaseState | 'any' | undefined }

type SalesRowHandler = (rows: SalesRow[]) => Promise<void>

/**
 * Streams sales and refunds, and returns their totals. Each has the date of its invoice or credit note, so a refund is
 * listed under its own date.
 */
export async function streamSales(
  { db }: Pick<Deps, 'db'>,
  search: SalesSearch,
  take: SalesRowHandler,
): Promise<SalesTotal[]> {
  const totals = createSalesTotals()
  await db.transaction(
    async (tx) => {
      for await (const sold of readSoldRows(tx, toSalesFilter(search))) {
        const rows = sold.map(toSalesRow)
        for (const row of rows) totals.add(row)
        await take(rows)
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  return totals.all()
}

/** Does the same as `streamSales` for one month ('2026-10'). */
export function streamMonthlySales(
  deps: Pick<Deps, 'db'>,
  { month, isTest }: { month: string; isTest: boolean },
  take: SalesRowHandler,
): Promise<SalesTotal[]> {
  return streamSales(deps, { since: `${month}-01`, until: getLastDay(month), isTest }, take)
}

/** Returns the same totals as `streamSales`, without the rows. */
export function getSalesTotals({ db }: Pick<Deps, 'db'>, search: SalesSearch): Promise<SalesTotal[]> {
  return sumSales(db, toSalesFilter(search))
}

export function getDailySales({ db }: Pick<Deps, 'db'>, days: { since: string; until: string }) {
  return sumSalesByDay(db, { ...toSalesFilter({}), ...days })
}

function toSalesFilter({ state, ...search }: SalesSearch): SalesFilter {
  return { ...search, states: getStates(state) }
}

function toSalesRow(sold: SoldRow): SalesRow {
  const sign = sold.kind === 'invoice' ? 1 : -1
  const tax = sign * sold.taxCents
  const refund = sold.netCents + sold.taxCents > 0 ? 'refund' : 'correction'
  return {
    kind: sold.kind === 'invoice' ? 'sale' : refund,
    date: sold.day,
    number: sold.isShown ? formatInvoiceNumber(sold) : '',
    order: sold.order,
    product: sold.product,
    buyer: sold.buyer,
    // Turns a negative zero into zero.
    net: sign * sold.netCents || 0,
    tax: tax || 0,
    taxPlace: formatTaxLocation(sold),
    gross: sign * (sold.netCents + sold.taxCents),
    currency: sold.currency.toUpperCase(),
    coupon: sold.coupon ?? '',
    discount: sold.discountCents,
    fee: sold.feeCents,
    payment: sold.payment ?? '',
  }
}
