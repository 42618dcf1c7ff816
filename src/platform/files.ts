import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** What was stored: the bytes are found again by their SHA-256. */
export type StoredFile = { sha256: string; bytes: number }

/** Where videos, documents and pictures lie. Content is kept once, whatever names it goes by. */
export type Files = {
  /** Stores a file (by its path) or bytes. It is on the disk for good when this resolves. */
  put(source: string | Uint8Array): Promise<StoredFile>
  has(sha256: string): Promise<boolean>
  /** Where a program on this machine reads the file; undefined for what is not a SHA-256. */
  path(sha256: string): string | undefined
}

const SHA256_PATTERN = /^[0-9a-f]{64}$/

export function folderFiles(folder: string): Files {
  function pathOf(sha256: string): string | undefined {
    return SHA256_PATTERN.test(sha256) ? path.join(folder, sha256.slice(0, 2), sha256) : undefined
  }

  async function has(sha256: string): Promise<boolean> {
    const found = pathOf(sha256)
    return found !== undefined && (await exists(found))
  }

  return {
    path: pathOf,
    has,
    async put(source) {
      // Reading twice is cheaper than writing once: what is imported again is mostly there already.
      const known = await digest(chunksOf(source))
      if (await has(known.sha256)) return known

      await mkdir(folder, { recursive: true })
      const draft = path.join(folder, `incoming-${randomUUID()}`)
      try {
        const stored = await copy(source, draft)
        const shelf = path.join(folder, stored.sha256.slice(0, 2))
        await mkdir(shelf, { recursive: true })
        await rename(draft, path.join(shelf, stored.sha256))
        // Without these the names could be lost with the power, though the bytes are not.
        await syncFolder(shelf)
        await syncFolder(folder)
        return stored
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}

async function* chunksOf(source: string | Uint8Array): AsyncGenerator<Uint8Array> {
  if (typeof source !== 'string') {
    yield source
    return
  }
  for await (const chunk of createReadStream(source, { highWaterMark: 256 * 1024 })) yield chunk as Buffer
}

async function digest(chunks: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.byteLength
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** The digest is of what was written, so a source that changes meanwhile can't be stored under a wrong name. */
async function copy(source: string | Uint8Array, target: string): Promise<StoredFile> {
  const file = await open(target, 'wx', 0o600)
  try {
    async function* written(): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunksOf(source)) {
        await file.writeFile(chunk)
        yield chunk
      }
    }
    const stored = await digest(written())
    await file.sync()
    return stored
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

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}
