import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { continueDigest } from '#features/foundation/files/files.public.ts'
import type { Deps } from '#platform/deps.ts'
import { undefinedIfMissing } from '#platform/files/undefined-if-missing.ts'
import type { Caller } from '#platform/http/access.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { getStagedPath, writeStagedFile } from './staging.service.ts'
import { deleteUpload, type Upload } from './uploads.queries.ts'
import { UPLOAD_IN_USE_MESSAGE, MAX_CHUNK_BYTES } from './uploads.rules.ts'
import { uploadNotFoundError } from './uploads.service.ts'
import type { Writers, WriteLease } from './writers.service.ts'

class ChunkRefusedError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

type ChunkDeps = Pick<Deps, 'db' | 'config' | 'log'>

type Chunk = { id: string; headers: IncomingHttpHeaders; body: Readable }

/**
 * Receives a chunk, sent by the tus protocol, directly from the connection, and responds with the new offset. Files may
 * have gigabytes, and each layer in between would cost as much as writing them.
 */
export async function receiveChunk(
  deps: ChunkDeps & { writers: Writers },
  caller: Pick<Caller, 'id' | 'role'>,
  { id, headers, body }: Chunk,
): Promise<number> {
  const { offset, bytes } = parseUploadHeaders(headers)
  if (!isUuid(id)) throw uploadNotFoundError()
  const stop = new AbortController()
  const writing = await deps.writers.begin({ id, by: { memberId: caller.id, role: caller.role }, from: offset }, () =>
    stop.abort(),
  )
  if (!writing) throw new ChunkRefusedError(423, UPLOAD_IN_USE_MESSAGE)
  try {
    const { upload } = writing
    if (upload.received !== offset)
      throw new ChunkRefusedError(409, 'The upload offset doesn’t match. Request the current offset.')
    if (bytes !== undefined && offset + bytes > upload.bytes) throw new ChunkRefusedError(413, TOO_LARGE_ERROR)
    return await write(deps, writing, { body, signal: stop.signal })
  } finally {
    await writing.stop()
  }
}

function parseUploadHeaders(headers: IncomingHttpHeaders): { offset: number; bytes: number | undefined } {
  if (headers['tus-resumable'] !== '1.0.0') throw new ChunkRefusedError(412, 'Please send `tus-resumable: 1.0.0`.')
  const offset = String(headers['upload-offset'])
  if (!/^\d{1,15}$/.test(offset)) throw new AppError('invalid', 'Send the start of the chunk in `upload-offset`.')
  const length = headers['content-length']
  const bytes = length === undefined ? undefined : Number(length)
  if (bytes !== undefined && bytes > MAX_CHUNK_BYTES) throw new ChunkRefusedError(413, TOO_LARGE_ERROR)
  return { offset: Number(offset), bytes }
}

type IncomingBody = { body: Readable; signal: AbortSignal }

async function write(deps: ChunkDeps, writing: WriteLease, { body, signal }: IncomingBody): Promise<number> {
  const { upload } = writing
  const { received: from, bytes } = upload
  const file = await openStaged(deps, upload)
  const to = Math.min(bytes, from + MAX_CHUNK_BYTES)
  const { at, failure } = await writeStagedFile(file, body, { from, to, signal })
  const saved = saveProgress(deps, writing, { file, at })
  saved.catch((error: unknown) => deps.log.warn({ err: error }, 'a chunk of an upload could not be stored'))
  // The browser may send the next chunk while the disk writes this one. The response to the last chunk is sent only
  // after the whole file is on disk.
  const isOneOfMany = at < bytes && failure === undefined && (await writing.mayAnswerEarly())
  if (!isOneOfMany && !(await saved)) throw new ChunkRefusedError(423, UPLOAD_IN_USE_MESSAGE)
  if (failure instanceof RangeError) throw new ChunkRefusedError(413, TOO_LARGE_ERROR)
  if (isDiskFull(failure)) throw new AppError('unavailable', DISK_FULL_ERROR)
  // If the connection broke or a newer request took over, no one receives this response.
  return at
}

async function openStaged({ db, config }: ChunkDeps, { id, received }: Upload): Promise<FileHandle> {
  const file = await undefinedIfMissing(open(getStagedPath(config, id), 'r+'))
  if (file && (await file.stat()).size >= received) return file
  // Received bytes are missing, because the disk was replaced or the computer lost power.
  await file?.close()
  await deleteUpload(db, id)
  throw new ChunkRefusedError(410, uploadNotFoundError().message)
}

/** Saves the progress. Returns false if the received bytes don't count. */
async function saveProgress(
  { config, log }: ChunkDeps,
  writing: WriteLease,
  { file, at }: { file: FileHandle; at: number },
): Promise<boolean> {
  const { id, received: from, bytes } = writing.upload
  try {
    if (at === from) return true
    const isCounted = await writing.count(at, () => file.datasync())
    // After the last chunk, this happens when the upload is finished.
    if (isCounted && at < bytes)
      continueDigest({ source: getStagedPath(config, id), from, to: at }).catch((error: unknown) =>
        log.warn({ err: error }, 'the checksum of an upload could not be updated; it will be computed later'),
      )
    return isCounted
  } catch (error) {
    throw isDiskFull(error) ? new AppError('unavailable', DISK_FULL_ERROR) : error
  } finally {
    await file.close()
  }
}

const TOO_LARGE_ERROR = 'The chunk or the file is too large.'

const DISK_FULL_ERROR =
  'The academy’s disk is full. The upload so far is saved. Once space is freed, upload the same file again to continue.'

function isDiskFull(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && (failure.code === 'ENOSPC' || failure.code === 'EDQUOT')
}
