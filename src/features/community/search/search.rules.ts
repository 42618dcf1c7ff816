import type { RateLimit } from '#shared/rate-limit.ts'
import { APOSTROPHES, HYPHENS } from '#shared/normalize-punctuation.ts'

/** Limits searches by visitors, per network. Logged-in members are not limited. */
export const SEARCH_LIMIT: RateLimit = { what: 'searches', hits: 100, windowMs: 5 * 60_000 }
export const SUGGESTION_LIMIT: RateLimit = { what: 'search-suggestions', hits: 400, windowMs: 5 * 60_000 }

/** Limits how many rows are ranked, because a common word would otherwise read the whole table. */
export const MAX_RANKED = 1_000
/** The maximum number of hits per product, in a product's discussions, and overall. */
export const MAX_HITS = { ofProduct: 5, ofDiscussions: 3, inAll: 40 }
export const MAX_SUGGESTIONS = 8

/** Characters that mark hits; they are removed from all stored text. */
export const HIGHLIGHT_MARKS = { from: '\u0002', to: '\u0003' }

/** A segment of text; `isFound` marks a hit. */
export type TextSegment = { text: string; isFound: boolean }

/** Splits text with `HIGHLIGHT_MARKS` into segments, which are rendered as text and never as markup. */
export function splitHighlights(text: string): TextSegment[] {
  return text.split(HIGHLIGHT_MARKS.from).flatMap((part, place) => {
    const [found = '', after = ''] = place === 0 ? ['', part] : part.split(HIGHLIGHT_MARKS.to)
    return [
      { text: found, isFound: true },
      { text: after, isFound: false },
    ].filter((segment) => segment.text !== '')
  })
}

/**
 * The input for `websearch_to_tsquery`: words and phrases, each with at most one minus sign. PostgreSQL fails on about
 * thirty operators in a row.
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
 * The query in each possible spelling. PostgreSQL parses `Smith-Jones` as a compound word but `Smith‑Jones` as two
 * words, and treats the letter apostrophe (ʼ) as part of a word.
 */
export function getSpellings(words: string): string[] {
  const plain = words.normalize('NFC').replaceAll(HYPHEN_INSIDE, '-').replaceAll(APOSTROPHE_INSIDE, "'")
  // Within a phrase, the parts have to be adjacent anyway.
  const apart = plain.replaceAll(/"[^"]*"?|[^\s"]+/g, (term) => {
    const parts = term.replaceAll(HYPHEN_INSIDE, ' ')
    return parts === term || term.startsWith('"') ? parts : parts.replace(/^(-?)(.*)$/s, '$1"$2"')
  })
  const joined = ['\u02BC', '\u02BB'].map((char) => plain.replaceAll(APOSTROPHE_INSIDE, char))
  return [...new Set([plain, apart, ...joined])]
}

/** The maximum number of different words in a query that rank passages and are highlighted in hits. */
export const MAX_MARKED = 12

/** The query's words in each spelling, without phrases and excluded words. */
export function getIncludedWords(words: string): string {
  return getSpellings(words)
    .join(' ')
    .replaceAll(/(?<!\S)-+(?:"[^"]*"?|\S+)/g, ' ')
}

/** Removes characters that no one types in a query. */
export function normalizeQuery(words: string): string {
  return words.replaceAll(/\p{C}+/gu, ' ').trim()
}
