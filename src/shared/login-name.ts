import { HYPHENS } from './normalize-punctuation.ts'
import { normalizeText } from './normalize-text.ts'

const HYPHEN = new RegExp(`[${HYPHENS}]`, 'gu')
const APOSTROPHES = /[\u2018\u2019\u02BC]/gu
/**
 * Format characters, variation selectors, and other invisible ones. Keyboards never add control characters, so those
 * are rejected.
 */
const INVISIBLE = /[\p{Cf}\p{DI}\u2800]/gu

/**
 * Normalizes a typed username to the ASCII of usernames: phone keyboards and word processors add invisible characters.
 */
export function cleanUsername(typed: string): string {
  return normalizeText(typed.toWellFormed(), 'NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(HYPHEN, '-')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll('。', '.')
    .trim()
}

/** The same for an email address, and for a field that accepts either: neither may contain spaces. */
export function cleanLogin(typed: string): string {
  return cleanUsername(typed.replaceAll(/\s/gu, ' ')).replaceAll(/\s/gu, '')
}
