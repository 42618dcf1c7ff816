import { normalizeText } from './normalize-text.ts'

/** Hyphens and dashes of phones, Word, and East Asian keyboards, and the minus sign. */
export const HYPHENS = '\\u2010-\\u2015\\u2043\\u2212\\uFE58\\uFE63\\uFF0D'
/** Apostrophes, primes, accents typed in their place, and letters that look like one (Ukrainian, Hawaiian). */
export const APOSTROPHES = "'`´‘’‛′＇\\u02B9\\u02BB\\u02BC\\u02BD"

const HYPHEN_IN_WORD = new RegExp(`(?<=[\\p{L}\\p{M}\\p{N}.])[${HYPHENS}](?=[\\p{L}\\p{M}\\p{N}])`, 'gu')
/**
 * Invisible characters added by Word, phones, and web pages: soft hyphens, zero-width spaces, direction marks. Not
 * overrides, which reverse letters.
 */
const UNSEEN = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g
const FULL_WIDTH = /[\uFF10-\uFF5A]/g
const ACCENT_FOR_APOSTROPHE = /[`´′＇]/g

/**
 * A name or number as stored: composed letters, plain spaces and hyphens. Apostrophes keep their form (the ʻokina is a
 * letter), only accents typed in their place are replaced. A dash next to a space is not a hyphen and stays.
 */
export function normalizePunctuation(text: string): string {
  const composed = normalizeText(text.replaceAll(UNSEEN, ''), 'NFC').replaceAll(FULL_WIDTH, (char) =>
    char.normalize('NFKC'),
  )
  return normalizeSpaces(normalizeHyphens(composed.replaceAll(ACCENT_FOR_APOSTROPHE, "'")))
}

/** Replaces hyphens inside words with the one on every keyboard. */
export function normalizeHyphens(text: string): string {
  return text.replaceAll(HYPHEN_IN_WORD, '-')
}

/** Collapses spaces of any width and tabs into one plain space each and trims them. Line breaks stay. */
function normalizeSpaces(text: string): string {
  return text.replaceAll(/[\p{Zs}\t]+/gu, ' ').trim()
}
