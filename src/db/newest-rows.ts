import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Sort, sortBy } from './sort.ts'

type NewestRowsQuery = {
  /** A table, or the identifier of a common table expression that is not materialized. */
  table: PgTable | SQL
  /** The time to sort by. The table needs an index on this time and the ID, both descending. */
  at: SQL
  conditions: readonly (SQL | undefined)[]
  /** Selects the rows after the last row of the previous page. */
  behind: SQL | undefined
  /** If undefined, the newest rows come first. */
  sort: Sort | undefined
  limit: number
  /** Columns to return in addition to the ID. */
  columns?: readonly string[]
}

/** This many rows can be scanned in a few milliseconds. */
const NEAR = 3_000

/**
 * Returns a query for the IDs of the newest (or oldest) matching rows. A statement can either scan the newest rows
 * until enough of them match, or collect and sort all matches. The planner can't tell which is faster for words that
 * rarely occur together, and the wrong choice takes a hundred times as long. So this query scans a limited number of
 * rows first. It collects all matches only if that scan finds too few.
 */
export function buildNewestRowsQuery(query: NewestRowsQuery): SQL {
  const { table, at, conditions, behind, sort, limit, columns = [] } = query
  const id = sql`${table}.id`
  const more = sql.raw(columns.map((column) => `, ${column}`).join(''))
  const { order: direction } = sortBy(sort)
  const order = sql`order by at ${direction}, id ${direction} limit ${limit}`
  const all = (...wanted: (SQL | undefined)[]) =>
    sql.join(
      wanted.filter((condition) => condition !== undefined),
      sql` and `,
    )
  return sql`
    with near as materialized (
      select ${id}, ${at} as at${more} from (
        select * from ${table} where ${behind ?? sql`true`} order by ${at} ${direction}, ${id} ${direction} limit ${NEAR}
      ) ${table} where ${all(...conditions)} ${order}
    ), far as materialized (
      select ${id}, ${at} as at${more} from ${table}
      where (select count(*) from near) < ${limit} and ${all(...conditions, behind)}
    )
    select id${more} from near where (select count(*) from near) >= ${limit}
    union all
    (select id${more} from far ${order})`
}
