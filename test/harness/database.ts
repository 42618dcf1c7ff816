import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { copyDatabase } from './database-server.ts'

let own: Promise<string> | undefined

/** The connection string of this worker's database, created once and shared by all its test files. */
export function testDatabase(): Promise<string> {
  own ??= copyTemplate()
  return own
}

/** An additional database, for a test that needs its own. */
export function copyTemplate(): Promise<string> {
  return newDatabase(inject('templateDatabase'))
}

/** A copy of the database in which `seeded-academy.ts` has loaded the demo. */
export function copySeededDatabase(): Promise<string> {
  return newDatabase(inject('seededAcademy').database)
}

/** A database without tables. */
export function emptyDatabase(): Promise<string> {
  return newDatabase('template0')
}

function newDatabase(from: string): Promise<string> {
  return copyDatabase(inject('databaseServer'), from, `${inject('templateDatabase')}_${randomBytes(4).toString('hex')}`)
}

const GROWN_BYTES = 500_000
const truncations = new WeakMap<pg.Pool, string>()

/**
 * Deletes what the tests wrote, and their jobs. Rows are deleted one by one, because truncating recreates files for
 * each table and index, which takes ten times longer; only large tables are truncated.
 */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  const statement = truncations.get(pool) ?? (await emptyingOf(pool))
  truncations.set(pool, statement)
  await pool.query(statement)
}

async function emptyingOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select 'public.' || quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  return `do $$
    declare
      name text;
      grown text[] := '{}';
    begin
      -- Neither the log's guard nor the order of references stands in the way.
      set local session_replication_role = replica;
      foreach name in array array[${rows.map(({ name }) => `'${name}'`).join(', ')}] loop
        if pg_relation_size(name) > ${GROWN_BYTES} then grown := grown || name; end if;
        execute 'delete from ' || name;
      end loop;
      if grown <> '{}' then execute 'truncate ' || array_to_string(grown, ', ') || ' cascade'; end if;
      perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
        from pg_sequences where schemaname = 'public' and last_value is not null;
      if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if;
    end $$`
}
