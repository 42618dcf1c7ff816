import { createHash, type Hash } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { besideRequests } from '#platform/beside.ts'
import { digestOf, type StoredFile } from '#platform/files/files.ts'
import { type Examined, examineFile, type Unusable } from './examining.service.ts'
import type { FileUse } from './file-kind.rules.ts'
import { adviceForPage } from './playable.rules.ts'
import { withIndexInFront } from './recording.service.ts'

/** A file that was given on a page, as it can be stored. */
export type Prepared = Omit<Examined, 'behind'> & {
  /** Where it lies: where it was given, or rearranged at the other place. */
  place: string
  stored: StoredFile
  /** Its digest as it was given. */
  givenSha256: string
}

type Given = {
  source: string
  /** As it is called where it comes from. */
  name: string
  use: FileUse
  /** Where it is written anew if need be. */
  target: string
}

/** Looks into a file and takes its digest; an MP4 is rearranged so that a browser begins to play at once. In a thread of its own. */
export const prepareBesideRequests = besideRequests<typeof prepareFile>(new URL(import.meta.url), 'prepareFile')

export async function prepareFile({ source, name, use, target }: Given): Promise<Prepared | Unusable> {
  const examined = await examineFile({ source, name, use, advice: adviceForPage })
  if ('wrong' in examined) return examined
  const { behind, ...facts } = examined
  const given = digestOfWhole(source)
  if (!behind) return { ...facts, place: source, stored: given, givenSha256: given.sha256 }
  const stored = await digestOf(writing(target, withIndexInFront(source, behind)))
  return { ...facts, place: target, stored, givenSha256: given.sha256 }
}

/** The digests of a file's pieces from a place on, each of so many bytes, the last one shorter. */
export const digestPiecesBesideRequests = besideRequests<typeof digestPieces>(new URL(import.meta.url), 'digestPieces')

export async function digestPieces({
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
  const pieces: StoredFile[] = []
  for (let at = from; at < to; at += bytes)
    pieces.push(digestOfPart(source, { from: at, to: Math.min(to, at + bytes) }))
  return pieces
}

type Digest = { hash: Hash; at: number }

/** Of files that are still coming, by where they lie. What another thread or process has taken is not here: then it is begun anew when the file is whole. */
const coming = new Map<string, Digest>()
const MOST_COMING = 100

/** Goes on with the digest of a file that has come up to a place, so that little is left to do when it is whole. `from`: where the last part of it begins. */
export const digestOnBesideRequests = besideRequests<typeof digestOn>(new URL(import.meta.url), 'digestOn')

export async function digestOn({ source, from, to }: { source: string; from: number; to: number }): Promise<void> {
  const digest = coming.get(source) ?? (from === 0 ? { hash: createHash('sha256'), at: 0 } : undefined)
  coming.delete(source)
  if (!digest) return
  readOn(source, digest, to)
  coming.set(source, digest)
  const [oldest] = coming.keys()
  if (coming.size > MOST_COMING && oldest !== undefined) coming.delete(oldest)
}

/** Of all of a file, of which a part may have been read while it came. */
function digestOfWhole(place: string): StoredFile {
  const digest = coming.get(place) ?? { hash: createHash('sha256'), at: 0 }
  coming.delete(place)
  readOn(place, digest, Infinity)
  return { sha256: digest.hash.digest('hex'), bytes: digest.at }
}

function digestOfPart(place: string, { from, to }: { from: number; to: number }): StoredFile {
  const digest = { hash: createHash('sha256'), at: from }
  readOn(place, digest, to)
  return { sha256: digest.hash.digest('hex'), bytes: digest.at - from }
}

const READ_AT_ONCE = 1024 ** 2

/** Nobody else waits in this thread: reading one piece after the other is the quickest. */
function readOn(place: string, digest: Digest, to: number): void {
  const piece = Buffer.alloc(READ_AT_ONCE)
  const file = openSync(place, 'r')
  try {
    while (digest.at < to) {
      const read = readSync(file, piece, 0, Math.min(piece.length, to - digest.at), digest.at)
      if (read === 0) break
      digest.hash.update(piece.subarray(0, read))
      digest.at += read
    }
  } finally {
    closeSync(file)
  }
}

async function* writing(target: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
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
