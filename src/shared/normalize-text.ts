/** The limit in Unicode's stream-safe text format. No language has more marks on one letter. */
const MAX_MARKS = 30

const LONG_RUN = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

/**
 * Does the same as `String.normalize`, but in linear time. The built-in function sorts the marks of a letter by
 * insertion, so this removes surplus marks first.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(LONG_RUN, '$1').normalize(form)
}
