// Separate from `money.ts`, which catalog pages load without needing this.

/**
 * An amount in a language's format, for documents, emails, and the orders page: '$1,299.00', '1.299,00 $'. Catalog
 * prices always use `dollars`.
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

/** Like `formatAmount`, for the decimal strings of the API. */
export function formatDecimalAmount(language: string, decimal: string): string {
  return formatAmount(language, Math.round(Number(decimal) * 100))
}

/** An amount of a payment, in another currency if the payment was opened elsewhere: '$1,299.00', 'EUR 1,299.00'. */
export function formatPaymentAmount({ currency }: { currency: string }, amountCents: number): string {
  const currencyDisplay = currency === 'usd' ? 'symbol' : 'code'
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay })
  return format.format(amountCents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace('\u00A0', ' ')
}
