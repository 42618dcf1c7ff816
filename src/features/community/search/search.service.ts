import type { Reader } from '#features/community/discussions/readers.public.ts'
import { throttleAddress } from '#features/foundation/rate-limits/rate-limits.public.ts'
import type { Deps } from '#platform/deps.ts'
import { findNear, findPassages, type FoundRow } from './search.queries.ts'
import { asked, markedIn, MOST_RANKED, SEARCHES, SUGGESTIONS } from './search.rules.ts'

/** A visitor is no reader. */
type Asked = { reader: Reader | undefined; words: string; ip: string }

type SearchDeps = Pick<Deps, 'db' | 'config' | 'now'>

/** What fits the words, by product. */
export async function searchFor(deps: SearchDeps, { reader, words: typed, ip }: Asked) {
  if (reader === undefined) await throttleAddress(deps, deps.db, SEARCHES, ip)
  const words = asked(typed)
  const rows = words === '' ? [] : await findPassages(deps.db, { reader, words })
  const total = rows[0]?.total ?? 0
  return {
    count: total,
    isMore: total >= MOST_RANKED,
    products: [...Map.groupBy(rows, ({ slug }) => slug).values()].map(ofProduct),
  }
}

function ofProduct(rows: readonly FoundRow[]) {
  const [first] = rows
  if (!first) throw new Error('a group has members')
  const { slug, productKind: kind, productTitle: title, isOwn, count } = first
  return { slug, kind, title, isOwn, count, hits: rows.map((row) => ({ ...row, body: markedIn(row.body) })) }
}

/** Titles that begin so, or are spelled nearly so. */
export async function suggestionsFor(deps: SearchDeps, { reader, words: typed, ip }: Asked) {
  if (reader === undefined) await throttleAddress(deps, deps.db, SUGGESTIONS, ip)
  const words = asked(typed)
  return words === '' ? [] : findNear(deps.db, { reader, words })
}
