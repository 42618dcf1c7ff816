import { open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#shared/app-error.ts'

const BACKUP_NAME = /^academy-\d{4}-\d{2}-\d{2}-\d{6}\.tar$/
const UNFINISHED_NAME = /^academy-\d{4}-\d{2}-\d{2}-\d{6}\.tar\.unfinished$/
const BLOCK_BYTES = 512
/** After this time, the process that was writing the file must be gone. */
const STALE_AFTER_MS = 24 * 60 * 60_000

/** The path for a backup made now, in UTC: `academy-2026-11-22-021500.tar`. Rejects a path that is not a folder. */
export async function backupPathFor(folder: string, now: Date): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory())
    throw new AppError(
      'invalid',
      `${folder} is not a folder. Create it first (mkdir -p ${folder}). With --keep, backups there are named automatically.`,
    )
  const [day = '', time = ''] = now.toISOString().split('T')
  return path.join(folder, `academy-${day}-${time.slice(0, 8).replaceAll(':', '')}.tar`)
}

/** Removes leftovers of backups that were killed more than a day ago, which take up disk space. */
export async function removeStaleUnfinished(folder: string, now: Date): Promise<string[]> {
  const drafts = (await readdir(folder)).filter((name) => UNFINISHED_NAME.test(name))
  const removed: string[] = []
  for (const name of drafts) {
    const file = path.join(folder, name)
    const { mtimeMs } = await stat(file)
    if (now.getTime() - mtimeMs < STALE_AFTER_MS) continue
    await rm(file)
    removed.push(name)
  }
  return removed
}

/**
 * Keeps the newest complete backups that this academy named, and removes older ones. Incomplete backups don't count,
 * and are left for inspection.
 */
export async function pruneBackups(folder: string, keep: number): Promise<{ removed: string[]; broken: string[] }> {
  const names = (await readdir(folder))
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted()
    .toReversed()
  const removed: string[] = []
  const broken: string[] = []
  let retained = 0
  for (const name of names) {
    const file = path.join(folder, name)
    if (!(await isComplete(file))) broken.push(name)
    else if (retained < keep) retained += 1
    else {
      await rm(file)
      removed.push(name)
    }
  }
  return { removed, broken }
}

/** A tar file ends with two empty blocks; a truncated copy does not. */
async function isComplete(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const end = Buffer.alloc(2 * BLOCK_BYTES)
    if (size % BLOCK_BYTES !== 0 || size <= end.length) return false
    await handle.read(end, 0, end.length, size - end.length)
    return end.every((byte) => byte === 0)
  } finally {
    await handle.close()
  }
}
