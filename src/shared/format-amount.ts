// Beside `money.ts`, since pages of the shop, which load that, need none of it.

/** A sum on papers, in mails and on the account page, as a language writes it: '$1,299.00', '1.299,00 $'. Prices in the shop are `dollars`, whatever the language. */
export function formatAmount(language: string, amountCents: number): string {
  const sum = (amountCents / 100).toLocaleString(language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
  })
  // A narrow space is unknown to some mail programs and typefaces.
  return sum.replaceAll('\u202F', '\u00A0')
}

/** The same of the API's decimal string. */
export function formatDecimalAmount(language: string, decimal: string): string {
  return formatAmount(language, Math.round(Number(decimal) * 100))
}
