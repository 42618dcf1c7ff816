/** The limit of Unicode's stream-safe text format. No language puts more marks on one letter. */
const MAX_MARKS = 30

const LONG_RUN = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

/**
 * `String.normalize` in linear time. The built-in uses insertion sort for the marks of a letter, so this drops surplus
 * marks first.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(LONG_RUN, '$1').normalize(form)
}
