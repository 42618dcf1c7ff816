import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A stored file. The SHA-256 of its content identifies it. */
export type StoredFile = { sha256: string; bytes: number }

type Chunks = AsyncIterable<Uint8Array>

/** Stores videos, documents, and pictures. Identical content is stored once, even under several names. */
export type Files = {
  /** Stores bytes, or the file at a path. Once this resolves, the file survives a power failure. */
  put(source: string | Uint8Array): Promise<StoredFile>
  /**
   * Stores a file whose digest and length are known, for example a file from another store. Rejects content that
   * doesn't match them.
   */
  keep(file: StoredFile, open: () => Promise<Chunks>): Promise<void>
  /**
   * Like `keep`, but for a local file whose digest was just computed. Instead of copying the file, hard-links it into
   * the store if possible. The original stays in place and must not change afterward.
   */
  take(file: StoredFile, place: string): Promise<void>
  /** Returns the length in bytes, or undefined if the file is missing. */
  size(sha256: string): Promise<number | undefined>
  /** Returns the content from its beginning, or undefined if the file is missing. */
  read(sha256: string): Promise<{ bytes: number; content: Readable } | undefined>
  /** Lists all stored files in no particular order. */
  list(): AsyncIterable<StoredFile>
  remove(sha256: string): Promise<void>
  /** Checks that the store can be used. Otherwise rejects with an error that says what to fix. */
  check(): Promise<void>
  /** Returns the free space in bytes, or undefined if it is unknown, as with object storage. */
  free(): Promise<number | undefined>
  readonly delivery: Delivery
}

/** How a browser gets a file: from the disk through this server, or directly from the object storage. */
export type Delivery =
  | {
      from: 'disk'
      /** Returns the file's path, for programs on this machine. Returns undefined if the argument is not a SHA-256. */
      path(sha256: string): string | undefined
    }
  | {
      from: 'storage'
      origin: string
      /** Returns a URL with which anyone can open this one file for a few minutes. */
      address(sha256: string, shown: { contentType: string; disposition: string }): Promise<string>
    }

/** Returns the key of a file, which is used as a path or as an object key: `ab/ab34…`. */
export function toStorageKey(sha256: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(sha256) ? `${sha256.slice(0, 2)}/${sha256}` : undefined
}

/** Implements `put` with the `size` and `keep` functions of a store. */
export async function createPut(
  { size, keep }: Pick<Files, 'size' | 'keep'>,
  source: string | Uint8Array,
): Promise<StoredFile> {
  // Reading the content twice is cheaper than writing it once: when an import is repeated, most files are already
  // stored.
  const file = await computeDigest(readChunks(source))
  if ((await size(file.sha256)) !== file.bytes) await keep(file, () => Promise.resolve(readChunks(source)))
  return file
}

const CHUNK_BYTES = 256 * 1024

/** Yields bytes, or the content of the file at a path. With `from` and `to`, yields only this range. */
export async function* readChunks(
  source: string | Uint8Array,
  { from, to }: { from: number; to: number } = { from: 0, to: Infinity },
): AsyncGenerator<Uint8Array> {
  if (typeof source !== 'string') {
    yield source.subarray(from, to)
    return
  }
  const file = await open(source)
  try {
    const end = Math.min(to, (await file.stat()).size)
    for (let at = from; at < end;) {
      // The buffer is no larger than the content, because most files are small, and large buffers take time to
      // allocate.
      const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, end - at))
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
      if (bytesRead === 0) return
      yield chunk.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await file.close()
  }
}

export async function computeDigest(chunks: Chunks): Promise<StoredFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.byteLength
  }
  return { sha256: hash.digest('hex'), bytes }
}

/**
 * Passes the chunks on, but holds back the last one until all of them match the promised digest. If they don't match,
 * the consumer never receives the promised length, so it stores nothing.
 */
export async function* verifyChunks({ sha256, bytes }: StoredFile, chunks: Chunks): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let seen = 0
  let held: Uint8Array | undefined
  for await (const chunk of chunks) {
    hash.update(chunk)
    seen += chunk.byteLength
    if (seen > bytes) break
    if (held) yield held
    held = chunk
  }
  if (seen !== bytes || hash.digest('hex') !== sha256)
    throw new Error(`What was read is not the file ${sha256} of ${bytes} bytes; did it change meanwhile?`)
  if (held) yield held
}
