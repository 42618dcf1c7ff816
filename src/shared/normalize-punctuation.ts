import { normalizeText } from './normalize-text.ts'

/** Hyphens and dashes as phones, Word, and East Asian keyboards write them, with the minus sign. */
export const HYPHENS = '\\u2010-\\u2015\\u2043\\u2212\\uFE58\\uFE63\\uFF0D'
/** Apostrophes, primes, accents that are typed for them, and the letters that look like one (Ukrainian, Hawaiian). */
export const APOSTROPHES = "'`´‘’‛′＇\\u02B9\\u02BB\\u02BC\\u02BD"

const HYPHEN_IN_WORD = new RegExp(`(?<=[\\p{L}\\p{M}\\p{N}.])[${HYPHENS}](?=[\\p{L}\\p{M}\\p{N}])`, 'gu')
/** What Word, phones, and web pages add to a text, and nobody sees: soft hyphens, zero-width spaces, marks of direction. Not overrides, which turn letters around. */
const UNSEEN = /[\u00AD\u200B\u200E\u200F\u2060\uFEFF]/g
const FULL_WIDTH = /[\uFF10-\uFF5A]/g
const ACCENT_FOR_APOSTROPHE = /[`´′＇]/g

/**
 * A name or number as it is stored: composed letters, plain spaces and hyphens. Apostrophes keep their form (the ʻokina is a letter), only accents typed
 * for one become one. A dash beside a space is no hyphen and stays.
 */
export function normalizePunctuation(text: string): string {
  const composed = normalizeText(text.replaceAll(UNSEEN, ''), 'NFC').replaceAll(FULL_WIDTH, (letter) =>
    letter.normalize('NFKC'),
  )
  return normalizeSpaces(normalizeHyphens(composed.replaceAll(ACCENT_FOR_APOSTROPHE, "'")))
}

/** The hyphens inside words as the one on every keyboard. */
export function normalizeHyphens(text: string): string {
  return text.replaceAll(HYPHEN_IN_WORD, '-')
}

/** Spaces of any width and tabs become one plain space each, and none is at the ends. Line breaks stay. */
function normalizeSpaces(text: string): string {
  return text.replaceAll(/[\p{Zs}\t]+/gu, ' ').trim()
}
