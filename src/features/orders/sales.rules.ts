import { cents, decimalOf } from '#shared/money.ts'

/** One line of the sales of a month: a sale, or a refund with its amounts below zero. Amounts are in cents. */
export type SalesRow = {
  kind: 'sale' | 'refund'
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
  /** The card provider's id of the payment. */
  payment: string
}

/** Of one currency, as it is meant to add up. */
export type SalesTotal = { currency: string; sales: number; refunds: number; net: number; tax: number; gross: number }

/** Adds rows up by currency as they pass by. */
export function salesTotals() {
  const totals = new Map<string, SalesTotal>()
  return {
    add({ kind, currency, net, tax, gross }: SalesRow): void {
      const sum = totals.get(currency) ?? { currency, sales: 0, refunds: 0, net: 0, tax: 0, gross: 0 }
      totals.set(currency, {
        currency,
        sales: sum.sales + (kind === 'sale' ? 1 : 0),
        refunds: sum.refunds + (kind === 'refund' ? 1 : 0),
        net: sum.net + net,
        tax: sum.tax + tax,
        gross: sum.gross + gross,
      })
    },
    all: (): SalesTotal[] => [...totals.values()].toSorted((a, b) => a.currency.localeCompare(b.currency)),
  }
}

/** '-12.50'; without a currency's sign, so that a spreadsheet adds it up. */
export function signedDecimal(amount: number): string {
  return `${amount < 0 ? '-' : ''}${decimalOf(cents(Math.abs(amount)))}`
}

const COLUMNS = {
  Date: (row) => cell(row.date),
  Kind: (row) => cell(row.kind),
  Number: (row) => cell(row.number),
  Order: (row) => cell(row.order),
  Product: (row) => cell(row.product),
  Buyer: (row) => cell(row.buyer),
  Net: (row) => signedDecimal(row.net),
  Tax: (row) => signedDecimal(row.tax),
  'Tax place': (row) => cell(row.taxPlace),
  Gross: (row) => signedDecimal(row.gross),
  Currency: (row) => cell(row.currency),
  Coupon: (row) => cell(row.coupon),
  Payment: (row) => cell(row.payment),
} satisfies Record<string, (row: SalesRow) => string>

export const CSV_HEAD = `${Object.keys(COLUMNS).join(',')}\r\n`

/** One line of the file, in the form of RFC 4180. */
export function csvLine(row: SalesRow): string {
  return `${Object.values(COLUMNS)
    .map((write) => write(row))
    .join(',')}\r\n`
}

/** What begins as a formula would be run by a spreadsheet: an apostrophe makes it a text. Amounts are numbers and have none. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
