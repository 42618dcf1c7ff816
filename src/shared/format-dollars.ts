// This is separate from money.ts, because first-time visitors don't need that file.

/** Formats a price for a page: "149.00" becomes "$149.00", and "1299.00" becomes "$1,299.00". */
export function formatDollars(decimal: string): string {
  return `$${decimal.replaceAll(/\B(?=(?:\d{3}){1,6}\.)/g, ',')}`
}
