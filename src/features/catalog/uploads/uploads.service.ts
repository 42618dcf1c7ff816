import path from 'node:path'
import { assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import { digestChunks } from '#features/foundation/files/files.public.ts'
import type { Deps } from '#platform/deps.ts'
import { requireFreeSpace } from '#platform/files/require-free-space.ts'
import { undefinedIfMissing } from '#platform/files/undefined-if-missing.ts'
import type { Caller } from '#platform/http/access.ts'
import { getFreeDiskBytes } from '#platform/disk-space.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { listStagedFiles, removeStagedFile, getStagedPath, getStagingFolder } from './staging.service.ts'
import {
  countUnfinished,
  deleteOldUploads,
  findUpload,
  lockUploadCreation,
  listUnfinishedIds,
  insertUpload,
  listUnfinished,
  type Upload,
} from './uploads.queries.ts'
import {
  ABANDONED_AFTER_MS,
  COMPARED_CHUNK_BYTES,
  OUTCOME_RETENTION_MS,
  MAX_COMPARED_CHUNKS,
  MAX_UNFINISHED,
  sanitizeFileName,
  validateBeforeUpload,
  type UploadPurpose,
} from './uploads.rules.ts'

type UploadDeps = Pick<Deps, 'db' | 'config' | 'now'>

export function uploadNotFoundError(): AppError {
  return new AppError('not_found', 'This upload no longer exists. Please choose the file again.')
}

export function toStaff({ id, role }: Pick<Caller, 'id' | 'role'>): Staff {
  return { kind: 'member', memberId: id, role }
}

/** Reserves space for a staff member's upload. If it is rejected, throws the reason. */
export async function createUpload(
  { db, config, now }: UploadDeps,
  caller: Pick<Caller, 'id' | 'role'>,
  given: { id: string; name: string; use: UploadPurpose; bytes: number },
): Promise<void> {
  const by = toStaff(caller)
  if (!hasPermission(by, 'upload files')) throw permissionDeniedError(by, 'upload files')
  const { id, use, bytes } = given
  const name = sanitizeFileName(given.name)
  const problem = validateBeforeUpload(use, { name, bytes })
  if (problem !== undefined) throw new AppError('invalid', `${name || 'The file'} ${problem}.`)
  await db.transaction(async (tx) => {
    await assertActive(tx, by)
    await lockUploadCreation(tx)
    const { ofMember, bytesToCome } = await countUnfinished(tx, caller.id)
    if (ofMember >= MAX_UNFINISHED)
      throw new AppError(
        'too_many_requests',
        `You have ${ofMember} unfinished uploads. Please finish or cancel some of them first.`,
      )
    await requireFreeSpace(
      { free: () => getFreeBytes(config) },
      bytes + bytesToCome,
      'Nothing was uploaded. Ask your server administrator to free up disk space.',
    )
    await insertUpload(tx, { id, memberId: caller.id, use, name, bytes, now: now() })
  })
}

async function getFreeBytes(config: Deps['config']): Promise<number | undefined> {
  for (let place = getStagingFolder(config); ; place = path.dirname(place)) {
    const free = await undefinedIfMissing(getFreeDiskBytes(place))
    if (free !== undefined || place === path.dirname(place)) return free
  }
}

/** Finds one of the caller's own uploads. Another member's upload is reported as missing. */
export async function getOwnUpload({ db }: Pick<Deps, 'db'>, caller: Pick<Caller, 'id'>, id: string): Promise<Upload> {
  const found = isUuid(id) ? await findUpload(db, { id, memberId: caller.id }) : undefined
  if (!found) throw uploadNotFoundError()
  return found
}

/** Lists the caller's unfinished uploads, oldest first. */
export function listUnfinishedUploads({ db }: Pick<Deps, 'db'>, caller: Pick<Caller, 'id'>): Promise<Upload[]> {
  return listUnfinished(db, caller.id)
}

/**
 * Computes the digests of up to 32 chunks of 8 MiB of the bytes that were received, starting at an offset. The last
 * chunk may be smaller. Before an upload resumes, the browser compares the digests with the file that the user has
 * selected again, because a matching name and size prove nothing.
 */
export async function computeDigests(
  deps: UploadDeps,
  caller: Caller,
  { id, from }: { id: string; from: number },
): Promise<{ sha256: string; bytes: number }[]> {
  const { received } = await getOwnUpload(deps, caller, id)
  const to = Math.min(received, from + COMPARED_CHUNK_BYTES * MAX_COMPARED_CHUNKS)
  return digestChunks({ source: getStagedPath(deps.config, id), from, to, bytes: COMPARED_CHUNK_BYTES })
}

/** Deletes abandoned uploads, and staged files that belong to no upload. The nightly job runs it. */
export async function cleanUpUploads({ db, config, now }: UploadDeps): Promise<void> {
  const time = now()
  const before = (ms: number) => new Date(time.getTime() - ms)
  await deleteOldUploads(db, {
    abandonedBefore: before(ABANDONED_AFTER_MS),
    finishedBefore: before(OUTCOME_RETENTION_MS),
    now: time,
  })
  // The folder is listed first, because a new upload is in the table before its file is in the folder.
  const lying = new Set<string>()
  for await (const id of listStagedFiles(config)) lying.add(id)
  const known = await listUnfinishedIds(db)
  for (const id of lying) if (!known.has(id)) await removeStagedFile(config, id)
}
