import { type FileHandle, mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#platform/config.ts'
import { undefinedIfMissing } from '#platform/files/undefined-if-missing.ts'

/** So much is worth a write; */
const WRITE_BATCH_BYTES = 512 * 1024
/** so much is gathered at most while the disk, or a thread that writes, is waited for: of one upload, */
const MAX_BUFFERED_BYTES = 2 * 1024 ** 2
/** and of all together, for all of it may be read before anything else is answered; */
const MAX_TOTAL_BUFFERED_BYTES = 2 * 1024 ** 2
/** but never less than this. */
const MIN_BUFFERED_BYTES = 64 * 1024

/** Beside the stored files, so that what is whole can join them without a copy; no file of the store is called so. */
export function getStagingFolder({ files, dataDir }: Pick<Config, 'files' | 'dataDir'>): string {
  return path.join(files.kind === 'folder' ? files.folder : dataDir, 'uploads')
}

export function getStagedPath(config: Pick<Config, 'files' | 'dataDir'>, id: string): string {
  return path.join(getStagingFolder(config), id)
}

/** An MP4 with its index in front, on its way to the store. */
export function getFaststartPath(config: Pick<Config, 'files' | 'dataDir'>, id: string): string {
  return path.join(getStagingFolder(config), `${id}.arranged`)
}

export async function createStagedFile(place: string): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  const file = await open(place, 'wx', 0o600)
  await file.close()
}

/** Undefined where it is gone. */
export async function getStagedSize(place: string): Promise<number | undefined> {
  return (await undefinedIfMissing(stat(place)))?.size
}

export async function removeStagedFile(config: Pick<Config, 'files' | 'dataDir'>, id: string): Promise<void> {
  await rm(getStagedPath(config, id), { force: true })
  await rm(getFaststartPath(config, id), { force: true })
}

/** All that lies there, by the ids of uploads. */
export async function* listStagedFiles(config: Pick<Config, 'files' | 'dataDir'>): AsyncGenerator<string> {
  const folder = await undefinedIfMissing(opendir(getStagingFolder(config)))
  if (!folder) return
  for await (const { name } of folder) yield name.replace(/[.]arranged$/, '')
}

type StagedWrite = {
  from: number
  /** Nothing is written past it. */
  to: number
  /** Somebody else goes on with this upload. */
  signal: AbortSignal
}

/**
 * Writes what comes from a place on, whose chunks nobody else may use, and returns up to where it was written; whoever counts it has the disk keep it first. A connection that breaks or a
 * disk that is full leaves what had come before. `failure`: why it ended early.
 */
export async function writeStagedFile(
  file: FileHandle,
  body: Readable,
  { from, to, signal }: StagedWrite,
): Promise<{ at: number; failure: unknown }> {
  let at = from
  let failure: unknown
  try {
    for await (const { chunks, bytes } of readBatches(body, signal)) {
      if (at + bytes > to) throw new RangeError('More came than was announced')
      await writeAll(file, chunks, at)
      at += bytes
      chunks.forEach(releaseBuffer)
    }
  } catch (error) {
    failure = error
  }
  return { at, failure }
}

/** At once: the collector counts such memory, and would go through the whole heap for every forty megabytes that come, while everybody waits. */
function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

let activeWrites = 0

function getMaxBufferedBytes(): number {
  return Math.max(MIN_BUFFERED_BYTES, Math.min(MAX_BUFFERED_BYTES, MAX_TOTAL_BUFFERED_BYTES / activeWrites))
}

type Batch = { chunks: Uint8Array[]; bytes: number }

/** What comes, in batches that are worth a write: while one is written the next is gathered, and no more than that. What ends it early is thrown behind the last. */
async function* readBatches(body: Readable, signal: AbortSignal): AsyncGenerator<Batch> {
  let next: Batch = { chunks: [], bytes: 0 }
  let end: { failure: unknown } | undefined
  let wake = () => {}
  let isHeld = false
  const over = (failure?: unknown) => {
    end ??= { failure }
    wake()
  }
  const take = (chunk: Uint8Array) => {
    next.chunks.push(chunk)
    next.bytes += chunk.byteLength
    if (next.bytes >= getMaxBufferedBytes()) {
      isHeld = true
      body.pause()
    }
    if (isHeld || next.bytes >= WRITE_BATCH_BYTES) wake()
  }
  const stop = () => over(signal.reason)
  const close = () => over(new Error('The connection broke'))
  body.on('data', take).once('end', over).on('error', over).once('close', close)
  signal.addEventListener('abort', stop)
  if (body.destroyed) close()
  if (signal.aborted) stop()
  activeWrites += 1
  try {
    for (;;) {
      if (!end && !isHeld && next.bytes < WRITE_BATCH_BYTES) await new Promise<void>((resolve) => (wake = resolve))
      const batch = next
      next = { chunks: [], bytes: 0 }
      if (batch.bytes > 0) {
        isHeld = false
        if (!end) body.resume()
        yield batch
      } else if (end) {
        if (end.failure !== undefined) throw end.failure
        return
      }
    }
  } finally {
    activeWrites -= 1
    signal.removeEventListener('abort', stop)
    // The rest is let pass, so that the connection can be used again.
    body.off('data', take).off('close', close).resume()
  }
}

async function writeAll(file: FileHandle, pieces: Uint8Array[], at: number): Promise<void> {
  const whole = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const { bytesWritten } = await file.writev(pieces, at)
  if (bytesWritten === whole) return
  // A disk that is almost full takes a part; the next try says why.
  const rest = Buffer.concat(pieces).subarray(bytesWritten)
  for (let done = 0; done < rest.length;) {
    const { bytesWritten: more } = await file.write(rest, done, rest.length - done, at + bytesWritten + done)
    done += more
  }
}
