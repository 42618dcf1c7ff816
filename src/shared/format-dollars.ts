// Separate from money.ts, which first-time visitors don't need.

/** A price on a page: "149.00" → "$149.00", "1299.00" → "$1,299.00". */
export function formatDollars(decimal: string): string {
  return `$${decimal.replaceAll(/\B(?=(?:\d{3}){1,6}\.)/g, ',')}`
}
