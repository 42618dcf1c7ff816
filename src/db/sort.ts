import { type SQL, sql } from 'drizzle-orm'

/** The order of a list that is sorted by time. */
export type Sort = 'newest' | 'oldest'

/**
 * Returns what a list with pages needs in order to sort by time and ID: the sort direction, and the operator that
 * selects the rows after the last row of the previous page.
 */
export function sortBy(sort: Sort = 'newest'): { order: SQL; past: SQL } {
  return sort === 'newest'
    ? { order: sql.raw('desc'), past: sql.raw('<') }
    : { order: sql.raw('asc'), past: sql.raw('>') }
}
