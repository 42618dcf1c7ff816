// Separate from `money.ts`, because catalog pages load that and need none of this.

/**
 * An amount in documents, emails, and the orders page, in a language's format: '$1,299.00', '1.299,00 $'. Catalog
 * prices always use `dollars`.
 */
export function formatAmount(language: string, amountCents: number): string {
  const sum = (amountCents / 100).toLocaleString(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
  })
  // Some email programs and typefaces lack the narrow space.
  return sum.replaceAll('\u202F', '\u00A0')
}

/** The same for the API's decimal string. */
export function formatDecimalAmount(language: string, decimal: string): string {
  return formatAmount(language, Math.round(Number(decimal) * 100))
}

/** An amount of a payment, which may be in another currency if someone else opened it: '$1,299.00', 'EUR 1,299.00'. */
export function formatPaymentAmount({ currency }: { currency: string }, amountCents: number): string {
  const currencyDisplay = currency === 'usd' ? 'symbol' : 'code'
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay })
  return format.format(amountCents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)).replace('\u00A0', ' ')
}
