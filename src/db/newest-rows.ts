import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

type NewestRowsQuery = {
  table: PgTable
  /** What an index of the table has, behind which comes the id: both fall. */
  at: SQL
  conditions: readonly (SQL | undefined)[]
  /** A condition for a row to be behind the last one of the page before. */
  behind: SQL | undefined
  limit: number
}

/** As many as are looked through in a few milliseconds. */
const NEAR = 3_000

/**
 * The ids of the newest rows that fit. One statement may walk through the newest until enough fit, or gather all that fit and sort them:
 * which is quicker the planner can't know of words that seldom stand together, and the wrong one takes a hundred times as long. So a
 * bounded walk comes first, and all are gathered only where it finds too few.
 */
export function buildNewestRowsQuery({ table, at, conditions, behind, limit }: NewestRowsQuery): SQL {
  const id = sql`${table}.id`
  const order = sql`order by at desc, id desc limit ${limit}`
  const all = (...wanted: (SQL | undefined)[]) =>
    sql.join(
      wanted.filter((condition) => condition !== undefined),
      sql` and `,
    )
  return sql`
    with near as materialized (
      select ${id}, ${at} as at from (
        select * from ${table} where ${behind ?? sql`true`} order by ${at} desc, ${id} desc limit ${NEAR}
      ) ${table} where ${all(...conditions)} ${order}
    ), far as materialized (
      select ${id}, ${at} as at from ${table}
      where (select count(*) from near) < ${limit} and ${all(...conditions, behind)}
    )
    select id from near where (select count(*) from near) >= ${limit}
    union all
    (select id from far ${order})`
}
