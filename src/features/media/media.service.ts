import { readSite } from '#features/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { dayOf } from '#shared/dates.ts'
import { isUuid } from '#shared/ids.ts'
import { isAddressValid, type MediaAddress } from './media-address.service.ts'
import { findFile, findFileFor, findFreeEpisodeFile } from './media.queries.ts'
import type { KeptFile } from './media.rules.ts'

/**
 * The file behind a signed address. Whether the session lasts and the member still owns it is asked each time, so that a logout
 * or a refund closes addresses given out before. Every refusal is the same, so that nothing can be probed.
 */
export async function openMedia(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  address: MediaAddress & { name: string },
): Promise<KeptFile> {
  const { fileId, memberId, sessionId, name } = address
  const time = now()
  if (![fileId, memberId, sessionId].every(isUuid) || !isAddressValid(config.appSecret, address, time))
    throw noSuchFile()
  const file = await findFileFor(db, { fileId, memberId, sessionId, now: time })
  if (file?.name !== name) throw noSuchFile()
  return file
}

export async function openImage({ db }: Pick<Deps, 'db'>, fileId: string, name: string): Promise<KeptFile> {
  const file = isUuid(fileId) ? await findFile(db, fileId) : undefined
  if (!file?.isPublic || file.name !== name) throw noSuchFile()
  return file
}

/** What the podcast feed names: open to everybody, as long as the podcast is free. */
export async function openFeedFile(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { slug, name }: { slug: string; name: string },
): Promise<KeptFile & { bytes: number }> {
  const today = dayOf(now(), (await readSite(db)).timeZone)
  const file = await findFreeEpisodeFile(db, { slug, name, today })
  if (!file) throw noSuchFile()
  return file
}

export function noSuchFile(): AppError {
  return new AppError('not_found', 'No such file.')
}
