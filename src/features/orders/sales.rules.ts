import { csvCell } from '#shared/csv.ts'
import { cents, decimalOf } from '#shared/money.ts'

/**
 * One line of the sales of a month: a sale, a refund with its amounts below zero, or a correction of refunds that were noted too high.
 * Amounts are in cents.
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
  /** What a coupon took off the price before. */
  discount: number
  /** What the card provider kept; null where it is not known, and for refunds. */
  fee: number | null
  /** The card provider's id of the payment. */
  payment: string
}

/** Of one currency, as it is meant to add up: what was sold less what was given back. */
export type SalesTotal = {
  currency: string
  sales: number
  refunds: number
  net: number
  tax: number
  gross: number
  /** How much of that was given back. */
  refunded: number
  discount: number
  /** Of those sales, `feesKnown`, of which it is known. */
  fee: number
  feesKnown: number
}

const NOTHING = { sales: 0, refunds: 0, net: 0, tax: 0, gross: 0, refunded: 0, discount: 0, fee: 0, feesKnown: 0 }

/** Adds rows up by currency as they pass by. */
export function salesTotals() {
  const totals = new Map<string, SalesTotal>()
  return {
    add({ kind, currency, net, tax, gross, discount, fee }: SalesRow): void {
      const sum = totals.get(currency) ?? { currency, ...NOTHING }
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

/** The last day of a month ('2026-02'), '2026-02-28'. */
export function lastDayOf(month: string): string {
  const [year = 0, nth = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nth, 0)).toISOString().slice(0, 10)
}

/** '-12.50'; without a currency's sign, so that a spreadsheet adds it up. */
export function signedDecimal(amount: number): string {
  return `${amount < 0 ? '-' : ''}${decimalOf(cents(Math.abs(amount)))}`
}

const COLUMNS = {
  Date: (row) => csvCell(row.date),
  Kind: (row) => csvCell(row.kind),
  Number: (row) => csvCell(row.number),
  Order: (row) => csvCell(row.order),
  Product: (row) => csvCell(row.product),
  Buyer: (row) => csvCell(row.buyer),
  Net: (row) => signedDecimal(row.net),
  Tax: (row) => signedDecimal(row.tax),
  'Tax place': (row) => csvCell(row.taxPlace),
  Gross: (row) => signedDecimal(row.gross),
  Currency: (row) => csvCell(row.currency),
  Coupon: (row) => csvCell(row.coupon),
  Payment: (row) => csvCell(row.payment),
  Discount: (row) => signedDecimal(row.discount),
  Fee: (row) => (row.fee === null ? '' : signedDecimal(row.fee)),
} satisfies Record<string, (row: SalesRow) => string>

export const CSV_HEAD = `${Object.keys(COLUMNS).join(',')}\r\n`

/** One line of the file, in the form of RFC 4180. */
export function csvLine(row: SalesRow): string {
  return `${Object.values(COLUMNS)
    .map((write) => write(row))
    .join(',')}\r\n`
}
