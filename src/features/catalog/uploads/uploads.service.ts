import path from 'node:path'
import { refuseInactive } from '#features/foundation/audit-log/audit-log.public.ts'
import { digestPieces } from '#features/foundation/files/files.public.ts'
import type { Deps } from '#platform/deps.ts'
import { refuseWithoutRoom } from '#platform/files/room-for.ts'
import { unlessMissing } from '#platform/files/unless-missing.ts'
import type { Caller } from '#platform/http/access.ts'
import { freeBytes } from '#platform/room.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { may, notAllowed, type Staff } from '#shared/policy.ts'
import { listStaged, removeStaged, stagedPlace, stagingFolder } from './staging.service.ts'
import {
  countUnfinished,
  deleteOldUploads,
  findUpload,
  holdAnnouncing,
  idsUnfinished,
  insertUpload,
  listUnfinished,
  type Upload,
} from './uploads.queries.ts'
import {
  ABANDONED_AFTER_MS,
  COMPARED_BYTES,
  KEPT_AFTER_MS,
  MOST_COMPARED_AT_ONCE,
  MOST_UNFINISHED,
  plainName,
  problemBefore,
  type Use,
} from './uploads.rules.ts'

type UploadDeps = Pick<Deps, 'db' | 'config' | 'now'>

export function noSuchUpload(): AppError {
  return new AppError('not_found', 'This upload is no longer known. Please choose the file once more.')
}

export function staffOf({ id, role }: Pick<Caller, 'id' | 'role'>): Staff {
  return { kind: 'member', memberId: id, role }
}

/** Makes room for a file that a member of staff is about to send, or says why it is not taken. */
export async function announce(
  { db, config, now }: UploadDeps,
  caller: Pick<Caller, 'id' | 'role'>,
  given: { id: string; name: string; use: Use; bytes: number },
): Promise<void> {
  const by = staffOf(caller)
  if (!may(by, 'upload files')) throw notAllowed(by, 'upload files')
  const { id, use, bytes } = given
  const name = plainName(given.name)
  const problem = problemBefore(use, { name, bytes })
  if (problem !== undefined) throw new AppError('invalid', `${name || 'The file'} ${problem}.`)
  await db.transaction(async (tx) => {
    await refuseInactive(tx, by)
    await holdAnnouncing(tx)
    const { ofMember, bytesToCome } = await countUnfinished(tx, caller.id)
    if (ofMember >= MOST_UNFINISHED)
      throw new AppError(
        'too_many_requests',
        `${ofMember} uploads of yours are not finished. Please finish or cancel some of them first.`,
      )
    await refuseWithoutRoom(
      { free: () => freeFor(config) },
      bytes + bytesToCome,
      'Nothing was sent. Please ask whoever runs the academy’s server to make room.',
    )
    await insertUpload(tx, { id, memberId: caller.id, use, name, bytes, now: now() })
  })
}

/** What may be written where uploads are gathered. */
async function freeFor(config: Deps['config']): Promise<number | undefined> {
  for (let place = stagingFolder(config); ; place = path.dirname(place)) {
    const free = await unlessMissing(freeBytes(place))
    if (free !== undefined || place === path.dirname(place)) return free
  }
}

/** An upload of the caller's own: another's answers as one that is not there. */
export async function ownUpload({ db }: Pick<Deps, 'db'>, caller: Pick<Caller, 'id'>, id: string): Promise<Upload> {
  const found = isUuid(id) ? await findUpload(db, { id, memberId: caller.id }) : undefined
  if (!found) throw noSuchUpload()
  return found
}

/** The oldest first. */
export function unfinishedUploads({ db }: Pick<Deps, 'db'>, caller: Pick<Caller, 'id'>): Promise<Upload[]> {
  return listUnfinished(db, caller.id)
}

/**
 * The digests of what has come from a place on: before an upload goes on, the browser compares them with the file that was chosen again, since name and size
 * prove nothing. Each is of 8 MiB, the last of what is left.
 */
export async function digestsOf(
  deps: UploadDeps,
  caller: Caller,
  { id, from }: { id: string; from: number },
): Promise<{ sha256: string; bytes: number }[]> {
  const { received } = await ownUpload(deps, caller, id)
  const to = Math.min(received, from + COMPARED_BYTES * MOST_COMPARED_AT_ONCE)
  return digestPieces({ source: stagedPlace(deps.config, id), from, to, bytes: COMPARED_BYTES })
}

/** The job of each night: what was given up is forgotten, and what lies in the folder for nobody is removed. */
export async function sweepUploads({ db, config, now }: UploadDeps): Promise<void> {
  const time = now()
  const before = (ms: number) => new Date(time.getTime() - ms)
  await deleteOldUploads(db, {
    abandonedBefore: before(ABANDONED_AFTER_MS),
    finishedBefore: before(KEPT_AFTER_MS),
    now: time,
  })
  // Listed first: what begins meanwhile is in the table before it is in the folder.
  const lying = new Set<string>()
  for await (const id of listStaged(config)) lying.add(id)
  const known = await idsUnfinished(db)
  for (const id of lying) if (!known.has(id)) await removeStaged(config, id)
}
