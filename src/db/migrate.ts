import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { z } from 'zod'
import { connectClient } from './pg-client.ts'
import { LOCKS } from './locks.ts'
import type { Executor } from './open-database.ts'
import { type OverlapMark, readOverlapMarks, findBlockingMigrations, writeMarks } from './overlap-marks.ts'
import { findIncompatibilities } from './overlap.ts'
import { loadTrigrams } from './trigrams.ts'
import { UnusableDatabase } from './unusable-database.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')
const Journal = z.looseObject({ entries: z.array(z.looseObject({ idx: z.int(), tag: z.string() })) })

type MigrateOptions = {
  /** Runs only this many migrations, counted from the first one. */
  count?: number | undefined
  /** Accepts a database that a newer version migrated if both versions can use it. */
  isOverlapping?: boolean
  folder?: string
  /** Also accepts a database whose restore is unfinished. */
  isRestoring?: boolean
}

/**
 * Migrates the schema to the current version. Several processes may call it at the same time, because an advisory lock
 * lets only one of them migrate. Throws UnusableDatabase, without changes, if the database has migrations that this
 * version doesn't know, or if it lacks a required extension.
 */
export async function migrateDatabase(
  connectionString: string,
  { count, isOverlapping = false, folder = FOLDER, isRestoring = false }: MigrateOptions = {},
): Promise<void> {
  const client = await connectClient({ connectionString })
  const early = count === undefined ? undefined : await firstMigrations(folder, count)
  try {
    await client.query('select pg_advisory_lock($1)', [LOCKS.migrating])
    const db = drizzle(client)
    if (!isRestoring) await refuseUnfinishedRestore(db)
    if (await hasNewerMigrations(db, folder)) {
      await refuseUnlessOverlapping(db, isOverlapping)
    } else {
      const migrations = readMigrationFiles({ migrationsFolder: early ?? folder })
      const missing = migrations.slice((await appliedMigrations(db)).length)
      if (missing.some((each) => each.sql.some((statement) => statement.includes('SET pg_trgm.'))))
        await loadTrigrams(client)
      if (missing.length > 0) await writeMarks(db, await readMarks(folder))
      await migrate(db, { migrationsFolder: early ?? folder })
    }
  } finally {
    await client.end()
    if (early !== undefined) await rm(early, { recursive: true })
  }
}

/**
 * Marks the database as being restored, in the transaction that restores the tables of an earlier version. No academy
 * opens this database until `endRestore` is called.
 */
export async function beginRestore(tx: Executor): Promise<void> {
  await tx.execute(sql`create table drizzle.unfinished_restore ()`)
}

export async function endRestore(tx: Executor): Promise<void> {
  await tx.execute(sql`drop table if exists drizzle.unfinished_restore`)
}

async function refuseUnfinishedRestore(db: Executor): Promise<void> {
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.unfinished_restore') is not null as found`,
  )
  if (rows[0]?.found)
    throw new UnusableDatabase(
      `A restore into this database was interrupted, so invoices could be numbered twice and emails sent twice.
Restore the backup again into an empty database: another DATABASE_URL, or an empty DATA_DIR.`,
    )
}

/**
 * Returns how many of our migrations a database lacks. Changes nothing. Throws UnusableDatabase like `migrateDatabase`.
 */
export async function missingMigrations(db: Executor): Promise<number> {
  if (await hasNewerMigrations(db)) await refuseUnlessOverlapping(db, false)
  return knownMigrations().length - (await appliedMigrations(db)).length
}

/**
 * Returns the migrations that a start would run, and whether an older version may run at the same time as each of them.
 * Throws UnusableDatabase like `migrateDatabase`.
 */
export async function migrationsToRun(
  db: Executor,
): Promise<{ applied: number; missing: { name: string; mayOverlap: boolean }[] }> {
  if (await hasNewerMigrations(db)) await refuseUnlessOverlapping(db, false)
  const [{ entries }, marks, applied] = [
    await readJournal(FOLDER),
    await readMarks(FOLDER),
    await appliedMigrations(db),
  ]
  const missing = entries.slice(applied.length).map(({ tag: name }) => {
    // Migrations that are older than these marks only added things.
    return { name, mayOverlap: marks.find((mark) => mark.name === name)?.mayOverlap ?? true }
  })
  return { applied: applied.length, missing }
}

