import type { Readable } from 'node:stream'
import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Deps } from '#platform/deps.ts'
import { writtenFile } from '#platform/written-file.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { invoiceNumber } from '#shared/invoice-number.ts'
import { placeInWords } from './orders.rules.ts'
import { type SalesFilter, type SoldRow, soldIn, sumSales, sumSalesByDay } from './sales.queries.ts'
import { lastDayOf, SALES_CSV_HEAD, salesCsvLine, type SalesRow, type SalesTotal, salesTotals } from './sales.rules.ts'
import { type PurchaseState, statesOf } from './order-search.rules.ts'

/** Of which orders, and between which days. Real money, unless test money is asked for: no figure has both. */
export type SalesSearch = Omit<SalesFilter, 'states'> & { state?: PurchaseState | 'any' | undefined }

type Take = (rows: SalesRow[]) => Promise<void>

/**
 * Hands sales and refunds on as they are read, and returns what they add up to. The day of each is the one on its invoice or credit note,
 * so a refund stands on the day on which it was made, whenever its order was.
 */
export async function salesOf({ db }: Pick<Deps, 'db'>, search: SalesSearch, take: Take): Promise<SalesTotal[]> {
  const totals = salesTotals()
  await db.transaction(
    async (tx) => {
      for await (const sold of soldIn(tx, filterOf(search))) {
        const rows = sold.map(salesRow)
        for (const row of rows) totals.add(row)
        await take(rows)
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  return totals.all()
}

/** The same of a month ('2026-10'). */
export function salesOfMonth(
  deps: Pick<Deps, 'db'>,
  { month, isTest }: { month: string; isTest: boolean },
  take: Take,
): Promise<SalesTotal[]> {
  return salesOf(deps, { since: `${month}-01`, until: lastDayOf(month), isTest }, take)
}

/** What `salesOf` adds up to, without its rows. */
export function salesSums({ db }: Pick<Deps, 'db'>, search: SalesSearch): Promise<SalesTotal[]> {
  return sumSales(db, filterOf(search))
}

export function salesByDay({ db }: Pick<Deps, 'db'>, days: { since: string; until: string }) {
  return sumSalesByDay(db, { ...filterOf({}), ...days })
}

/**
 * Sales as a spreadsheet reads them, sent as they are read. Told to the log before the first row, which may be read even where the rest is
 * not. Refuses (`forbidden`).
 */
export async function exportSales(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  { by, ...search }: SalesSearch & { by: Staff },
): Promise<Readable> {
  if (!may(by, 'export sales')) throw notAllowed(by, 'export sales')
  const { since, until, words = [], state, product, coupon, isTest = false } = search
  const days = [since ?? 'the beginning', until ?? 'today'].join(' to ')
  const narrowed = { ...(state && { state }), ...(product && { product }), ...(coupon && { coupon }) }
  // What was looked for may be a name: only that there was something is kept.
  const after = { isLive: !isTest, ...narrowed, ...(words.length > 0 && { searched: true }) }
  await deps.db.transaction((tx) =>
    recordEvent(tx, { at: deps.now(), kind: 'sales.exported', by, subject: { id: days }, after }),
  )
  return writtenFile(deps, 'sales', async (put) => {
    await put(SALES_CSV_HEAD)
    await salesOf(deps, search, (rows) => put(rows.map(salesCsvLine).join('')))
  })
}

function filterOf({ state, ...search }: SalesSearch): SalesFilter {
  return { ...search, states: statesOf(state) }
}

function salesRow(sold: SoldRow): SalesRow {
  const sign = sold.kind === 'invoice' ? 1 : -1
  const tax = sign * sold.taxCents
  const refund = sold.netCents + sold.taxCents > 0 ? 'refund' : 'correction'
  return {
    kind: sold.kind === 'invoice' ? 'sale' : refund,
    date: sold.day,
    number: invoiceNumber(sold),
    order: sold.order,
    product: sold.product,
    buyer: sold.buyer,
    // Not minus zero.
    net: sign * sold.netCents || 0,
    tax: tax || 0,
    taxPlace: placeInWords(sold),
    gross: sign * (sold.netCents + sold.taxCents),
    currency: sold.currency.toUpperCase(),
    coupon: sold.coupon ?? '',
    discount: sold.discountCents,
    fee: sold.feeCents,
    payment: sold.payment ?? '',
  }
}
