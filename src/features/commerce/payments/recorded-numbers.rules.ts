import { type InvoiceNumber, formatInvoiceNumber, parseInvoiceNumber } from '#shared/invoice-number.ts'
import { isDay } from '#shared/iso-dates.ts'
import { unpackMetadata } from './payment-metadata.rules.ts'

/** A number that is stored with the payment at the card provider, with the date that is printed on the document. */
export type RecordedNumber = { number: number; isTest: boolean; day: string | undefined }
export type RecordedCreditNote = RecordedNumber & { cents: number; lost: number }

/** The numbers of an invoice and its credit notes that are stored with the payment. */
export type RecordedNumbers = { invoice: RecordedNumber | undefined; creditNotes: RecordedCreditNote[] }

export const NO_NUMBERS: RecordedNumbers = { invoice: undefined, creditNotes: [] }

export type IssuedNumber = InvoiceNumber & { issuedOn: string; netCents: number; taxCents: number; lostCents: number }

const NOTE_NAME = /^credit_note_\d+$/

/**
 * Returns the metadata to store with a payment, so that a restored backup issues the same numbers, such as `invoice:
 * INV-000042 2026-11-20`. For each credit note, it also contains the amount in cents and how much of that a bank took,
 * such as `credit_note_3: CN-000003 2026-11-21 2500 0`.
 */
export function toNumberMetadata(issued: IssuedNumber[]): Record<string, string> {
  return Object.fromEntries(
    issued.map((each) => {
      const shown = `${formatInvoiceNumber(each)} ${each.issuedOn}`
      if (each.kind === 'invoice') return ['invoice', shown]
      return [`credit_note_${each.number}`, `${shown} ${each.netCents + each.taxCents} ${each.lostCents}`]
    }),
  )
}

/**
 * Reads such metadata. Only the exact format counts, because everyone with access to the dashboard can edit metadata.
 */
export function parseNumberMetadata(stored: Readonly<Record<string, string>>): RecordedNumbers {
  const metadata = unpackMetadata(stored)
  const invoice = parseRecordedNumber(metadata['invoice'])
  const creditNotes = Object.entries(metadata).flatMap(([name, text]) => {
    const note = NOTE_NAME.test(name) ? parseRecordedNumber(text) : undefined
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

function parseRecordedNumber(text: string | undefined): (InvoiceNumber & { day: string | undefined }) | undefined {
  const [typed = '', day = ''] = text?.split(' ') ?? []
  const parts = parseInvoiceNumber(typed)
  if (!parts || parts.number === 0) return undefined
  return { ...parts, day: isDay(day) ? day : undefined }
}

function isCents(value: number | undefined): value is number {
  return value !== undefined && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31
}
