import { type SQL, sql } from 'drizzle-orm'

/** The sort order of a list by time. */
export type Sort = 'newest' | 'oldest'

/** How a list goes along its index by time and id: its order, and the comparison with the last row of the page before. */
export function sortBy(sort: Sort = 'newest'): { order: SQL; past: SQL } {
  return sort === 'newest'
    ? { order: sql.raw('desc'), past: sql.raw('<') }
    : { order: sql.raw('asc'), past: sql.raw('>') }
}
