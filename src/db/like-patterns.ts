import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { cleanLogin } from '#shared/login-name.ts'
import { APOSTROPHES, HYPHENS } from '#shared/normalize-punctuation.ts'

const VARIED = new RegExp(`[-${HYPHENS}${APOSTROPHES}]`, 'gu')

/** A pattern for `ilike` that fits whatever has this text in it. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}

/** A pattern for `ilike` that fits whatever begins with this text. */
export function startsWithPattern(text: string): string {
  return `${escapeLike(text)}%`
}

/**
 * Whether a word stands in a column of words, small letters behind a space each. One of one or two letters, which would be in everything,
 * begins a word of it; the index knows nothing shorter.
 */
export function hasWord(column: SQLWrapper, word: string): SQL {
  const fits = (typed: string) =>
    sql`${column} like lower(${typed.length < 3 ? `% ${startsWithPattern(typed)}` : containsPattern(typed)})`
  // Pasted text may hide characters that no username or address contains.
  const clean = cleanLogin(word)
  return clean === word || clean === '' ? fits(word) : sql`(${fits(word)} or ${fits(clean)})`
}

/** Signs of patterns stand for themselves; hyphens and apostrophes for whichever was typed when the text was stored. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`).replaceAll(VARIED, '_')
}
