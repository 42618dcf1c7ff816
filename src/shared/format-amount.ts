// This is separate from `money.ts`, because catalog pages load that file and don't need this one.

/**
 * Formats an amount in a language, for documents, emails, and the orders page, such as '$1,299.00' or '1.299,00 $'.
 * Catalog prices always use `formatDollars`.
 */
export function formatAmount(language: string, amountCents: number): string {
  const sum = (amountCents / 100).toLocaleString(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
  })
  // Some email clients and fonts can't show the narrow space.
  return sum.replaceAll('\u202F', '\u00A0')
}

/** Does the same as `formatAmount` for the decimal texts of the API. */
export function formatDecimalAmount(language: string, decimal: string): string {
  return formatAmount(language, Math.round(Number(decimal) * 100))
}

/**
 * Formats the amount of a payment, such as '$1,299.00' or 'EUR 1,299.00'. A payment that was opened elsewhere may be in
 * another currency.
 */
export function formatPaymentAmount({ currency }: { currency: string }, amountCents: number): string {
  const currencyDisplay = currency === 'usd' ? 'symbol' : 'code'
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay })
  return format.format(amountCents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace('\u00A0', ' ')
}
