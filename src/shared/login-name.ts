import { HYPHENS } from './normalize-punctuation.ts'
import { normalizeText } from './normalize-text.ts'

const HYPHEN = new RegExp(`[${HYPHENS}]`, 'gu')
const APOSTROPHES = /[\u2018\u2019\u02BC]/gu
/**
 * Matches format characters, variation selectors, and other invisible characters. It doesn't match control characters.
 * Keyboards never add these, so they are rejected.
 */
const INVISIBLE = /[\p{Cf}\p{DI}\u2800]/gu

/**
 * Normalizes a username as it was typed, because phone keyboards and word processors use other forms of letters and add
 * invisible characters.
 */
export function cleanUsername(typed: string): string {
  return normalizeText(typed.toWellFormed(), 'NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(HYPHEN, '-')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll('。', '.')
    .trim()
}

/**
 * Does the same as `cleanUsername` for an email address, or for a field that accepts either. Neither may contain
 * spaces.
 */
export function cleanLogin(typed: string): string {
  return cleanUsername(typed.replaceAll(/\s/gu, ' ')).replaceAll(/\s/gu, '')
}
