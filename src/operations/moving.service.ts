import type { Deps } from '#platform/deps.ts'
import { fewAtOnce } from '#platform/files/few-at-once.ts'
import { digestOf, type Files, type StoredFile } from '#platform/files/files.ts'
import { knownFiles } from './known-files.queries.ts'

export type Progress = { files: number; bytes: number; ofFiles: number; ofBytes: number }

type Move = { from: Files; to: Files; tell: (progress: Progress) => void }

/** How many files are in the new place, and what the academy names that was found in neither. */
export type Moved = { files: number; bytes: number; missing: StoredFile[] }

/**
 * Copies every file and reads each back from where it went. What is there and whole is not copied again, so an interrupted
 * move goes on where it was. The old place is left as it is; the academy may run, since stored content never changes.
 */
export async function moveFiles({ db }: Pick<Deps, 'db'>, { from, to, tell }: Move): Promise<Moved> {
  const done = new Map<string, number>()
  let bytes = 0
  // What is imported meanwhile is found by a further look.
  for (let left = await remaining(from, done); left.length > 0; left = await remaining(from, done)) {
    const ofFiles = done.size + left.length
    const ofBytes = bytes + total(left)
    await fewAtOnce(left, async (file) => {
      await moveOne(file, from, to)
      done.set(file.sha256, file.bytes)
      bytes += file.bytes
      tell({ files: done.size, bytes, ofFiles, ofBytes })
    })
  }
  const missing: StoredFile[] = []
  for (const file of await knownFiles(db))
    if (!done.has(file.sha256) && (await to.size(file.sha256)) !== file.bytes) missing.push(file)
  return { files: done.size, bytes, missing }
}

async function remaining(from: Files, done: ReadonlyMap<string, number>): Promise<StoredFile[]> {
  const left: StoredFile[] = []
  for await (const file of from.list()) if (!done.has(file.sha256)) left.push(file)
  return left
}

async function moveOne(file: StoredFile, from: Files, to: Files): Promise<void> {
  if (await isWhole(file, to)) return
  // Half of a file may lie there under its name, in a storage that keeps what a broken connection left.
  await to.remove(file.sha256)
  await to.keep(file, async () => {
    const found = await from.read(file.sha256)
    if (!found) throw new Error(`The file ${file.sha256} went away while it was copied.`)
    return found.content
  })
  if (!(await isWhole(file, to))) throw new Error(`The file ${file.sha256} was stored, but other content came back.`)
}

export async function isWhole({ sha256, bytes }: StoredFile, files: Files): Promise<boolean> {
  if ((await files.size(sha256)) !== bytes) return false
  const found = await files.read(sha256)
  return found !== undefined && (await digestOf(found.content)).sha256 === sha256
}

function total(files: StoredFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
