import { once } from 'node:events'
import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import type { Deps } from '#platform/deps.ts'
import type { Files } from '#platform/files/files.ts'
import { AppError, busyError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { getBundleName, assignZipPaths } from './zip-downloads.rules.ts'
import { BUNDLE, isAddressValid, type MediaAddress } from './media-addresses.service.ts'
import { listBundleFiles } from './media.queries.ts'

type BundleAddress = Omit<MediaAddress, 'fileId'> & { courseId: string; name: string }

/**
 * An unfinished download keeps a connection to the file store open, and a client may read very slowly. These limits
 * apply to each process. They leave connections for pictures and for other members.
 */
const MAX_DOWNLOADS_OF_ONE = 3
const MAX_DOWNLOADS = 20

/** Unfinished downloads by member. */
const downloads = new Map<string, number>()

/**
 * Streams the ZIP file of a signed URL while it is created. Checks the session and the member's access each time.
 * Throws `not_found` for every invalid URL, no matter why it is invalid. Throws `too_many_requests` while the member
 * has too many unfinished downloads. Throws `unavailable` if the store doesn't return the first file, or if too many
 * members are downloading.
 */
export async function openBundle(
  { db, config, now, files, log }: Pick<Deps, 'db' | 'config' | 'now' | 'files' | 'log'>,
  { courseId, name, ...given }: BundleAddress,
): Promise<Readable> {
  const time = now()
  const { memberId, sessionId } = given
  const isValid =
    [courseId, memberId, sessionId].every(isUuid) &&
    isAddressValid(config.appSecret, { ...given, fileId: courseId }, time, BUNDLE)
  const bundled = isValid ? await listBundleFiles(db, { courseId, memberId, sessionId, now: time }) : []
  const [first] = bundled
  if (!first || name !== getBundleName(first.slug)) throw new AppError('not_found', 'File not found.')
  const release = reserveDownload(memberId)
  const content = Readable.from(streamZip(files, assignZipPaths(bundled)), { objectMode: false })
  content.once('close', release)
  try {
    await once(content, 'readable')
    return content
  } catch (error) {
    log.error({ err: error, courseId }, "a course handout can't be read")
    throw new AppError('unavailable', 'Files can’t be read right now. Try again in a moment.', {
      retryAfterSeconds: 5,
    })
  }
}

function reserveDownload(memberId: string): () => void {
  const own = downloads.get(memberId) ?? 0
  if (own >= MAX_DOWNLOADS_OF_ONE)
    throw new AppError(
      'too_many_requests',
      `You’re already downloading ${MAX_DOWNLOADS_OF_ONE} ZIP files. Try again when one is finished.`,
      { retryAfterSeconds: 30 },
    )
  if ([...downloads.values()].reduce((sum, each) => sum + each, 0) >= MAX_DOWNLOADS) throw busyError()
  downloads.set(memberId, own + 1)
  return () => {
    const left = (downloads.get(memberId) ?? 1) - 1
    if (left > 0) downloads.set(memberId, left)
    else downloads.delete(memberId)
  }
}

/**
 * Streams a ZIP file. Handouts are not compressed again, because they already are. Keeps only one chunk in memory at a
 * time.
 */
async function* streamZip(
  files: Pick<Files, 'read'>,
  entries: readonly { place: string; sha256: string }[],
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for (const { place, sha256 } of entries) {
    const found = await files.read(sha256)
    if (!found) throw new Error(`The stored file ${sha256} is missing`)
    const entry = new ZipPassThrough(place)
    zip.add(entry)
    for await (const chunk of found.content) {
      entry.push(chunk as Uint8Array)
      yield* ready.splice(0)
    }
    entry.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