/** Returns the text encoding of the database, such as UTF8. */
export async function getEncoding(db: Executor): Promise<string | undefined> {
  const { rows } = await db.execute<{ encoding: string }>(
    sql`select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
  )
  return rows[0]?.encoding
}

/** Returns the digest of each migration, as stored in the database. */
export function knownMigrations(folder = FOLDER): string[] {
  return readMigrationFiles({ migrationsFolder: folder }).map(({ hash }) => hash)
}

/** Returns the digests of the migrations that were applied to this database, in order. */
export async function appliedMigrations(db: Executor): Promise<string[]> {
  const { rows: found } = await db.execute<{ found: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  )
  if (!found[0]?.found) return []
  const { rows } = await db.execute<{ hash: string }>(
    sql`select hash from drizzle.__drizzle_migrations order by created_at`,
  )
  return rows.map(({ hash }) => hash)
}

/**
 * Whether the database has all our migrations and newer ones. Throws UnusableDatabase if one of its migrations differs
 * from ours.
 */
async function hasNewerMigrations(db: Executor, folder = FOLDER): Promise<boolean> {
  const [ours, theirs] = [knownMigrations(folder), await appliedMigrations(db)]
  const at = theirs.findIndex((hash, index) => index < ours.length && hash !== ours[index])
  if (at < 0) return theirs.length > ours.length
  const { entries } = await readJournal(folder)
  throw new UnusableDatabase(
    `This version of the academy can't use this database: its migration ${at + 1} differs from this version's, ${entries[at]?.tag}.
It was created by another branch, or that migration file was changed later. Start the version that created the
database, or use an empty database (another DATABASE_URL, or an empty DATA_DIR), into which you can restore a backup made by this version.`,
  )
}

async function refuseUnlessOverlapping(db: Executor, isOverlapping: boolean): Promise<void> {
  if (!isOverlapping) {
    throw new UnusableDatabase(
      `A newer version of the academy migrated this database. Start that version. To go back to this one, restore an earlier
backup into an empty database (docs/upgrading.md). Use --overlap only to run both versions at the same time.`,
    )
  }
  const { entries } = await readJournal(FOLDER)
  const last = String(entries.at(-1)?.idx).padStart(4, '0')
  // Only the author of a migration knows what it means. The database can only show that nothing was removed.
  const newer = (await appliedMigrations(db)).slice(entries.length)
  const obstacles = [
    ...(await findBlockingMigrations(db, newer)),
    ...(await findIncompatibilities(db, path.join(FOLDER, `meta/${last}_snapshot.json`))),
  ]
  if (obstacles.length === 0) return
  throw new UnusableDatabase(
    `A newer version of the academy changed the database, so the two versions can't run at the same time: ${obstacles.join('; ')}.
Stop this version and start the newer one.`,
  )
}

async function readMarks(folder: string): Promise<OverlapMark[]> {
  const { entries } = await readJournal(folder)
  const names = entries.map(({ tag }) => tag)
  return readOverlapMarks(folder, names, knownMigrations(folder))
}

/**
 * Copies the folder of migrations but lists only the first ones, because the migrator runs every migration in a folder.
 */
async function firstMigrations(folder: string, count: number): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'academy-migrations-'))
  await cp(folder, copy, { recursive: true })
  const journal = await readJournal(copy)
  const early = { ...journal, entries: journal.entries.slice(0, count) }
  await writeFile(path.join(copy, 'meta/_journal.json'), JSON.stringify(early))
  return copy
}

async function readJournal(folder: string): Promise<z.infer<typeof Journal>> {
  return Journal.parse(JSON.parse(await readFile(path.join(folder, 'meta/_journal.json'), 'utf8')))
}
