import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** A stored file: its bytes are found by their SHA-256. */
export type StoredFile = { sha256: string; bytes: number }

type Chunks = AsyncIterable<Uint8Array>

/** Storage of videos, documents, and pictures. Identical content is stored once, even under several names. */
export type Files = {
  /** Stores a file (by its path) or bytes. Durable once this resolves. */
  put(source: string | Uint8Array): Promise<StoredFile>
  /**
   * Stores a file whose digest and length are known, for example from another store. Rejects content that does not
   * match.
   */
  keep(file: StoredFile, open: () => Promise<Chunks>): Promise<void>
  /**
   * Like `keep`, for a local file whose digest was just computed: hard-links it into the store if possible, instead of
   * copying. The original stays in place and must not change afterward.
   */
  take(file: StoredFile, place: string): Promise<void>
  /** The length in bytes; undefined if missing. */
  size(sha256: string): Promise<number | undefined>
  /** The content from its beginning; undefined if missing. */
  read(sha256: string): Promise<{ bytes: number; content: Readable } | undefined>
  /** Everything stored, in no particular order. */
  list(): AsyncIterable<StoredFile>
  remove(sha256: string): Promise<void>
  /** Rejects with an error that says what to fix if the store can't be used. */
  check(): Promise<void>
  /** The free space in bytes; undefined if unknown, as with object storage. */
  free(): Promise<number | undefined>
  readonly delivery: Delivery
}

/** How a browser gets a file: from the disk through this server, or directly from object storage. */
export type Delivery =
  | {
      from: 'disk'
      /** The file's path, for programs on this machine; undefined if the argument is not a SHA-256. */
      path(sha256: string): string | undefined
    }
  | {
      from: 'storage'
      origin: string
      /** A URL that opens this one file to anyone who has it, for a few minutes. */
      address(sha256: string, shown: { contentType: string; disposition: string }): Promise<string>
    }

/** The storage key of a file, used as a path or object key: `ab/ab34…`. */
export function toStorageKey(sha256: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(sha256) ? `${sha256.slice(0, 2)}/${sha256}` : undefined
}

/** Implements `put` with a store's own `size` and `keep`. */
export async function createPut(
  { size, keep }: Pick<Files, 'size' | 'keep'>,
  source: string | Uint8Array,
): Promise<StoredFile> {
  // Reading twice is cheaper than writing once: when an import is repeated, most files are already stored.
  const file = await computeDigest(readChunks(source))
  if ((await size(file.sha256)) !== file.bytes) await keep(file, () => Promise.resolve(readChunks(source)))
  return file
}

const CHUNK_BYTES = 256 * 1024

/** The content of a file (by its path) or of bytes; with `from` and `to`, only this range. */
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
      // No larger than the content, because most files are small, and large buffers take time to allocate.
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
 * Passes the chunks on, but holds back the last one until all match the promised digest. If they don't, the consumer
 * never receives the promised length, so it stores nothing.
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
