import { readSite } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDay } from '#shared/dates.ts'
import { isUuid } from '#shared/ids.ts'
import { hasPermissionForAny, STAFF_ROLES } from '#shared/policy.ts'
import {
  isAddressValid,
  isSampleAddressValid,
  isStaffAddressValid,
  type MediaAddress,
  type SampleAddress,
  type StaffAddress,
  getStaffExpiry,
  createStaffMediaAddress,
} from './media-addresses.service.ts'
import {
  findFile,
  findFileForMember,
  findFileForStaff,
  findSampleFile,
  findFreeEpisodeFile,
  findCurrentEpisodeFile,
} from './media.queries.ts'
import { getFeedFileAddress, type MediaFile } from './media.rules.ts'

/**
 * Finds the file of a signed URL. Checks the session and the member's access each time, so that a logout or refund
 * invalidates earlier URLs. All rejections are identical, so that callers can't probe for files.
 */
export async function openMedia(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  address: MediaAddress & { name: string },
): Promise<MediaFile> {
  const { fileId, memberId, sessionId, name } = address
  const time = now()
  if (![fileId, memberId, sessionId].every(isUuid) || !isAddressValid(config.appSecret, address, time))
    throw fileNotFoundError()
  const file = await findFileForMember(db, { fileId, memberId, sessionId, now: time })
  if (file?.name !== name) throw fileNotFoundError()
  return file
}

const UPLOAD_PREVIEW_MS = 7 * 24 * 60 * 60_000

type StaffDeps = Pick<Deps, 'db' | 'config' | 'now'>

/** Returns the URL where staff can view a file of a product that is being edited, for one or two hours. */
export async function getStaffAddress(
  deps: StaffDeps,
  caller: Pick<Caller, 'id' | 'sessionId'>,
  { fileId, productId }: { fileId: string; productId: string | undefined },
): Promise<{ address: string; until: Date }> {
  const [memberId, expiresAt] = [caller.id, getStaffExpiry(deps.now())]
  const file = await findStaffFile(deps, { fileId, productId, memberId, sessionId: caller.sessionId })
  const given = { fileId, memberId, sessionId: caller.sessionId, productId }
  return {
    address: createStaffMediaAddress(deps.config.appSecret, { ...given, name: file.name, expiresAt }),
    until: expiresAt,
  }
}

/**
 * Finds the file of a URL that `getStaffAddress` returned. Like `openMedia`, checks this each time, so that the URL
 * stops working when the session, the role, or the draft no longer exists.
 */
export async function openStaffMedia(deps: StaffDeps, address: StaffAddress & { name: string }): Promise<MediaFile> {
  if (!isStaffAddressValid(deps.config.appSecret, address, deps.now())) throw fileNotFoundError()
  const file = await findStaffFile(deps, address)
  if (file.name !== address.name) throw fileNotFoundError()
  return file
}

async function findStaffFile(
  { db, now }: StaffDeps,
  asked: Pick<StaffAddress, 'fileId' | 'memberId' | 'sessionId' | 'productId'>,
): Promise<MediaFile> {
  const { fileId, memberId, sessionId, productId } = asked
  const time = now()
  const areIds = [fileId, memberId, sessionId, productId ?? fileId].every(isUuid)
  const roles = STAFF_ROLES.filter((role) => hasPermissionForAny(role, 'upload files'))
  const uploadedSince = new Date(time.getTime() - UPLOAD_PREVIEW_MS)
  const file = areIds
    ? await findFileForStaff(db, { fileId, memberId, sessionId, productId, roles, uploadedSince, now: time })
    : undefined
  if (!file) throw fileNotFoundError()
  return file
}

/**
 * Finds the file of a sample's URL. Checks this each time, so that the URL stops working when the lecture is removed or
 * is no longer a sample, or when its course goes off sale.
 */
export async function openSample(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  address: SampleAddress & { name: string },
): Promise<MediaFile> {
  const isValid = isUuid(address.fileId) && isSampleAddressValid(config.appSecret, address, now())
  const file = isValid ? await findSampleFile(db, address.fileId) : undefined
  if (file?.name !== address.name) throw fileNotFoundError()
  return file
}

export async function openImage({ db }: Pick<Deps, 'db'>, fileId: string, name: string): Promise<MediaFile> {
  const file = isUuid(fileId) ? await findFile(db, fileId) : undefined
  if (!file?.isPublic || file.name !== name) throw fileNotFoundError()
  return file
}

/**
 * Finds a file in the podcast feed, which is public while the podcast is free. Players keep an episode's first URL, so
 * a former file name redirects to the current file.
 */
export async function openFeedFile(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { slug, name }: { slug: string; name: string },
): Promise<(MediaFile & { bytes: number }) | { movedTo: string }> {
  const today = formatDay(now(), (await readSite(db)).timeZone)
  const file = await findFreeEpisodeFile(db, { slug, name, today })
  if (file) return file
  const present = await findCurrentEpisodeFile(db, { slug, name, today })
  if (!present) throw fileNotFoundError()
  return { movedTo: getFeedFileAddress(present.slug, present.name) }
}

export function fileNotFoundError(): AppError {
  return new AppError('not_found', 'File not found.')
}
