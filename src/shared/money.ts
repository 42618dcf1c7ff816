import type { Brand } from './brand.ts'
import { formatDollars } from './format-dollars.ts'

/** Whole cents of a currency. They are never negative. */
export type Cents = Brand<number, 'Cents'>

/** The card provider's minimum amount of a payment. */
export const MIN_CHARGE_CENTS = 50

export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`Not an amount in cents: ${amount}`)
  return amount as Cents
}

/** Returns the amount to charge: the price plus tax. */
export function totalCents({ priceCents, taxCents }: { priceCents: number; taxCents: number }): number {
  return priceCents + taxCents
}

/** Parses "149" or "149.00" as 14900. Returns undefined for anything else, and for more than 999,999.99. */
export function parseCents(text: string): Cents | undefined {
  const [, whole, fraction = ''] = /^(\d{1,6})(?:[.](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : cents(Number(whole) * 100 + Number(fraction.padEnd(2, '0')))
}

/** Formats an amount as the API's decimal text: 14900 becomes "149.00". */
export function formatDecimal(amount: Cents): string {
  return `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** Formats cents: 129900 becomes "$1,299.00". */
export function formatCentsAsDollars(amountCents: number): string {
  return formatDollars(formatDecimal(cents(amountCents)))
}

export function sumAmounts(entries: { amount: number }[]): number {
  return entries.reduce((sum, { amount }) => sum + amount, 0)
}
