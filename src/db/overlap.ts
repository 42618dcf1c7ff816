import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Executor } from './open-database.ts'

const Snapshot = z.object({
  tables: z.record(
    z.string(),
    z.object({
      name: z.string(),
      columns: z.record(z.string(), z.object({ name: z.string(), type: z.string(), notNull: z.boolean() })),
    }),
  ),
})

type ColumnInfo = { table: string; column: string; type: string; mustBeGiven: boolean; isNullable: boolean }

/**
 * Lists why this version can't use a database that a newer version migrated, as sentences without a period. The list is
 * empty if it can. This version needs the tables and columns in `snapshotFile` with their types. It must also be able
 * to insert rows without setting columns that were added later.
 */
export async function findIncompatibilities(db: Executor, snapshotFile: string): Promise<string[]> {
  const { tables } = Snapshot.parse(JSON.parse(await readFile(snapshotFile, 'utf8')))
  const found = await readColumns(db)
  return Object.values(tables).flatMap(({ name: table, columns }) => {
    const there = found.filter((column) => column.table === table)
    if (there.length === 0) return [`the table ${table} is gone`]
    const ours = Object.values(columns)
    const changed = ours.flatMap(({ name, type, notNull }) => {
      const column = there.find((each) => each.column === name)
      if (column === undefined) return [`${table}.${name} is gone`]
      if (column.type !== type) return [`${table}.${name} is no longer ${type} but ${column.type}`]
      if (notNull && column.isNullable) return [`${table}.${name} can now be null`]
      return !notNull && column.mustBeGiven ? [`${table}.${name} is now required`] : []
    })
    const demanded = there.filter(({ column, mustBeGiven }) => mustBeGiven && !ours.some(({ name }) => name === column))
    return [...changed, ...demanded.map(({ column }) => `${table}.${column} is new and required`)]
  })
}

async function readColumns(db: Executor): Promise<ColumnInfo[]> {
  const { rows } = await db.execute<ColumnInfo>(sql`
    select relname as "table", attname as "column", format_type(atttypid, atttypmod) as type, not attnotnull as "isNullable",
      attnotnull and not atthasdef and attidentity = '' as "mustBeGiven"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped`)
  return rows
}
