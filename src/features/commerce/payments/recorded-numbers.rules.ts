import { type InvoiceNumber, invoiceNumber, partsOfNumber } from '#shared/invoice-number.ts'
import { isDay } from '#shared/typed-dates.ts'

/** A number as the payment at the card provider shows it, with the day that is printed beside it. */
export type ShownNumber = { number: number; isTest: boolean; day: string | undefined }
export type ShownNote = ShownNumber & { cents: number; lost: number }

/** What a payment shows of its invoice and its credit notes. */
export type ShownNumbers = { invoice: ShownNumber | undefined; creditNotes: ShownNote[] }

export const NO_NUMBERS: ShownNumbers = { invoice: undefined, creditNotes: [] }

/** An invoice or credit note as it was issued here. */
export type IssuedNumber = InvoiceNumber & { issuedOn: string; netCents: number; taxCents: number; lostCents: number }

const NOTE_NAME = /^credit_note_\d+$/

/**
 * What is written on a payment, so that a restored backup issues the same numbers again: `invoice: INV-000042 2026-11-20`, and for each
 * credit note, by its number, also its cents and how many of them a bank took: `credit_note_3: CN-000003 2026-11-21 2500 0`.
 */
export function numbersAsMetadata(issued: IssuedNumber[]): Record<string, string> {
  return Object.fromEntries(
    issued.map((each) => {
      const shown = `${invoiceNumber(each)} ${each.issuedOn}`
      if (each.kind === 'invoice') return ['invoice', shown]
      return [`credit_note_${each.number}`, `${shown} ${each.netCents + each.taxCents} ${each.lostCents}`]
    }),
  )
}

/** What anybody may have changed in the dashboard counts only in the form in which it was written. */
export function numbersIn(metadata: Readonly<Record<string, string>>): ShownNumbers {
  const invoice = numberIn(metadata['invoice'])
  const creditNotes = Object.entries(metadata).flatMap(([name, text]) => {
    const note = NOTE_NAME.test(name) ? numberIn(text) : undefined
    const [, , cents, lost] = text.split(' ').map(Number)
    if (note?.kind !== 'credit_note' || !isCents(cents) || !isCents(lost)) return []
    return [{ number: note.number, isTest: note.isTest, day: note.day, cents, lost }]
  })
  return {
    invoice:
      invoice?.kind === 'invoice' ? { number: invoice.number, isTest: invoice.isTest, day: invoice.day } : undefined,
    creditNotes: creditNotes.toSorted((one, other) => one.number - other.number),
  }
}

function numberIn(text: string | undefined): (InvoiceNumber & { day: string | undefined }) | undefined {
  const [typed = '', day = ''] = text?.split(' ') ?? []
  const parts = partsOfNumber(typed)
  if (!parts || parts.number === 0) return undefined
  return { ...parts, day: isDay(day) ? day : undefined }
}

function isCents(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31
}
