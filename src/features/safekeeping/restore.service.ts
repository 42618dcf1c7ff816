import { buffer, text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { z } from 'zod'
import { knownMigrations, migrateDatabase } from '#db/migrate.ts'
import { type Db, type Executor, openDatabase } from '#db/open.ts'
import { type Files, keyOf } from '#platform/files/files.ts'
import { AppError } from '#shared/app-error.ts'
import { type ArchiveEntry, readArchive } from './archive.service.ts'
import { End, ENTRY, Head, Sums } from './backup-form.rules.ts'
import type { Progress } from './moving.service.ts'
import { knownFiles } from './safekeeping.queries.ts'
import { sumOf } from './table-sum.service.ts'
import {
  appliedMigrations,
  emptyAll,
  insertLines,
  linesOf,
  otherAcademies,
  resumeGuards,
  setCounters,
  suspendGuards,
  tableNames,
  tablesWithRows,
} from './tables.queries.ts'

type Restore = { file: string; connectionString: string; files: Files; tell: (progress: Progress) => void }

export type Restored = { madeAt: string; tables: number; rows: number; files: number; bytes: number; missing: string[] }

/**
 * Brings a backup back, into an empty database and an empty place for files only. Every table is read again and compared
 * by count and digest, every file by its digest, before anything counts: a backup that is damaged leaves the database empty.
 */
export async function restore({ file, connectionString, files, tell }: Restore): Promise<Restored> {
  const head = await readHead(file)
  const database = openDatabase(connectionString, () => {}, 2)
  try {
    await refuseUnlessEmpty(database.db, head.migrations)
    // The tables as they were then; what is newer in the program is made of them afterwards.
    await migrateDatabase(connectionString, head.migrations.length)
    const restored = await database.db.transaction((tx) => fill(tx, { file, files, tell }))
    await migrateDatabase(connectionString)
    return { madeAt: head.madeAt, ...restored }
  } finally {
    await database.close()
  }
}

async function readHead(file: string): Promise<z.infer<typeof Head>> {
  for await (const entry of readArchive(file)) {
    if (entry.name !== ENTRY.head) break
    const head = await read(entry, Head)
    const ours = knownMigrations()
    if (head.migrations.some((hash, at) => hash !== ours[at]))
      throw new AppError('invalid', `${file} was made by a newer version of the academy: update this one first.`)
    return head
  }
  throw new AppError('invalid', `${file} is no backup of an academy.`)
}

async function refuseUnlessEmpty(db: Db, migrations: string[]): Promise<void> {
  if ((await otherAcademies(db)) > 0) throw new AppError('busy', 'An academy runs on this database: stop it first.')
  const [filled] = await tablesWithRows(db)
  if (filled !== undefined)
    throw new AppError('invalid', `The database is not empty: there are rows in ${filled}. A restore replaces nothing.`)
  const applied = await appliedMigrations(db)
  if (applied.length > migrations.length)
    throw new AppError(
      'invalid',
      'The database was prepared for a newer version than the backup: make a new one for it.',
    )
}

type Filling = Pick<Restore, 'file' | 'files' | 'tell'>

async function fill(tx: Executor, { file, files, tell }: Filling): Promise<Omit<Restored, 'madeAt'>> {
  const tables = await tableNames(tx)
  await emptyAll(tx, tables)
  const foreignKeys = await suspendGuards(tx, tables)
  const counted = { tables: 0, rows: 0, files: 0, bytes: 0 }
  let known = new Map<string, number>()
  for await (const entry of readArchive(file)) {
    if (entry.name.startsWith(ENTRY.tables)) await fillTable(tx, entry)
    if (entry.name === ENTRY.sums) {
      await resumeGuards(tx, tables, foreignKeys)
      Object.assign(counted, await compareTables(tx, await read(entry, Sums)))
      known = new Map((await knownFiles(tx)).map(({ sha256, bytes }) => [sha256, bytes]))
      await refuseForeignFiles(files, known)
    }
    if (entry.name.startsWith(ENTRY.files)) {
      await keepFile(entry, files)
      counted.files += 1
      counted.bytes += entry.bytes
      const ofBytes = [...known.values()].reduce((total, bytes) => total + bytes, 0)
      tell({ files: counted.files, bytes: counted.bytes, ofFiles: known.size, ofBytes })
    }
    if (entry.name === ENTRY.end) {
      const { missing } = await read(entry, End)
      for (const [sha256, bytes] of known)
        if (!missing.includes(sha256) && (await files.size(sha256)) !== bytes)
          throw new Error(`The file ${sha256} is named by a table, but is not in the backup.`)
      return { ...counted, missing }
    }
  }
  throw new Error('The backup is cut short: its end is missing.')
}

async function fillTable(tx: Executor, entry: ArchiveEntry): Promise<void> {
  const table = entry.name.split('/')[1] ?? ''
  const lines = (await promisify(gunzip)(await buffer(entry.read()))).toString().split('\n')
  await insertLines(tx, table, lines.slice(0, -1))
}

async function compareTables(tx: Executor, { tables, counters }: Sums): Promise<{ tables: number; rows: number }> {
  let total = 0
  for (const [table, { rows, sum }] of Object.entries(tables)) {
    const found = await sumOf(linesOf(tx, table))
    if (found.rows !== rows || found.sum !== sum)
      throw new Error(
        `The table ${table} came back with ${found.rows} rows (${found.sum}); ${rows} (${sum}) were backed up.`,
      )
    total += rows
  }
  await setCounters(tx, counters)
  return { tables: Object.keys(tables).length, rows: total }
}

/** Those of this backup may be there, from a restore that was interrupted. */
async function refuseForeignFiles(files: Files, known: ReadonlyMap<string, number>): Promise<void> {
  for await (const { sha256 } of files.list())
    if (!known.has(sha256))
      throw new AppError('invalid', 'The place of the files is not empty: a restore goes into an empty one.')
}

async function keepFile(entry: ArchiveEntry, files: Files): Promise<void> {
  const sha256 = entry.name.slice(entry.name.lastIndexOf('/') + 1)
  if (entry.name !== `${ENTRY.files}${keyOf(sha256)}`) throw new Error(`The backup has an unknown entry: ${entry.name}`)
  await files.keep({ sha256, bytes: entry.bytes }, () => Promise.resolve(entry.read()))
}

async function read<T>(entry: ArchiveEntry, form: z.ZodType<T>): Promise<T> {
  const parsed = form.safeParse(JSON.parse(await text(entry.read())))
  if (!parsed.success)
    throw new AppError('invalid', `The backup's ${entry.name} can't be read: is it of a newer version?`)
  return parsed.data
}
