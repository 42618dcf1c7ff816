import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { appliedMigrations, beginRestore, endRestore, knownMigrations, migrateDatabase } from '#db/migrate.ts'
import { type Db, type Executor, openDatabase, type Transaction } from '#db/open-database.ts'
import { type Actor, recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { insertRestore } from '#features/commerce/payments/payments.public.ts'
import { stopPendingEmails } from './pending-emails.service.ts'
import { systemClock } from '#platform/clock.ts'
import { clearServiceConfirmations } from '#platform/services/stored-services.queries.ts'
import type { Files } from '#platform/files/files.ts'
import { AppError } from '#shared/app-error.ts'
import { type ArchiveEntry, truncatedArchiveError, readArchive } from './archive.service.ts'
import {
  BackupTrailer,
  BackupHeader,
  canFollow,
  type BackupPart,
  parsePartName,
  BackupChecksums,
} from './backup-format.rules.ts'
import { readLineBatches, InvalidLinesError } from './read-lines.service.ts'
import type { Progress } from './move-files.service.ts'
import { isKeyUnreadable } from '#features/credentials/open-badges/credentials.public.ts'
import { checkRetainedRecords, resetUnreadableTwoFactor, type SealedDataOptions } from './restored-secrets.service.ts'
import { listKnownFiles } from './known-files.queries.ts'
import { computeChecksum } from './table-checksum.service.ts'
import {
  truncateTables,
  insertRows,
  readTableRows,
  countOtherConnections,
  resumeConstraints,
  databaseErrorMessage,
  setSequences,
  suspendConstraints,
  listTables,
  listTablesWithRows,
} from './tables.queries.ts'

/** JSON other than rows needs only a few hundred bytes. Parsing it takes up to forty times as much memory. */
const MAX_JSON_BYTES = 1024 * 1024
/** The size, in JSON, of the digest of a missing file, including the comma. */
const MISSING_FILE_BYTES = 67

type RestoreOptions = SealedDataOptions & {
  file: string
  connectionString: string
  files: Files
  onProgress: (progress: Progress) => void
  by: Actor
}

export type RestoreSummary = {
  madeAt: string
  tables: number
  rows: number
  files: number
  bytes: number
  missing: string[]
  /** How many two-factor secrets were removed. */
  factorsTaken: number
  /** How many retained invoices this academy can't decrypt. */
  recordsSealed: number
  /** Whether the key that signs certificates was encrypted with another secret. */
  isKeyClosed: boolean
}

/**
 * Restores a backup into an empty database and, if the backup has files, an empty file store. Before committing
 * anything, reads back every table and compares its count and digest, and compares the digest of every file, so that a
 * damaged backup leaves the database empty. The restored audit log records the restore.
 */
export async function restoreBackup(given: RestoreOptions): Promise<RestoreSummary> {
  const { file, connectionString, files, onProgress, by } = given
  const head = await readBackupHeader(file)
  const database = openDatabase(connectionString, () => {}, 2)
  try {
    await assertEmpty(database.db, head.migrations)
    // Creates the tables in the backup's version; migrations upgrade them afterward.
    await migrateDatabase(connectionString, { count: head.migrations.length })
    const isOfToday = head.migrations.length === knownMigrations().length
    const finish = (tx: Transaction, factorsTaken: number) =>
      finishRestore(tx, { file, madeAt: head.madeAt, by, factorsTaken })
    const restored = await database.db
      .transaction(async (tx) => {
        const filled = await fillDatabase(tx, { file, files, onProgress })
        const recordsSealed = await checkRetainedRecords(tx, given)
        const factorsTaken = await resetUnreadableTwoFactor(tx, given)
        await (isOfToday ? finish(tx, factorsTaken) : beginRestore(tx))
        return { ...filled, factorsTaken, recordsSealed }
      })
      .catch(shortenDatabaseError)
    await migrateDatabase(connectionString, { isRestoring: true })
    // An earlier version may have had no log, so this runs after migrations.
    if (!isOfToday) await database.db.transaction((tx) => finish(tx, restored.factorsTaken))
    return { madeAt: head.madeAt, ...restored, isKeyClosed: await isKeyUnreadable(database.db, given.config) }
  } finally {
    await database.close()
  }
}

type RestoreRecord = Pick<RestoreOptions, 'file' | 'by'> & { madeAt: string; factorsTaken: number }

/** Runs after migrations: logs the restore, and ensures that nothing from before it is numbered or emailed twice. */
async function finishRestore(tx: Transaction, { file, madeAt, by, factorsTaken }: RestoreRecord): Promise<void> {
  const restoredAt = systemClock()
  await insertRestore(tx, { madeAt: new Date(madeAt), restoredAt })
  await clearServiceConfirmations(tx)
  await stopPendingEmails(tx, restoredAt)
  const after = { 'made at': madeAt, ...(factorsTaken > 0 && { 'two-factor setups removed': factorsTaken }) }
  await recordEvent(tx, { at: restoredAt, kind: 'academy.restored', by, subject: { id: path.basename(file) }, after })
  await endRestore(tx)
}

/** Omits the statement, which may contain megabytes of rows. */
function shortenDatabaseError(error: unknown): never {
  const said = databaseErrorMessage(error)
  if (said === undefined) throw error
  throw new AppError('invalid', `The database rejected the backup: ${said}. Fix the cause, or use another backup.`)
}

/** Checks the order of all parts before anything changes, without reading rows and files. Returns the header. */
export async function readBackupHeader(file: string): Promise<z.infer<typeof BackupHeader>> {
  let head: z.infer<typeof BackupHeader> | undefined
  const ours = knownMigrations()
  for await (const { part, entry } of readParts(file)) {
    if (part.kind !== 'head') continue
    head = await readJsonEntry(entry, BackupHeader)
    // Checked first, because a newer version may have other parts.
    if (head.migrations.some((hash, at) => hash !== ours[at]))
      throw new AppError('invalid', `${file} was made by a newer version of the academy. Update this one first.`)
  }
  if (!head) throw notABackupError(file)
  return head
}

/** The parts of a backup in order, each once, from header to trailer. */
async function* readParts(file: string): AsyncGenerator<{ part: BackupPart; entry: ArchiveEntry }> {
  let before: BackupPart | undefined
  const files = new Set<string>()
  for await (const entry of readArchive(file)) {
    const part = parsePartName(entry.name)
    if (!part || !canFollow(before, part) || (part.kind === 'file' && files.has(part.sha256)))
      throw unknownEntryError(file, entry)
    if (part.kind === 'file') files.add(part.sha256)
    before = part
    yield { part, entry }
  }
  if (before?.kind !== 'end') throw before ? truncatedArchiveError() : notABackupError(file)
}

function notABackupError(file: string): AppError {
  return new AppError('invalid', `${file} is not a backup of an academy. Use another file.`)
}

function unknownEntryError(file: string, { name }: ArchiveEntry): AppError {
  return new AppError(
    'invalid',
    `${file} is not a backup of an academy: it contains ${JSON.stringify(name)}. Use another file.`,
  )
}

async function assertEmpty(db: Db, migrations: string[]): Promise<void> {
  if ((await countOtherConnections(db)) > 0)
    throw new AppError('busy', 'An academy is running on this database. Stop it first.')
  const [filled] = await listTablesWithRows(db)
  if (filled !== undefined)
    throw new AppError(
      'invalid',
      `The database is not empty: there are rows in ${filled}. A restore never overwrites data. Use an empty database (another DATABASE_URL or DATA_DIR).`,
    )
  const applied = await appliedMigrations(db)
  if (applied.length > migrations.length)
    throw new AppError(
      'invalid',
      'The database was prepared for a newer version than the backup. Create a new database.',
    )
}

type FillOptions = Pick<RestoreOptions, 'file' | 'files' | 'onProgress'>

async function fillDatabase(
  tx: Executor,
  { file, files, onProgress }: FillOptions,
): Promise<Omit<RestoreSummary, 'madeAt' | 'factorsTaken' | 'recordsSealed' | 'isKeyClosed'>> {
  const tables = await listTables(tx)
  const foreignKeys = await suspendConstraints(tx, tables)
  await truncateTables(tx, tables)
  const counted = { tables: 0, rows: 0, files: 0, bytes: 0 }
  const filled = new Set<string>()
  let known = new Map<string, number>()
  let ofBytes = 0
  for await (const { part, entry } of readParts(file)) {
    if (part.kind === 'table') {
      if (!tables.includes(part.table)) throw unknownEntryError(file, entry)
      filled.add(part.table)
      await fillTable(tx, part.table, entry)
    }
    if (part.kind === 'sums') {
      await resumeConstraints(tx, tables, foreignKeys)
      Object.assign(
        counted,
        await compareTables(tx, { filled, sums: await readJsonEntry(entry, BackupChecksums), tables }),
      )
      known = new Map((await listKnownFiles(tx)).map(({ sha256, bytes }) => [sha256, bytes]))
      ofBytes = [...known.values()].reduce((total, bytes) => total + bytes, 0)
      await assertNoForeignFiles(files, known)
    }
    if (part.kind === 'file') {
      const { sha256 } = part
      if (known.get(sha256) !== entry.bytes) throw damagedEntryError(entry)
      await files.keep({ sha256, bytes: entry.bytes }, () => Promise.resolve(entry.read()))
      counted.files += 1
      counted.bytes += entry.bytes
      onProgress({ files: counted.files, bytes: counted.bytes, ofFiles: known.size, ofBytes })
    }
    if (part.kind === 'end') {
      const end = await readJsonEntry(entry, BackupTrailer, MAX_JSON_BYTES + known.size * MISSING_FILE_BYTES)
      if (end.files !== counted.files || end.bytes !== counted.bytes) throw damagedEntryError(entry)
      const missing = new Set(end.missing)
      for (const [sha256, bytes] of known)
        if (!missing.has(sha256) && (await files.size(sha256)) !== bytes)
          throw new Error(`The file ${sha256} is named by a table, but is not in the backup.`)
      return { ...counted, missing: end.missing }
    }
  }
  throw truncatedArchiveError()
}

/** Keeps only a few rows in memory, no matter how large the decompressed entry is. */
async function fillTable(tx: Executor, table: string, entry: ArchiveEntry): Promise<void> {
  await pipeline(entry.read(), createGunzip(), async (inflated: AsyncIterable<Buffer>) => {
    for await (const lines of readLineBatches(inflated)) await insertRows(tx, table, lines)
  }).catch((error: unknown) => {
    const isOfZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isOfZlib || error instanceof InvalidLinesError ? damagedEntryError(entry) : error
  })
}

function damagedEntryError({ name }: ArchiveEntry): AppError {
  return new AppError('invalid', `The backup is damaged: its ${name} is unreadable or wrong. Use another backup.`)
}

type FilledTables = { filled: ReadonlySet<string>; sums: BackupChecksums; tables: string[] }

async function compareTables(
  tx: Executor,
  { filled, sums, tables }: FilledTables,
): Promise<{ tables: number; rows: number }> {
  let total = 0
  const expected = Object.entries(sums.tables)
  for (const [table, { rows, sum }] of expected) {
    const found = tables.includes(table)
      ? await computeChecksum(readTableRows(tx, table))
      : { rows: 0, sum: 'no such table' }
    if (found.rows !== rows || found.sum !== sum)
      throw new AppError(
        'invalid',
        `The table ${table} was restored with ${found.rows} rows (${found.sum}), but ${rows} (${sum}) were backed up. Use another backup.`,
      )
    total += rows
  }
  for (const table of filled)
    if (!(table in sums.tables))
      throw new AppError('invalid', `The backup has rows of ${table} but no checksum for them. Use another backup.`)
  await setSequences(tx, sums.counters)
  return { tables: expected.length, rows: total }
}

/** Throws if there are files other than those of this backup, which an interrupted restore may have left. */
async function assertNoForeignFiles(files: Files, known: ReadonlyMap<string, number>): Promise<void> {
  const message =
    'The file storage is not empty. A restore never overwrites files. Use an empty folder or bucket (another FILES_URL or DATA_DIR).'
  for await (const { sha256 } of files.list()) if (!known.has(sha256)) throw new AppError('invalid', message)
}

async function readJsonEntry<T>(entry: ArchiveEntry, form: z.ZodType<T>, maxBytes = MAX_JSON_BYTES): Promise<T> {
  if (entry.bytes > maxBytes) throw damagedEntryError(entry)
  const content = await text(entry.read())
  const parsed = form.safeParse(tryParseJson(undefined, content))
  if (!parsed.success)
    throw new AppError(
      'invalid',
      `The backup's ${entry.name} can't be read. It might be damaged or from a newer version. Copy it again, or update the academy.`,
    )
  return parsed.data
}

function tryParseJson(otherwise: undefined, content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return otherwise
  }
}
