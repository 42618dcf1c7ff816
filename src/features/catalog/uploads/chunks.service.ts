import { type FileHandle, open } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { digestOn } from '#features/foundation/files/files.public.ts'
import type { Deps } from '#platform/deps.ts'
import { unlessMissing } from '#platform/files/unless-missing.ts'
import type { Caller } from '#platform/http/access.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { stagedPlace, writeStaged } from './staging.service.ts'
import { deleteUpload, type Upload } from './uploads.queries.ts'
import { IN_OTHER_HANDS, LARGEST_PIECE } from './uploads.rules.ts'
import { noSuchUpload } from './uploads.service.ts'
import type { Writers, Writing } from './writers.service.ts'

/** What the protocol tus answers with a status of its own. */
class RefusedPiece extends Error {
  readonly statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

type PieceDeps = Pick<Deps, 'db' | 'config' | 'log'>

type Piece = { id: string; headers: IncomingHttpHeaders; body: Readable }

/**
 * Takes a piece by the protocol tus straight from the connection, and answers up to where the file has come. Gigabytes come this way: each layer in between
 * costs as much as the writing.
 */
export async function takePiece(
  deps: PieceDeps & { writers: Writers },
  caller: Pick<Caller, 'id' | 'role'>,
  { id, headers, body }: Piece,
): Promise<number> {
  const { offset, bytes } = announcedBy(headers)
  if (!isUuid(id)) throw noSuchUpload()
  const stop = new AbortController()
  const writing = await deps.writers.begin({ id, by: { memberId: caller.id, role: caller.role }, from: offset }, () =>
    stop.abort(),
  )
  if (!writing) throw new RefusedPiece(423, IN_OTHER_HANDS)
  try {
    const { upload } = writing
    if (upload.received !== offset)
      throw new RefusedPiece(409, 'The file stands at another place. Please ask where it stands.')
    if (bytes !== undefined && offset + bytes > upload.bytes) throw new RefusedPiece(413, TOO_MUCH)
    return await write(deps, writing, { body, signal: stop.signal })
  } finally {
    await writing.stop()
  }
}

function announcedBy(headers: IncomingHttpHeaders): { offset: number; bytes: number | undefined } {
  if (headers['tus-resumable'] !== '1.0.0') throw new RefusedPiece(412, 'Please send `tus-resumable: 1.0.0`.')
  const offset = String(headers['upload-offset'])
  if (!/^\d{1,15}$/.test(offset)) throw new AppError('invalid', 'Please say in `upload-offset` where the piece begins.')
  const length = headers['content-length']
  const bytes = length === undefined ? undefined : Number(length)
  if (bytes !== undefined && bytes > LARGEST_PIECE) throw new RefusedPiece(413, TOO_MUCH)
  return { offset: Number(offset), bytes }
}

type Coming = { body: Readable; signal: AbortSignal }

async function write(deps: PieceDeps, writing: Writing, { body, signal }: Coming): Promise<number> {
  const { upload } = writing
  const { received: from, bytes } = upload
  const file = await openStaged(deps, upload)
  const to = Math.min(bytes, from + LARGEST_PIECE)
  const { at, failure } = await writeStaged(file, body, { from, to, signal })
  const kept = keep(deps, writing, { file, at })
  kept.catch((error: unknown) => deps.log.warn({ err: error }, 'a piece of an upload could not be kept'))
  // The browser sends on while the disk is at it. Who hears of the last piece may rely on all of it.
  const isOneOfMany = at < bytes && failure === undefined && (await writing.mayAnswerEarly())
  if (!isOneOfMany && !(await kept)) throw new RefusedPiece(423, IN_OTHER_HANDS)
  if (failure instanceof RangeError) throw new RefusedPiece(413, TOO_MUCH)
  if (isFull(failure)) throw new AppError('unavailable', NO_ROOM)
  // The connection broke, or a newer request took over: nobody hears the answer.
  return at
}

async function openStaged({ db, config }: PieceDeps, { id, received }: Upload): Promise<FileHandle> {
  const file = await unlessMissing(open(stagedPlace(config, id), 'r+'))
  if (file && (await file.stat()).size >= received) return file
  // A disk that was exchanged, or a machine that lost its power.
  await file?.close()
  await deleteUpload(db, id)
  throw new RefusedPiece(410, noSuchUpload().message)
}

/** False where what came does not count. */
async function keep(
  { config, log }: PieceDeps,
  writing: Writing,
  { file, at }: { file: FileHandle; at: number },
): Promise<boolean> {
  const { id, received: from, bytes } = writing.upload
  try {
    if (at === from) return true
    const isCounted = await writing.count(at, () => file.datasync())
    // Of the last piece whoever asks for the end of it all does the same.
    if (isCounted && at < bytes)
      digestOn({ source: stagedPlace(config, id), from, to: at }).catch((error: unknown) =>
        log.warn({ err: error }, 'the digest of an upload is taken later'),
      )
    return isCounted
  } catch (error) {
    throw isFull(error) ? new AppError('unavailable', NO_ROOM) : error
  } finally {
    await file.close()
  }
}

const TOO_MUCH = 'More was sent than a piece, or the file, may have.'

const NO_ROOM =
  'The disk of the academy is full. What has come so far is kept: when somebody has made room, go on with the same file.'

function isFull(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && (failure.code === 'ENOSPC' || failure.code === 'EDQUOT')
}
