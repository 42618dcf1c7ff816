import { createHash, type Hash } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { computeDigest, type StoredFile } from '#platform/files/files.ts'
import { readRewritten, type Rewrite } from './rewriting.service.ts'

// This runs in a worker thread (`file-preparation.service.ts`). It doesn't interpret the bytes that it reads, except
// for the index of an MP4 that was already examined.

type WholeFileInput = { source: string; target: string; rewrite: Rewrite | undefined }

/** The digest of a file, and of its rewritten copy, which is written to `target`. */
export async function digestWhole({
  source,
  target,
  rewrite,
}: WholeFileInput): Promise<{ given: StoredFile; rewritten: StoredFile | undefined }> {
  const given = readWholeDigest(source)
  if (!rewrite) return { given, rewritten: undefined }
  return { given, rewritten: await computeDigest(writeThrough(target, readRewritten(source, rewrite))) }
}

/** Computes the digest of each block of `bytes` bytes between two offsets. The last block may be shorter. */
export async function digestChunks({
  source,
  from,
  to,
  bytes,
}: {
  source: string
  from: number
  to: number
  bytes: number
}): Promise<StoredFile[]> {
  const chunks: StoredFile[] = []
  for (let at = from; at < to; at += bytes)
    chunks.push(readPartDigest(source, { from: at, to: Math.min(to, at + bytes) }))
  return chunks
}

type Digest = { hash: Hash; at: number }

/**
 * Unfinished digests by path. If another thread or process started a digest, it is not in this map. Then it is computed
 * from the beginning when the file is complete.
 */
const pendingDigests = new Map<string, Digest>()
const MAX_PENDING_DIGESTS = 100

/**
 * Continues the digest of a growing file up to the offset `to`, so that little remains to be done at the end. `from` is
 * where the newest part starts.
 */
export async function digestOn({ source, from, to }: { source: string; from: number; to: number }): Promise<void> {
  const digest = pendingDigests.get(source) ?? (from === 0 ? { hash: createHash('sha256'), at: 0 } : undefined)
  pendingDigests.delete(source)
  if (!digest) return
  updateDigest(source, digest, to)
  pendingDigests.set(source, digest)
  const [oldest] = pendingDigests.keys()
  if (pendingDigests.size > MAX_PENDING_DIGESTS && oldest !== undefined) pendingDigests.delete(oldest)
}

/** Computes the digest of the whole file, continuing one that was already started. */
function readWholeDigest(place: string): StoredFile {
  const digest = pendingDigests.get(place) ?? { hash: createHash('sha256'), at: 0 }
  pendingDigests.delete(place)
  updateDigest(place, digest, Infinity)
  return { sha256: digest.hash.digest('hex'), bytes: digest.at }
}

function readPartDigest(place: string, { from, to }: { from: number; to: number }): StoredFile {
  const digest = { hash: createHash('sha256'), at: from }
  updateDigest(place, digest, to)
  return { sha256: digest.hash.digest('hex'), bytes: digest.at - from }
}

const READ_CHUNK_BYTES = 1024 ** 2

/** Reads synchronously, which is fastest, because nothing else runs in this thread. */
function updateDigest(place: string, digest: Digest, to: number): void {
  const buffer = Buffer.alloc(READ_CHUNK_BYTES)
  const file = openSync(place, 'r')
  try {
    while (digest.at < to) {
      const read = readSync(file, buffer, 0, Math.min(buffer.length, to - digest.at), digest.at)
      if (read === 0) break
      digest.hash.update(buffer.subarray(0, read))
      digest.at += read
    }
  } finally {
    closeSync(file)
  }
}

async function* writeThrough(target: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const file = openSync(target, 'w', 0o600)
  try {
    for await (const chunk of chunks) {
      for (let done = 0; done < chunk.byteLength;) done += writeSync(file, chunk, done)
      yield chunk
    }
    fdatasyncSync(file)
  } finally {
    closeSync(file)
  }
}
