import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { LOCK } from './locks.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')

/** Brings the schema up to date. Several processes may call it at once: an advisory lock lets one work. With `count`, only the first migrations. */
export async function migrateDatabase(connectionString: string, count?: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const early = count === undefined ? undefined : await firstMigrations(count)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK.migrating])
    await migrate(drizzle(client), { migrationsFolder: early ?? FOLDER })
  } finally {
    await client.end()
    if (early !== undefined) await rm(early, { recursive: true })
  }
}

/** The digest of each migration, as the database keeps it. */
export function knownMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder: FOLDER }).map(({ hash }) => hash)
}

/** The migrator takes a folder, and all that is in it. */
async function firstMigrations(count: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'academy-migrations-'))
  await cp(FOLDER, folder, { recursive: true })
  const file = path.join(folder, 'meta/_journal.json')
  const journal: { entries: unknown[] } = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, count) }))
  return folder
}
