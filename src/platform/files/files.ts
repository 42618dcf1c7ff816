import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/** What was stored: the bytes are found again by their SHA-256. */
export type StoredFile = { sha256: string; bytes: number }

type Chunks = AsyncIterable<Uint8Array>

/** Where videos, documents and pictures lie. Content is kept once, whatever names it goes by. */
export type Files = {
  /** Stores a file (by its path) or bytes. It is kept for good when this resolves. */
  put(source: string | Uint8Array): Promise<StoredFile>
  /** Stores a file whose digest and length are known already, such as one of another store. Refuses content that has another digest or length. */
  keep(file: StoredFile, open: () => Promise<Chunks>): Promise<void>
  /** As `keep`, of a file of this machine whose digest was just taken: where it can, the store takes it without a copy. It stays where it is, too, and must not be changed any more. */
  take(file: StoredFile, place: string): Promise<void>
  /** The length in bytes; undefined when it is not here. */
  size(sha256: string): Promise<number | undefined>
  /** The content from its beginning; undefined when it is not here. */
  read(sha256: string): Promise<{ bytes: number; content: Readable } | undefined>
  /** Everything that is here, in no order. */
  list(): AsyncIterable<StoredFile>
  remove(sha256: string): Promise<void>
  /** Rejects, saying what to mend, when the store can't be used. */
  check(): Promise<void>
  /** What may still be written here; undefined where nobody knows, as in object storage. */
  free(): Promise<number | undefined>
  readonly delivery: Delivery
}

/** How a browser gets a file: from the disk through this server, or from the storage itself. */
export type Delivery =
  | {
      from: 'disk'
      /** Where a program on this machine reads the file; undefined for what is not a SHA-256. */
      path(sha256: string): string | undefined
    }
  | {
      from: 'storage'
      origin: string
      /** An address that opens this one file, for a few minutes, to anybody who has it. */
      address(sha256: string, shown: { contentType: string; disposition: string }): Promise<string>
    }

/** Where a store puts a file, as the folder or the beginning of the key tells: `ab/ab34…`. */
export function toStorageKey(sha256: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(sha256) ? `${sha256.slice(0, 2)}/${sha256}` : undefined
}

/** `put`, by what each store can do itself. */
export async function createPut(
  { size, keep }: Pick<Files, 'size' | 'keep'>,
  source: string | Uint8Array,
): Promise<StoredFile> {
  // Reading twice is cheaper than writing once: what is imported again is mostly there already.
  const file = await computeDigest(readChunks(source))
  if ((await size(file.sha256)) !== file.bytes) await keep(file, () => Promise.resolve(readChunks(source)))
  return file
}

const CHUNK_BYTES = 256 * 1024

/** The content of a file, by its path, or bytes. `part`: only from a place up to another. */
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
      // No larger than what there is to read: of an academy's files most are small, and room that is asked for has to be cleared away.
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
 * Passes the chunks on, the last one only when all together are the file that was promised: who waits for the promised
 * length never gets it, and keeps nothing.
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
