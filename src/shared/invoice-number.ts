export type InvoiceNumber = { kind: 'invoice' | 'credit_note'; isTest: boolean; number: number }

/** Returns 'INV-000042' or, for a credit note, 'CN-000007'. Test payments have their own series. */
export function formatInvoiceNumber({ kind, isTest, number }: InvoiceNumber): string {
  const series = kind === 'invoice' ? 'INV' : 'CN'
  return `${isTest ? 'TEST-' : ''}${series}-${String(number).padStart(6, '0')}`
}

/** Parses an invoice number. Returns undefined if the text is not one. */
export function parseInvoiceNumber(number: string): InvoiceNumber | undefined {
  const [, test, series, digits] = /^(TEST-)?(INV|CN)-(\d{6,9})$/.exec(number) ?? []
  if (digits === undefined) return undefined
  return { kind: series === 'INV' ? 'invoice' : 'credit_note', isTest: test !== undefined, number: Number(digits) }
}
