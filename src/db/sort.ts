import { type SQL, sql } from 'drizzle-orm'

/** The sort order of a list by time. */
export type Sort = 'newest' | 'oldest'

/**
 * Keyset pagination by time and ID: the sort order, and the operator that selects rows after the previous page's last
 * row.
 */
export function sortBy(sort: Sort = 'newest'): { order: SQL; past: SQL } {
  return sort === 'newest'
    ? { order: sql.raw('desc'), past: sql.raw('<') }
    : { order: sql.raw('asc'), past: sql.raw('>') }
}
