import type { Reader } from '#features/community/discussions/readers.public.ts'
import { enforceAddressRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { findSimilarTitles, findPassages, type PassageRow } from './search.queries.ts'
import { normalizeQuery, splitHighlights, MAX_RANKED, SEARCH_LIMIT, SUGGESTION_LIMIT } from './search.rules.ts'

/** `reader` is undefined for a visitor. */
type SearchRequest = { reader: Reader | undefined; words: string; ip: string }

type SearchDeps = Pick<Deps, 'db' | 'config' | 'now'>

export async function searchPassages(deps: SearchDeps, { reader, words: typed, ip }: SearchRequest) {
  if (reader === undefined) await enforceAddressRateLimit(deps, deps.db, SEARCH_LIMIT, ip)
  const words = normalizeQuery(typed)
  const rows = words === '' ? [] : await findPassages(deps.db, { reader, words })
  const total = rows[0]?.total ?? 0
  return {
    count: total,
    isMore: total >= MAX_RANKED,
    products: [...Map.groupBy(rows, ({ slug }) => slug).values()].map(toProductHits),
  }
}

function toProductHits(rows: readonly PassageRow[]) {
  const [first] = rows
  if (!first) throw new Error('a group has members')
  const { slug, productKind: kind, productTitle: title, isOwn, count } = first
  return { slug, kind, title, isOwn, count, hits: rows.map((row) => ({ ...row, body: splitHighlights(row.body) })) }
}

export async function getSuggestions(deps: SearchDeps, { reader, words: typed, ip }: SearchRequest) {
  if (reader === undefined) await enforceAddressRateLimit(deps, deps.db, SUGGESTION_LIMIT, ip)
  const words = normalizeQuery(typed)
  return words === '' ? [] : findSimilarTitles(deps.db, { reader, words })
}
