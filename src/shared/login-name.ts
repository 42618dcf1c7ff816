import { HYPHENS } from './normalize-punctuation.ts'
import { normalizeText } from './normalize-text.ts'

const HYPHEN = new RegExp(`[${HYPHENS}]`, 'gu')
const APOSTROPHES = /[\u2018\u2019\u02BC]/gu
/** Format characters, variation selectors, and others that draw nothing. No keyboard adds control characters: those are refused. */
const INVISIBLE = /[\p{Cf}\p{DI}\u2800]/gu

/** A typed username in the ASCII that usernames are made of: phone keyboards and word processors add characters that nobody sees. */
export function cleanUsername(typed: string): string {
  return normalizeText(typed.toWellFormed(), 'NFKC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(HYPHEN, '-')
    .replaceAll(APOSTROPHES, "'")
    .replaceAll('。', '.')
    .trim()
}

/** The same for an email address, and for a field that takes either: no address and no username contains a space. */
export function cleanLogin(typed: string): string {
  return cleanUsername(typed.replaceAll(/\s/gu, ' ')).replaceAll(/\s/gu, '')
}
