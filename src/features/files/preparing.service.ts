import { createHash } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs'
import { besideRequests } from '#platform/beside.ts'
import { digestOf, type StoredFile } from '#platform/files/files.ts'
import { examineFile, type Unusable } from './examining.service.ts'
import type { FileUse } from './file-kind.rules.ts'
import { adviceForPage } from './playable.rules.ts'
import { withIndexInFront } from './recording.service.ts'

/** A file that was given on a page, as it can be stored. */
export type Prepared = {
  contentType: string
  seconds: number | undefined
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
  const { contentType, seconds, behind } = examined
  const given = digestOfPlace(source)
  if (!behind) return { contentType, seconds, place: source, stored: given, givenSha256: given.sha256 }
  const stored = await digestOf(writing(target, withIndexInFront(source, behind)))
  return { contentType, seconds, place: target, stored, givenSha256: given.sha256 }
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
    pieces.push(digestOfPlace(source, { from: at, to: Math.min(to, at + bytes) }))
  return pieces
}

const READ_AT_ONCE = 1024 ** 2

/** Nobody else waits in this thread: reading one piece after the other is the quickest. */
function digestOfPlace(place: string, { from, to } = { from: 0, to: Infinity }): StoredFile {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(READ_AT_ONCE)
  const file = openSync(place, 'r')
  let at = from
  try {
    while (at < to) {
      const read = readSync(file, piece, 0, Math.min(piece.length, to - at), at)
      if (read === 0) break
      hash.update(piece.subarray(0, read))
      at += read
    }
  } finally {
    closeSync(file)
  }
  return { sha256: hash.digest('hex'), bytes: at - from }
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
