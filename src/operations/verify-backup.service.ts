import { mkdir, mkdtemp, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { startEmbeddedServer } from '#db/embedded-server.ts'
import { removeCluster } from '#db/embedded-location.ts'
import type { Actor } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Config } from '#platform/config.ts'
import { type Files, verifyChunks } from '#platform/files/files.ts'
import { AppError } from '#shared/app-error.ts'
import { readArchive } from './archive.service.ts'
import { ENTRY_NAMES, BackupHeader } from './backup-format.rules.ts'
import type { Progress } from './move-files.service.ts'
import { readBackupHeader, type RestoreSummary, restoreBackup } from './restore.service.ts'

const TRIAL_PREFIX = 'trial-'
const STALE_AFTER_MS = 24 * 60 * 60_000

type VerificationOptions = {
  file: string
  config: Pick<Config, 'appSecret' | 'dataDir'>
  by: Actor
  onProgress: (progress: Progress) => void
}

/**
 * `madeAt` is undefined if the start of the file can't be read; `problem` says, as a sentence, why the backup can't be
 * restored.
 */
export type VerificationResult = { madeAt: Date | undefined } & ({ restored: RestoreSummary } | { problem: string })

/**
 * Restores a backup into a temporary embedded database in the data folder, compares everything as a restore does, and
 * removes the database. Compares the digests of files without writing them. Rejects if the test itself could not run.
 */
export async function verifyBackup(trial: VerificationOptions): Promise<VerificationResult> {
  const madeAt = await readMadeAt(trial.file)
  try {
    await readBackupHeader(trial.file)
    return { madeAt, restored: await restoreToTemporary(trial) }
  } catch (error) {
    return { madeAt, problem: describeProblem(error) }
  }
}

async function restoreToTemporary({ file, config, by, onProgress }: VerificationOptions): Promise<RestoreSummary> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await removeStaleTrials(config.dataDir)
  const folder = await mkdtemp(path.join(config.dataDir, TRIAL_PREFIX))
  try {
    const server = await startEmbeddedServer(folder)
    try {
      const { connectionString } = server
      return await restoreBackup({ file, connectionString, files: createDiscardingFiles(), onProgress, by, config })
    } finally {
      await server.stop()
    }
  } finally {
    await removeCluster(folder)
  }
}

/** Removes the leftovers of test restores that were killed more than a day ago. */
async function removeStaleTrials(dataDir: string): Promise<void> {
  const folders = (await readdir(dataDir))
    .filter((name) => name.startsWith(TRIAL_PREFIX))
    .map((name) => path.join(dataDir, name))
  for (const folder of folders)
    if (Date.now() - (await stat(folder)).mtimeMs > STALE_AFTER_MS) await removeCluster(folder)
}

async function readMadeAt(file: string): Promise<Date | undefined> {
  try {
    for await (const { name, read } of readArchive(file)) {
      const head = name === ENTRY_NAMES.head ? BackupHeader.safeParse(await json(read())) : undefined
      return head?.success ? new Date(head.data.madeAt) : undefined
    }
  } catch (error) {
    if (!(error instanceof AppError || error instanceof SyntaxError)) throw error
  }
  return undefined
}

/** Disk, permission, and connection errors are not the backup's fault, so they are rethrown. */
function describeProblem(error: unknown): string {
  const isOfBackup =
    error instanceof AppError || (error instanceof Error && error.constructor === Error && !('code' in error))
  if (!isOfBackup) throw error
  return error.message
}

/** A file store that accepts complete content and remembers only its length. */
function createDiscardingFiles(): Files {
  const read = new Map<string, number>()
  const never = () => Promise.reject(new TypeError('A test restore stores no files'))
  return {
    put: never,
    async keep(file, source) {
      let bytes = 0
      for await (const chunk of verifyChunks(file, await source())) bytes += chunk.byteLength
      read.set(file.sha256, bytes)
    },
    take: never,
    size: (sha256) => Promise.resolve(read.get(sha256)),
    read: never,
    async *list() {},
    remove: never,
    check: () => Promise.resolve(),
    free: () => Promise.resolve(undefined),
    delivery: { from: 'disk', path: () => undefined },
  }
}
