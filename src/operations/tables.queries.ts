import { DrizzleQueryError, sql } from 'drizzle-orm'
import type { Executor } from '#db/open-database.ts'
import { hasJobs } from '#db/stored-jobs.ts'

const ROWS_PER_BATCH = 1_000

export async function listTables(db: Executor): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  return rows.map(({ name }) => name)
}

export async function listTablesWithRows(db: Executor): Promise<string[]> {
  const filled: string[] = []
  for (const name of await listTables(db)) {
    const { rows } = await db.execute<{ filled: boolean }>(
      sql`select exists (select from public.${sql.identifier(name)}) as filled`,
    )
    if (rows[0]?.filled) filled.push(name)
  }
  return filled
}

export async function countOtherConnections(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name like 'academy-%'`,
  )
  return rows[0]?.count ?? 0
}

export async function countWaitingJobs(db: Executor): Promise<number> {
  if (!(await hasJobs(db))) return 0
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'`,
  )
  return rows[0]?.count ?? 0
}

/**
 * Every row of a table as JSON, with at most a thousand rows in memory. Use only inside a transaction. Omits columns
 * for text search, which the database recreates, possibly differently in another version.
 */
export async function* readTableRows(tx: Executor, table: string): AsyncGenerator<string[]> {
  // PostgreSQL writes times with the session's UTC offset.
  await tx.execute(sql`set local timezone = 'UTC'`)
  const name = sql`public.${sql.identifier(table)}`
  const { rows: attributes } = await tx.execute<{ column: string }>(
    sql`select attname as column from pg_attribute
      where attrelid = ${`public."${table}"`}::regclass and attnum > 0 and not attisdropped and atttypid <> 'tsvector'::regtype order by attnum`,
  )
  const columns = attributes.map(({ column }) => sql.identifier(column))
  await tx.execute(
    sql`declare lines no scroll cursor for select row_to_json(t)::text as line from (select ${sql.join(columns, sql`, `)} from only ${name}) t`,
  )
  for (;;) {
    const { rows } = await tx.execute<{ line: string }>(
      sql`fetch forward ${sql.raw(String(ROWS_PER_BATCH))} from lines`,
    )
    if (rows.length === 0) break
    yield rows.map(({ line }) => line)
  }
  await tx.execute(sql`close lines`)
}

/** Inserts rows given as JSON, as many as one statement may contain. Generated columns are recreated. */
export async function insertRows(tx: Executor, table: string, lines: string[]): Promise<void> {
  const name = sql`public.${sql.identifier(table)}`
  const { rows: given } = await tx.execute<{ column: string }>(
    sql`select attname as column from pg_attribute
      where attrelid = ${`public."${table}"`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
  )
  const columns = sql.join(
    given.map(({ column }) => sql.identifier(column)),
    sql`, `,
  )
  const rows = `[${lines.join(',')}]`
  await tx.execute(
    sql`insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${rows}::json)`,
  )
}

export async function truncateTables(tx: Executor, tables: string[]): Promise<void> {
  const names = tables.map((table) => sql`public.${sql.identifier(table)}`)
  await tx.execute(sql`truncate ${sql.join(names, sql`, `)}`)
}

/** The database's own message for a failed statement; undefined for other errors. */
export function databaseErrorMessage(error: unknown): string | undefined {
  return error instanceof DrizzleQueryError ? error.cause?.message : undefined
}

export type ForeignKey = { table: string; name: string; definition: string }

/**
 * Drops foreign keys, because rows are restored table by table and may reference rows that come later. Disables
 * triggers, because they already ran when the rows were first written.
 */
export async function suspendConstraints(tx: Executor, tables: string[]): Promise<ForeignKey[]> {
  const { rows } = await tx.execute<ForeignKey>(
    sql`select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { table, name } of rows) await tx.execute(sql.raw(`alter table ${table} drop constraint ${name}`))
  for (const table of tables) await tx.execute(sql`alter table public.${sql.identifier(table)} disable trigger user`)
  return rows
}

export async function resumeConstraints(tx: Executor, tables: string[], foreignKeys: ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of foreignKeys)
    await tx.execute(sql.raw(`alter table ${table} add constraint ${name} ${definition}`))
  for (const table of tables) await tx.execute(sql`alter table public.${sql.identifier(table)} enable trigger user`)
}

export type SequenceValues = Record<string, string>

export async function readSequences(tx: Executor): Promise<SequenceValues> {
  const { rows } = await tx.execute<{ name: string; value: string }>(
    sql`select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export async function setSequences(tx: Executor, counters: SequenceValues): Promise<void> {
  for (const [name, value] of Object.entries(counters))
    await tx.execute(sql`select setval(format('public.%I', ${name}::text)::regclass, ${value}::bigint)`)
}
