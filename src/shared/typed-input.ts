import { HYPHENS, normalizePunctuation } from './normalize-punctuation.ts'

// The `typed-*.ts` files read what people type into fields: amounts, dates, times. Forms show how a text was
// understood, and contracts store it in one form or refuse it, by the same functions.

/** A text as understood: `text` to store and `shown` to show. Or the reason against it, which follows "this" or a name. */
export type Reading = { text: string; shown: string } | { reason: string }

export type Reader = (typed: string) => Reading

/** Longer texts are refused before they are read, so that no text takes long. */
const MAX_LENGTH = 100

const HYPHEN = new RegExp(`[${HYPHENS}]`, 'gu')

/** Text that needs no tidying, as almost all stored text. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/** Makes a reader of one that gets tidy text: plain spaces and hyphens, nothing invisible. */
export function defineReader<Rest extends unknown[]>(
  reason: string,
  read: (text: string, ...rest: Rest) => Reading | undefined,
): (typed: string, ...rest: Rest) => Reading {
  return (typed, ...rest) => (typed.length <= MAX_LENGTH ? read(tidy(typed), ...rest) : undefined) ?? { reason }
}

function tidy(typed: string): string {
  return PLAIN.test(typed) ? typed : normalizePunctuation(typed.toWellFormed()).replaceAll(HYPHEN, '-')
}

/** The text to store, or the typed text if it isn't understood. */
export function toStoredText(read: Reader, typed: string): string {
  const reading = read(typed)
  return 'text' in reading ? reading.text : typed
}

/** Makes a sentence of a reason, such as 'This must be a date.' */
export function formatReason(reason: string): string {
  return `This ${reason}.`
}
