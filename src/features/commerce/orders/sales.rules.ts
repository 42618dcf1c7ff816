import { formatCsvHeader, formatCsvLine, CsvNumber, type CsvValue } from '#shared/csv.ts'
import { cents, formatDecimal } from '#shared/money.ts'

/**
 * A line in a month's sales: a sale, a refund (with negative amounts), or a correction of credit notes that credited
 * too much. Amounts are in cents.
 */
export type SalesRow = {
  kind: 'sale' | 'refund' | 'correction'
  date: string
  number: string
  order: string
  product: string
  buyer: string
  net: number
  tax: number
  taxPlace: string
  gross: number
  currency: string
  coupon: string
  discount: number
  fee: number | null
  payment: string
}

export type SalesTotal = {
  currency: string
  sales: number
  refunds: number
  net: number
  tax: number
  gross: number
  refunded: number
  discount: number
  /** The sum of the known fees. `feesKnown` is the number of sales whose fee is known. */
  fee: number
  feesKnown: number
}

const ZERO_TOTAL = { sales: 0, refunds: 0, net: 0, tax: 0, gross: 0, refunded: 0, discount: 0, fee: 0, feesKnown: 0 }

/** Adds up rows by currency while they are streamed. */
export function createSalesTotals() {
  const totals = new Map<string, SalesTotal>()
  return {
    add({ kind, currency, net, tax, gross, discount, fee }: SalesRow): void {
      const sum = totals.get(currency) ?? { currency, ...ZERO_TOTAL }
      const isSale = kind === 'sale'
      totals.set(currency, {
        currency,
        sales: sum.sales + (isSale ? 1 : 0),
        refunds: sum.refunds + (kind === 'refund' ? 1 : 0),
        net: sum.net + net,
        tax: sum.tax + tax,
        gross: sum.gross + gross,
        refunded: sum.refunded - (isSale ? 0 : gross),
        discount: sum.discount + discount,
        fee: sum.fee + (fee ?? 0),
        feesKnown: sum.feesKnown + (fee === null ? 0 : 1),
      })
    },
    all: (): SalesTotal[] => [...totals.values()].toSorted((a, b) => a.currency.localeCompare(b.currency)),
  }
}

/** Returns the last day of a month, such as '2026-02-28' for '2026-02'. */
export function getLastDay(month: string): string {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nth, 0)).toISOString().slice(0, 10)
}

/** Formats an amount such as '-12.50'. It has no currency symbol, so that spreadsheets can add it up. */
export function formatSignedDecimal(amount: number): string {
  return `${amount < 0 ? '-' : ''}${formatDecimal(cents(Math.abs(amount)))}`
}

const COLUMNS = {
  Date: (row) => row.date,
  Kind: (row) => row.kind,
  Number: (row) => row.number,
  Order: (row) => row.order,
  Product: (row) => row.product,
  Buyer: (row) => row.buyer,
  Net: (row) => amount(row.net),
  Tax: (row) => amount(row.tax),
  'Tax location': (row) => row.taxPlace,
  Gross: (row) => amount(row.gross),
  Currency: (row) => row.currency,
  Coupon: (row) => row.coupon,
  Payment: (row) => row.payment,
  Discount: (row) => amount(row.discount),
  Fee: (row) => (row.fee === null ? null : amount(row.fee)),
} satisfies Record<string, (row: SalesRow) => CsvValue>

const amount = (inCents: number) => new CsvNumber(formatSignedDecimal(inCents))

export const SALES_CSV_HEAD = formatCsvHeader(Object.keys(COLUMNS))

export function formatSalesCsvLine(row: SalesRow): string {
  return formatCsvLine(Object.values(COLUMNS).map((valueIn) => valueIn(row)))
}
