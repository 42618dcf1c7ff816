import type { RateLimit } from '#shared/rate-limit.ts'
import { APOSTROPHES, HYPHENS } from '#shared/normalize-punctuation.ts'

/** What strangers may ask from one network. Who is logged in is counted nowhere. */
export const SEARCH_LIMIT: RateLimit = { what: 'searches', hits: 100, windowMs: 5 * 60_000 }
export const SUGGESTION_LIMIT: RateLimit = { what: 'search-suggestions', hits: 400, windowMs: 5 * 60_000 }

/** No more than these are ranked: a word that stands everywhere would else be read everywhere. */
export const MAX_RANKED = 1_000
/** Of one product, of its discussions, and in all. */
export const MAX_HITS = { ofProduct: 5, ofDiscussions: 3, inAll: 40 }
export const MAX_SUGGESTIONS = 8

/** Around what was found: signs that stand in no text, since they are taken out of all that is stored. */
export const HIGHLIGHT_MARKS = { from: '\u0002', to: '\u0003' }

/** A piece of a text; `isFound` where it is what was looked for. */
export type TextSegment = { text: string; isFound: boolean }

/** A text with `MARKS` around what was found, in pieces: they are shown as text, so nothing in them is ever markup. */
export function splitHighlights(text: string): TextSegment[] {
  return text.split(HIGHLIGHT_MARKS.from).flatMap((part, place) => {
    const [found = '', after = ''] = place === 0 ? ['', part] : part.split(HIGHLIGHT_MARKS.to)
    return [
      { text: found, isFound: true },
      { text: after, isFound: false },
    ].filter((piece) => piece.text !== '')
  })
}

/**
 * What `websearch_to_tsquery` is given: words and quotations, each with one minus at most. PostgreSQL fails on some thirty signs of operators in a row.
 */
export function toWebSearchQuery(words: string): string {
  const terms = [...words.matchAll(/(-*)(?:"([^"]*)"?|([^\s"]+))/g)].flatMap(([, minus, quoted, word = '']) => {
    const text = (quoted ?? word).replaceAll(/-{2,}/g, ' ').replace(/^[^\p{L}\p{N}]+/u, '')
    if (text === '') return []
    return `${minus === '' ? '' : '-'}${quoted === undefined ? text : `"${text}"`}`
  })
  return terms.join(' ')
}

const INSIDE = (signs: string) => new RegExp(`(?<=[\\p{L}\\p{M}\\p{N}])[${signs}](?=[\\p{L}\\p{M}\\p{N}])`, 'gu')
const HYPHEN_INSIDE = INSIDE(`-${HYPHENS}`)
const APOSTROPHE_INSIDE = INSIDE(APOSTROPHES)

/**
 * The same search in the ways in which its words may be written: PostgreSQL takes `Smith-Jones` for one word with two parts and `Smith‑Jones` for two words,
 * and takes the apostrophe that is a letter (ʼ) for a part of its word.
 */
export function getSpellings(words: string): string[] {
  const plain = words.normalize('NFC').replaceAll(HYPHEN_INSIDE, '-').replaceAll(APOSTROPHE_INSIDE, "'")
  // Inside a quotation the parts follow each other in any case.
  const apart = plain.replaceAll(/"[^"]*"?|[^\s"]+/g, (term) => {
    const parts = term.replaceAll(HYPHEN_INSIDE, ' ')
    return parts === term || term.startsWith('"') ? parts : parts.replace(/^(-?)(.*)$/s, '$1"$2"')
  })
  const joined = ['\u02BC', '\u02BB'].map((letter) => plain.replaceAll(APOSTROPHE_INSIDE, letter))
  return [...new Set([plain, apart, ...joined])]
}

/** What somebody typed, without signs that nobody types. */
export function normalizeQuery(words: string): string {
  return words.replaceAll(/\p{C}+/gu, ' ').trim()
}
