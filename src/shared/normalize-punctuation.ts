import { normalizeText } from './normalize-text.ts'

/** Hyphens and dashes from phones, Word, and East Asian keyboards, and the minus sign. */
export const HYPHENS = '\\u2010-\\u2015\\u2043\\u2212\\uFE58\\uFE63\\uFF0D'
/** Apostrophes, primes, accents that are typed as apostrophes, and letters that look like one (Ukrainian, Hawaiian). */
export const APOSTROPHES = "'`´‘’‛′＇\\u02B9\\u02BB\\u02BC\\u02BD"

const HYPHEN_IN_WORD = new RegExp(`(?<=[\\p{L}\\p{M}\\p{N}.])[${HYPHENS}](?=[\\p{L}\\p{M}\\p{N}])`, 'gu')
/**
 * Matches invisible characters that Word, phones, and web pages add: soft hyphens, zero-width spaces, and direction
 * marks. It doesn't match direction overrides, which reverse letters.
 */
const UNSEEN = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g
const FULL_WIDTH = /[\uFF10-\uFF5A]/g
const ACCENT_FOR_APOSTROPHE = /[`´′＇]/g

/**
 * Normalizes a name or number for storage: composes letters, and makes spaces and hyphens plain. Keeps the form of
 * apostrophes, because the ʻokina is a letter. Replaces only accents that were typed as apostrophes. A dash next to a
 * space is not a hyphen, so it remains.
 */
export function normalizePunctuation(text: string): string {
  const composed = normalizeText(text.replaceAll(UNSEEN, ''), 'NFC').replaceAll(FULL_WIDTH, (char) =>
    char.normalize('NFKC'),
  )
  return normalizeSpaces(normalizeHyphens(composed.replaceAll(ACCENT_FOR_APOSTROPHE, "'")))
}

/** Replaces hyphens inside words with the plain ASCII hyphen. */
export function normalizeHyphens(text: string): string {
  return text.replaceAll(HYPHEN_IN_WORD, '-')
}

/** Replaces tabs and spaces of any width with one plain space, and removes those at both ends. Keeps line breaks. */
function normalizeSpaces(text: string): string {
  return text.replaceAll(/[\p{Zs}\t]+/gu, ' ').trim()
}
