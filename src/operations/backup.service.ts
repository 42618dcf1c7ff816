import { existsSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { appliedMigrations } from '#db/migrate.ts'
import type { Executor } from '#db/open-database.ts'
import type { Deps } from '#platform/deps.ts'
import { toStorageKey } from '#platform/files/files.ts'
import { AppError } from '#shared/app-error.ts'
import { type ArchiveWriter, writeArchive } from './archive.service.ts'
import { ENTRY_NAMES, EXCLUDED_TABLES, MAX_ROW_BYTES, type BackupChecksums } from './backup-format.rules.ts'
import type { Progress } from './move-files.service.ts'
import { listKnownFiles } from './known-files.queries.ts'
import { createChecksum } from './table-checksum.service.ts'
import { readTableRows, readSequences, listTables, countWaitingJobs } from './tables.queries.ts'

const MAX_PART_CHARACTERS = 4_000_000

export type BackupSummary = {
  /** The point in time of the backup's contents, which identifies it. */
  madeAt: Date
  tables: number
  rows: number
  files: number
  bytes: number
  /** Files that the academy refers to but does not have. */
  missing: string[]
  /** Jobs that had not run yet; they are not in the backup. */
  waiting: number
}

type BackupOptions = { file: string; onProgress: (progress: Progress) => void }

/**
 * Backs up everything as of one point in time while the academy runs: rows are read in one snapshot, and the stored
 * content that they reference never changes. Memory holds only one part of a table or one chunk of a file.
 */
export async function createBackup(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  { file, onProgress }: BackupOptions,
): Promise<BackupSummary> {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new AppError(
      'invalid',
      `${file} is a folder. Add a file name, or set how many backups to keep in it (--keep 14).`,
    )
  if (existsSync(file))
    throw new AppError(
      'invalid',
      `${file} already exists, and a backup never overwrites a file. Use another file name.`,
    )
  const result: BackupSummary = { madeAt: deps.now(), tables: 0, rows: 0, files: 0, bytes: 0, missing: [], waiting: 0 }
  await writeArchive(file, async (archive) => {
    const known = await deps.db.transaction(
      async (tx) => {
        result.madeAt = deps.now()
        const migrations = await appliedMigrations(tx)
        await archive.add(ENTRY_NAMES.head, toJsonBuffer({ form: 1, madeAt: result.madeAt.toISOString(), migrations }))
        const sums = await addTables(tx, archive)
        await archive.add(ENTRY_NAMES.sums, toJsonBuffer({ tables: sums, counters: await readSequences(tx) }))
        const tables = Object.values(sums)
        result.tables = tables.length
        result.rows = tables.reduce((total, { rows }) => total + rows, 0)
        result.waiting = await countWaitingJobs(tx)
        return listKnownFiles(tx)
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    const ofBytes = known.reduce((total, { bytes }) => total + bytes, 0)
    for (const { sha256 } of known) {
      const found = await deps.files.read(sha256)
      if (!found) {
        result.missing.push(sha256)
        continue
      }
      const name = `${ENTRY_NAMES.files}${toStorageKey(sha256)}`
      await archive.addStream({ name, bytes: found.bytes }, found.content)
      result.files += 1
      result.bytes += found.bytes
      onProgress({ files: result.files, bytes: result.bytes, ofFiles: known.length, ofBytes })
    }
    const { files, bytes, missing } = result
    await archive.add(ENTRY_NAMES.end, toJsonBuffer({ files, bytes, missing }))
  })
  return result
}

async function addTables(tx: Executor, archive: ArchiveWriter): Promise<BackupChecksums['tables']> {
  const sums: BackupChecksums['tables'] = {}
  for (const table of await listTables(tx)) {
    if (EXCLUDED_TABLES.includes(table)) continue
    const sum = createChecksum()
    let part: string[] = []
    let characters = 0
    let parts = 0
    const flush = async () => {
      if (part.length === 0) return
      parts += 1
      const name = `${ENTRY_NAMES.tables}${table}/${String(parts).padStart(6, '0')}.jsonl.gz`
      await archive.add(name, await promisify(gzip)(`${part.join('\n')}\n`))
      part = []
      characters = 0
    }
    for await (const lines of readTableRows(tx, table)) {
      sum.add(lines)
      for (const line of lines) {
        if (Buffer.byteLength(line) > MAX_ROW_BYTES) throw new Error(`A row of ${table} is too long for a backup.`)
        part.push(line)
        characters += line.length
        if (characters > MAX_PART_CHARACTERS) await flush()
      }
    }
    await flush()
    sums[table] = sum.value()
  }
  return sums
}

function toJsonBuffer(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`)
}
