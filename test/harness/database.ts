import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { copyDatabase } from './database-server.ts'

let own: Promise<string> | undefined

/** The connection string of this worker's own database: made once, shared by all its test files. */
export function testDatabase(): Promise<string> {
  own ??= copyTemplate()
  return own
}

/** A further database, for a test that needs one to itself. */
export function copyTemplate(): Promise<string> {
  return newDatabase(inject('templateDatabase'))
}

/** For an academy that begins with the demo loaded: `seeded-academy.ts`. */
export function copySeeded(): Promise<string> {
  return newDatabase(inject('seededAcademy').database)
}

/** A database without any table. */
export function emptyDatabase(): Promise<string> {
  return newDatabase('template0')
}

function newDatabase(from: string): Promise<string> {
  return copyDatabase(inject('databaseServer'), from, `${inject('templateDatabase')}_${randomBytes(4).toString('hex')}`)
}

const truncations = new WeakMap<pg.Pool, string>()

/** Empties what the tests wrote, and the jobs they left. Only tables that hold rows are touched: truncating all of them takes ten times longer. */
export async function emptyTables(pool: pg.Pool): Promise<void> {
  const statement = truncations.get(pool) ?? (await truncationOf(pool))
  truncations.set(pool, statement)
  await pool.query(statement)
}

async function truncationOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`,
  )
  const names = rows.map(({ name }) => `'${name}'`).join(', ')
  return `do $$
    declare
      name text;
      filled text[] := '{}';
      has_rows boolean;
    begin
      foreach name in array array[${names}]::text[] loop
        execute format('select exists (select from public.%s)', name) into has_rows;
        if has_rows then filled := filled || ('public.' || name); end if;
      end loop;
      if filled <> '{}' then
        if 'public.audit_events' = any (filled) then alter table audit_events disable trigger user; end if;
        execute 'truncate ' || array_to_string(filled, ', ') || ' restart identity cascade';
        if 'public.audit_events' = any (filled) then alter table audit_events enable trigger user; end if;
      end if;
      if to_regclass('pgboss.job') is not null then delete from pgboss.job; end if;
    end $$`
}
