import { randomUUID } from 'node:crypto'
import { access, chown, constants, link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '#shared/app-error.ts'
import { getFreeDiskBytes, hasFreeSpace, MIN_FREE_BYTES } from '../disk-space.ts'
import { readChunks, type Files, toStorageKey, verifyChunks, createPut, type StoredFile } from './files.ts'
import { undefinedIfMissing } from './undefined-if-missing.ts'

const DRAFT = 'incoming-'
const CHUNK_BYTES = 256 * 1024
const NO_LINKS = new Set(['EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'])

/** Stores files in a folder on this machine, or on a disk that several machines share. */
export function createFolderFiles(folder: string): Files {
  function pathOf(sha256: string): string | undefined {
    const key = toStorageKey(sha256)
    return key && path.join(folder, key)
  }

  async function size(sha256: string): Promise<number | undefined> {
    const place = pathOf(sha256)
    return place === undefined ? undefined : (await undefinedIfMissing(stat(place)))?.size
  }

  async function keep(file: StoredFile, source: Parameters<Files['keep']>[1]): Promise<void> {
    const place = pathOf(file.sha256)
    if (place === undefined) throw new Error(`Not a SHA-256: ${file.sha256}`)
    const theirs = await makeFolder(folder)
    if (!(await hasFreeSpace(folder)))
      throw new AppError(
        'unavailable',
        `Less than ${MIN_FREE_BYTES / 1e6} MB is free in ${folder}. Please free up space.`,
      )
    await shelve(file, theirs, async (draft) => write(draft, verifyChunks(file, await source())))
  }

  /** Creates a temporary file with `make` next to the destination, then moves it there. */
  async function shelve(
    { sha256 }: StoredFile,
    theirs: (place: string) => Promise<void>,
    make: (draft: string) => Promise<void>,
  ): Promise<void> {
    const place = path.join(folder, toStorageKey(sha256) ?? '')
    const draft = path.join(folder, `${DRAFT}${randomUUID()}`)
    try {
      await make(draft)
      await theirs(draft)
      const shelf = path.dirname(place)
      if (await mkdir(shelf, { recursive: true })) await theirs(shelf)
      await rename(draft, place)
      // Without these calls, a power failure could lose the file names even though the contents are safe.
      await syncFolder(path.dirname(place))
      await syncFolder(folder)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }

  async function take(file: StoredFile, from: string): Promise<void> {
    const theirs = await makeFolder(folder)
    try {
      await shelve(file, theirs, async (draft) => {
        await link(from, draft)
        await syncFile(draft)
      })
    } catch (error) {
      // The file is on another disk, or the disk doesn't support hard links.
      if (!(error instanceof Error && 'code' in error && NO_LINKS.has(String(error.code)))) throw error
      await keep(file, () => Promise.resolve(readChunks(from)))
    }
  }

  return {
    put: (source) => createPut({ size, keep }, source),
    keep,
    take,
    size,
    async read(sha256) {
      const place = pathOf(sha256)
      const handle = place && (await undefinedIfMissing(open(place)))
      if (!handle) return undefined
      try {
        const { size: bytes } = await handle.stat()
        return { bytes, content: handle.createReadStream({ highWaterMark: CHUNK_BYTES }) }
      } catch (error) {
        await handle.close()
        throw error
      }
    },
    async *list() {
      const shelves = await undefinedIfMissing(opendir(folder))
      if (!shelves) return
      for await (const shelf of shelves) {
        if (!shelf.isDirectory()) continue
        for await (const { name } of await opendir(path.join(folder, shelf.name))) {
          const bytes = toStorageKey(name) === `${shelf.name}/${name}` ? await size(name) : undefined
          if (bytes !== undefined) yield { sha256: name, bytes }
        }
      }
    },
    async remove(sha256) {
      const place = pathOf(sha256)
      if (place !== undefined) await rm(place, { force: true })
    },
    async check() {
      await makeFolder(folder)
      await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    },
    async free() {
      for (let place = path.resolve(folder); ; place = path.dirname(place)) {
        const free = await undefinedIfMissing(getFreeDiskBytes(place))
        if (free !== undefined || place === path.dirname(place)) return free
      }
    },
    delivery: { from: 'disk', path: pathOf },
  }
}

/**
 * Creates the folder if needed. Returns a function that gives a file to the owner of the folder, because the academy
 * must be able to read what root writes, such as in an import with sudo. A new folder gets the owner of its parent.
 */
async function makeFolder(folder: string): Promise<(place: string) => Promise<void>> {
  const made = await mkdir(folder, { recursive: true })
  const { uid, gid } = await stat(made === undefined ? folder : path.dirname(made))
  if (process.getuid?.() !== 0 || uid === 0) return async () => {}
  const theirs = (place: string) => chown(place, uid, gid)
  for (let place = folder; made !== undefined && place.length >= made.length; place = path.dirname(place))
    await theirs(place)
  return theirs
}

async function write(target: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(target, 'wx', 0o600)
  try {
    for await (const chunk of chunks) await file.writeFile(chunk)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFile(place: string): Promise<void> {
  const file = await open(place, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
