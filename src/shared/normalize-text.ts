/** As in Unicode's stream-safe text format. No language puts more marks on one letter. */
const MAX_MARKS = 30

const LONG_RUN = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu')

/**
 * `String.normalize` in linear time: it uses insertion sort for the marks of a letter, so surplus ones are dropped
 * first.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
  return text.replaceAll(LONG_RUN, '$1').normalize(form)
}
