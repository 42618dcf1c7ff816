import { normalizeText } from './normalize-text.ts'

/** Hyphens and dashes from phones, Word, and East Asian keyboards, and the minus sign. */
export const HYPHENS = '\\u2010-\\u2015\\u2043\\u2212\\uFE58\\uFE63\\uFF0D'
/** Apostrophes, primes, accents typed instead of them, and letters that look like one (Ukrainian, Hawaiian). */
export const APOSTROPHES = "'`´‘’‛′＇\\u02B9\\u02BB\\u02BC\\u02BD"

const HYPHEN_IN_WORD = new RegExp(`(?<=[\\p{L}\\p{M}\\p{N}.])[${HYPHENS}](?=[\\p{L}\\p{M}\\p{N}])`, 'gu')
/**
 * Invisible characters that Word, phones, and web pages add: soft hyphens, zero-width spaces, direction marks. Excludes
 * direction overrides, which reverse letters.
 */
const UNSEEN = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g
const FULL_WIDTH = /[\uFF10-\uFF5A]/g
const ACCENT_FOR_APOSTROPHE = /[`´′＇]/g

/**
 * Normalizes a name or number for storage: composed letters, plain spaces and hyphens. Keeps the form of apostrophes
 * (the ʻokina is a letter) and replaces only accents that were typed instead. A dash next to a space is not a hyphen,
 * so it is kept.
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

/** Collapses spaces of any width and tabs into one plain space, and trims. Keeps line breaks. */
function normalizeSpaces(text: string): string {
  return text.replaceAll(/[\p{Zs}\t]+/gu, ' ').trim()
}
