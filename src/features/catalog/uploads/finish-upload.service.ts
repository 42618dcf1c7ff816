import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import {
  COVER_WIDTHS,
  drawWidths,
  type DrawnPicture,
  prepareFile,
  type InvalidFile,
} from '#features/foundation/files/files.public.ts'
import {
  type FileWarning,
  type ProductFile,
  saveProductFile,
  saveInTransaction,
} from '#features/foundation/products/products.public.ts'
import type { Deps } from '#platform/deps.ts'
import { computeDigest, readChunks, type StoredFile } from '#platform/files/files.ts'
import type { Caller } from '#platform/http/access.ts'
import { AppError } from '#shared/app-error.ts'
import { getFaststartPath, removeStagedFile, getStagedPath } from './staging.service.ts'
import { saveRenderedCover, saveOriginalDigest, saveOutcome, findStoredFile, type Upload } from './uploads.queries.ts'
import { getOwnUpload, toStaff } from './uploads.service.ts'
import type { Writers } from './writers.service.ts'

type FinishDeps = Pick<Deps, 'db' | 'files' | 'config' | 'now' | 'log'>

export type UploadedFile = {
  id: string
  name: string
  bytes: number
  seconds: number | null
  contentType: string
  warnings: FileWarning[]
}

/** The result of a complete upload. Undefined while it is being processed. */
export type FinishOutcome = { file: UploadedFile } | InvalidFile | undefined

/** How long a request waits for the result. Proxies wait longer than this for a response. */
const MAX_WAIT_MS = 4_000

/**
 * Stores complete uploads as files, each only once, no matter how often that is requested. Callers wait a few seconds
 * for the result, and then ask again.
 */
export function createUploadFinisher(deps: FinishDeps, writers: Writers) {
  const underWay = new Map<string, Promise<FinishOutcome>>()
  return async (caller: Uploader, id: string): Promise<FinishOutcome> => {
    const upload = await getOwnUpload(deps, caller, id)
    if (upload.received < upload.bytes)
      throw new AppError('invalid', 'The upload isn’t complete yet. Wait for it to finish.')
    const done = await getKnownOutcome(deps, upload)
    if (done) return done
    let work = underWay.get(id)
    if (!work) {
      work = finishExclusively(deps, { writers, upload, caller }).finally(() => underWay.delete(id))
      work.catch((error: unknown) => deps.log.error({ err: error }, 'an upload could not be finished'))
      underWay.set(id, work)
    }
    return Promise.race([work, waitForOutcome()])
  }
}

function waitForOutcome(): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), MAX_WAIT_MS).unref()
  })
}

async function getKnownOutcome({ db }: FinishDeps, { fileId, refusal }: Upload): Promise<FinishOutcome> {
  if (refusal !== null) return refusal as InvalidFile
  const file = fileId === null ? undefined : await findStoredFile(db, fileId)
  return file && { file }
}

type Uploader = Pick<Caller, 'id' | 'role'>
type FinishRequest = { writers: Writers; upload: Upload; caller: Uploader }

async function finishExclusively(deps: FinishDeps, { writers, upload, caller }: FinishRequest): Promise<FinishOutcome> {
  const writing = await writers.begin({ id: upload.id, by: { memberId: caller.id, role: caller.role } }, () => {}, true)
  // Another process is already working on the file.
  if (!writing) return undefined
  try {
    // While this request was waiting, the file may have been finished.
    const now = await getOwnUpload(deps, caller, upload.id)
    return (await getKnownOutcome(deps, now)) ?? (await finish(deps, now, caller))
  } finally {
    await writing.stop()
  }
}

async function finish(deps: FinishDeps, upload: Upload, caller: Uploader): Promise<FinishOutcome> {
  const { db, files, config, now } = deps
  const { id, use } = upload
  const given = {
    source: getStagedPath(config, id),
    name: upload.name,
    use: use === 'cover' ? ('picture' as const) : use,
    target: getFaststartPath(config, id),
  }
  const prepared = await prepareFile(given, upload.memberId)
  const refuse = async (refusal: InvalidFile) => {
    await saveOutcome(db, id, { refusal }, now())
    await removeStagedFile(config, id)
    return refusal
  }
  if ('wrong' in prepared) return refuse(prepared)
  const { place, stored, givenSha256, ...facts } = prepared
  const drawn = await renderPictures(upload, place)
  if ('wrong' in drawn) return refuse(drawn)

  const file: ProductFile = facts
  const images = await Promise.all(
    drawn.map(async (image) => ({ image, content: await computeDigest(readChunks(image.file.source)) })),
  )
  const contents = new Map<ProductFile, StoredFile>([
    [file, stored],
    ...images.map(({ image, content }) => [image.file, content] as const),
  ])
  const saveAll = async () => {
    if ((await files.size(stored.sha256)) !== stored.bytes) await files.take(stored, place)
    for (const { image, content } of images)
      if ((await files.size(content.sha256)) !== content.bytes)
        await files.keep(content, () => Promise.resolve(readChunks(image.file.source)))
  }
  await saveAll()
  const fileId = await saveInTransaction(deps, contents, async (saving) => {
    // While this was waiting for the lock, files may have been deleted because they were unused. From here on, none can
    // be deleted.
    await saveAll()
    const fileId = await saveProductFile(saving, file)
    if (givenSha256 !== stored.sha256) await saveOriginalDigest(saving.tx, fileId, givenSha256)
    const sizes = []
    for (const { image } of images)
      sizes.push({ format: image.format, width: image.width, fileId: await saveProductFile(saving, image.file) })
    if (sizes.length > 0) await saveRenderedCover(saving.tx, fileId, sizes)
    await saveOutcome(saving.tx, id, { fileId }, saving.now)
    await recordEvent(saving.tx, {
      at: saving.now,
      kind: 'file.uploaded',
      by: toStaff(caller),
      subject: { id: fileId, name: file.name },
      after: { bytes: stored.bytes, use },
    })
    return fileId
  })
  await removeStagedFile(config, id)
  const uploaded = await findStoredFile(db, fileId)
  return uploaded && { file: uploaded }
}

/**
 * Renders a cover in all sizes. Other pictures are rendered only to check that this works, and the result is discarded.
 */
async function renderPictures(
  { use, memberId: member }: Upload,
  place: string,
): Promise<DrawnPicture[] | { wrong: string }> {
  if (use === 'cover') return drawWidths({ source: place }, { called: 'cover', widths: COVER_WIDTHS, member })
  if (use !== 'picture') return []
  const drawn = await drawWidths({ source: place }, { called: 'picture', widths: [64], member })
  return 'wrong' in drawn ? drawn : []
}
