import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { cleanLogin } from '#shared/login-name.ts'
import { APOSTROPHES, HYPHENS } from '#shared/normalize-punctuation.ts'

const VARIED = new RegExp(`[-${HYPHENS}${APOSTROPHES}]`, 'gu')

export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`
}

export function startsWithPattern(text: string): string {
  return `${escapeLike(text)}%`
}

/**
 * Whether a word occurs in a column of lowercase words, each of which follows a space. A word of one or two letters
 * matches only at the beginning of a word. Elsewhere, it would match too often, and the index contains nothing shorter
 * than three letters.
 */
export function hasWord(column: SQLWrapper, word: string): SQL {
  const fits = (typed: string) =>
    sql`${column} like lower(${typed.length < 3 ? `% ${startsWithPattern(typed)}` : containsPattern(typed)})`
  // Pasted text may contain invisible characters that no username or address has.
  const clean = cleanLogin(word)
  return clean === word || clean === '' ? fits(word) : sql`(${fits(word)} or ${fits(clean)})`
}

/** Escapes wildcards. Lets hyphens and apostrophes match any variant of the character. */
function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`).replaceAll(VARIED, '_')
}
