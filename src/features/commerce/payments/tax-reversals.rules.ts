import { unpackMetadata } from './payment-metadata.rules.ts'
import { parseNumberMetadata } from './recorded-numbers.rules.ts'

/** A part of a sale that was reversed in the tax reports: the total that had been refunded before it, and after it. */
export type TaxReversal = { fromCents: number; toCents: number }

const NAME = /^tax_reversal_(\d{1,9})$/

/**
 * Returns the metadata to store with a payment before a part is reversed. It is needed because the provider doesn't
 * list reversals, and a restored backup doesn't contain them. For the part from $10.00 to $25.00, it is
 * `tax_reversal_2500: 1000`.
 */
export function toReversalMetadata({ fromCents, toCents }: TaxReversal): Record<string, string> {
  return { [`tax_reversal_${toCents}`]: String(fromCents) }
}

/**
 * Returns the parts that are stored with a payment. Payments of earlier versions store only credit notes, one for each
 * part.
 */
export function parseReversalMetadata(metadata: Readonly<Record<string, string>>): TaxReversal[] {
  const stored = Object.entries(unpackMetadata(metadata)).flatMap(([name, text]) => {
    const toCents = Number(NAME.exec(name)?.[1])
    const fromCents = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return fromCents < toCents ? [{ fromCents, toCents }] : []
  })
  const { creditNotes } = parseNumberMetadata(metadata)
  const firstLost = creditNotes.findIndex(({ lost }) => lost > 0)
  let sum = 0
  const noted = creditNotes
    .slice(0, firstLost === -1 ? undefined : firstLost)
    .map(({ cents }) => ({ fromCents: sum, toCents: (sum += cents) }))
  return [...stored, ...noted.filter(({ fromCents, toCents }) => fromCents < toCents)]
}

/**
 * Returns the range of this part that is not reversed yet, or undefined if others cover it. A part that was already
 * reversed is returned unchanged, because the provider ignores a repeated reversal.
 */
export function getTaxReversal(known: TaxReversal[], { fromCents, toCents }: TaxReversal): TaxReversal | undefined {
  const around = known.find((part) => part.fromCents < toCents && toCents <= part.toCents)
  if (around) return around.toCents === toCents ? around : undefined
  const before = known.map((part) => part.toCents).filter((end) => end < toCents)
  return { fromCents: Math.max(fromCents, ...before), toCents }
}
