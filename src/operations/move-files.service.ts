import type { Deps } from '#platform/deps.ts'
import { forEachConcurrent } from '#platform/files/for-each-concurrent.ts'
import { computeDigest, type Files, type StoredFile } from '#platform/files/files.ts'
import { listKnownFiles } from './known-files.queries.ts'

export type Progress = { files: number; bytes: number; ofFiles: number; ofBytes: number }

type MoveOptions = { from: Files; to: Files; onProgress: (progress: Progress) => void }

/** How many files are in the new location, and which ones were missing from both. */
export type MoveSummary = { files: number; bytes: number; missing: StoredFile[] }

/**
 * Copies every file and verifies each copy. Skips complete copies, so an interrupted move can be resumed. The old
 * location stays unchanged, and the academy may keep running, because stored content never changes.
 */
export async function moveFiles({ db }: Pick<Deps, 'db'>, { from, to, onProgress }: MoveOptions): Promise<MoveSummary> {
  const done = new Map<string, number>()
  let bytes = 0
  // A second pass copies what was imported during the first.
  for (let left = await findMissingFiles(from, done); left.length > 0; left = await findMissingFiles(from, done)) {
    const ofFiles = done.size + left.length
    const ofBytes = bytes + sumBytes(left)
    await forEachConcurrent(left, async (file) => {
      await moveFile(file, from, to)
      done.set(file.sha256, file.bytes)
      bytes += file.bytes
      onProgress({ files: done.size, bytes, ofFiles, ofBytes })
    })
  }
  const missing: StoredFile[] = []
  for (const file of await listKnownFiles(db))
    if (!done.has(file.sha256) && (await to.size(file.sha256)) !== file.bytes) missing.push(file)
  return { files: done.size, bytes, missing }
}

async function findMissingFiles(from: Files, done: ReadonlyMap<string, number>): Promise<StoredFile[]> {
  const left: StoredFile[] = []
  for await (const file of from.list()) if (!done.has(file.sha256)) left.push(file)
  return left
}

async function moveFile(file: StoredFile, from: Files, to: Files): Promise<void> {
  if (await isStoredIntact(file, to)) return
  // Storage that keeps what arrived before a connection broke might have a partial file with the final name.
  await to.remove(file.sha256)
  await to.keep(file, async () => {
    const found = await from.read(file.sha256)
    if (!found) throw new Error(`The file ${file.sha256} went away while it was copied.`)
    return found.content
  })
  if (!(await isStoredIntact(file, to)))
    throw new Error(`The file ${file.sha256} was stored, but other content came back.`)
}

export async function isStoredIntact({ sha256, bytes }: StoredFile, files: Files): Promise<boolean> {
  if ((await files.size(sha256)) !== bytes) return false
  const found = await files.read(sha256)
  return found !== undefined && (await computeDigest(found.content)).sha256 === sha256
}

function sumBytes(files: StoredFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
