import { HYPHENS } from './normalize-punctuation.ts'
import { normalizeText } from './normalize-text.ts'

const HYPHEN = new RegExp(`[${HYPHENS}]`, 'gu')
const APOSTROPHES = /[\u2018\u2019\u02BC]/gu
/**
 * Format characters, variation selectors, and other invisible characters. Control characters are not included:
 * keyboards never add them, so they are rejected.
 */
const INVISIBLE = /[\p{Cf}\p{DI}\u2800]/gu

/** Normalizes an entered username to ASCII, because phone keyboards and word processors add invisible characters. */
export function cleanUsername(typed: string): string {
  return normalizeText(typed.toWellFormed(), 'NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(HYPHEN, '-')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll('。', '.')
    .trim()
}

/** Like `cleanUsername`, for an email address and for fields that accept either; neither may contain spaces. */
export function cleanLogin(typed: string): string {
  return cleanUsername(typed.replaceAll(/\s/gu, ' ')).replaceAll(/\s/gu, '')
}
