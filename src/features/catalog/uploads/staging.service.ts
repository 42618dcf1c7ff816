import { type FileHandle, mkdir, open, opendir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#platform/config.ts'
import { undefinedIfMissing } from '#platform/files/undefined-if-missing.ts'

const WRITE_BATCH_BYTES = 512 * 1024
/** How many bytes an upload may buffer while it waits for the disk or a writer thread. */
const MAX_BUFFERED_BYTES = 2 * 1024 ** 2
/**
 * How many bytes all uploads together may buffer. This is limited because all these bytes may be read before other
 * requests are answered.
 */
const MAX_TOTAL_BUFFERED_BYTES = 2 * 1024 ** 2
const MIN_BUFFERED_BYTES = 64 * 1024

/**
 * Returns the folder for unfinished uploads. It is next to the stored files, so that complete uploads can be moved
 * there without copying. No stored file has this name.
 */
export function getStagingFolder({ files, dataDir }: Pick<Config, 'files' | 'dataDir'>): string {
  return path.join(files.kind === 'folder' ? files.folder : dataDir, 'uploads')
}

export function getStagedPath(config: Pick<Config, 'files' | 'dataDir'>, id: string): string {
  return path.join(getStagingFolder(config), id)
}

/** Returns the path of an MP4 whose index has been moved to the front but that is not stored yet. */
export function getFaststartPath(config: Pick<Config, 'files' | 'dataDir'>, id: string): string {
  return path.join(getStagingFolder(config), `${id}.arranged`)
}

export async function createStagedFile(place: string): Promise<void> {
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  const file = await open(place, 'wx', 0o600)
  await file.close()
}

/** Returns the size of a file, or undefined if it doesn't exist. */
export async function getStagedSize(place: string): Promise<number | undefined> {
  return (await undefinedIfMissing(stat(place)))?.size
}

export async function removeStagedFile(config: Pick<Config, 'files' | 'dataDir'>, id: string): Promise<void> {
  await rm(getStagedPath(config, id), { force: true })
  await rm(getFaststartPath(config, id), { force: true })
}

export async function* listStagedFiles(config: Pick<Config, 'files' | 'dataDir'>): AsyncGenerator<string> {
  const folder = await undefinedIfMissing(opendir(getStagingFolder(config)))
  if (!folder) return
  for await (const { name } of folder) yield name.replace(/[.]arranged$/, '')
}

type StagedWrite = {
  from: number
  /** Where writing stops. Bytes beyond this offset are rejected. */
  to: number
  /** Aborted when another request takes over this upload. */
  signal: AbortSignal
}

/**
 * Writes a request body to a file, starting at an offset, and frees the body's buffers. Returns the offset that was
 * reached. The caller must sync the file before recording the offset. If the connection breaks or the disk is full, the
 * bytes so far are kept, and `failure` is the reason.
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
      if (at + bytes > to) throw new RangeError('More data arrived than the upload declared. Start the upload again.')
      await writeAll(file, chunks, at)
      at += bytes
      chunks.forEach(releaseBuffer)
    }
  } catch (error) {
    failure = error
  }
  return { at, failure }
}

/** Frees a buffer at once. Otherwise, external memory would trigger a full, blocking garbage collection every 40 MB. */
function releaseBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

let activeWrites = 0

function getMaxBufferedBytes(): number {
  return Math.max(MIN_BUFFERED_BYTES, Math.min(MAX_BUFFERED_BYTES, MAX_TOTAL_BUFFERED_BYTES / activeWrites))
}

type Batch = { chunks: Uint8Array[]; bytes: number }

/**
 * Collects the body into batches that are large enough to write. While one batch is being written, at most one other is
 * collected. If the body ended early, throws after the last batch.
 */
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
    // Discards the rest of the body, so that the connection can be reused.
    body.off('data', take).off('close', close).resume()
  }
}

async function writeAll(file: FileHandle, buffers: Uint8Array[], at: number): Promise<void> {
  const whole = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const { bytesWritten } = await file.writev(buffers, at)
  if (bytesWritten === whole) return
  // If the disk is nearly full, only part of the batch may be written. In that case, the next write fails and says why.
  const rest = Buffer.concat(buffers).subarray(bytesWritten)
  for (let done = 0; done < rest.length;) {
    const { bytesWritten: more } = await file.write(rest, done, rest.length - done, at + bytesWritten + done)
    done += more
  }
}
