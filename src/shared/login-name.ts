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
 * spaces. Takes the address out of pasted text such as 'mailto:a@b.example' or 'Nora Night <a@b.example>,'.
 */
export function cleanLogin(typed: string): string {
  return unwrapAddress(cleanUsername(typed.replaceAll(/\s/gu, ' ')).replaceAll(/\s/gu, ''))
}

const BEFORE_ADDRESS = '<(["“'
const AFTER_ADDRESS = '>)]"”,;.'

function unwrapAddress(login: string): string {
  if (!login.includes('@')) return login
  // With several addresses, none is chosen: a form rejects them.
  if (login.indexOf('@') !== login.lastIndexOf('@')) return login
  const start = login.lastIndexOf('<') + 1
  const end = login.indexOf('>', start)
  const inside = login.slice(start, end === -1 ? undefined : end)
  const [address = ''] = /^mailto:/i.test(inside) ? inside.slice(7).split('?') : [inside]
  let [from, to] = [0, address.length]
  while (from < to && BEFORE_ADDRESS.includes(address.charAt(from))) from += 1
  while (to > from && AFTER_ADDRESS.includes(address.charAt(to - 1))) to -= 1
  return address.slice(from, to)
}
