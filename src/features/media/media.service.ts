import { ownsProduct } from '#features/ownership/ownership.public.ts'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { isAddressValid, type MediaAddress } from './media-address.service.ts'
import { findFile, productsWithFile } from './media.queries.ts'
import type { KeptFile } from './media.rules.ts'

/**
 * The file behind a signed address. Whether the member still owns it is asked each time, so that a refund closes
 * addresses given out before. Every refusal is the same, so that nothing can be probed.
 */
export async function openMedia(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  address: MediaAddress & { name: string },
): Promise<KeptFile> {
  const { fileId, memberId, name } = address
  if (!isUuid(fileId) || !isUuid(memberId) || !isAddressValid(config.appSecret, address, now())) throw noSuchFile()
  const file = await findFile(db, fileId)
  if (file?.name !== name) throw noSuchFile()
  if (!(await mayFetch(db, memberId, fileId))) throw noSuchFile()
  return file
}

/** Whether the file belongs to a product that the member owns, or to a free one. */
export async function mayFetch(db: Deps['db'], memberId: string, fileId: string): Promise<boolean> {
  for (const { productId, isFree } of await productsWithFile(db, fileId)) {
    if (isFree || (await ownsProduct(db, memberId, productId))) return true
  }
  return false
}

export async function openImage({ db }: Pick<Deps, 'db'>, fileId: string, name: string): Promise<KeptFile> {
  const file = isUuid(fileId) ? await findFile(db, fileId) : undefined
  if (!file?.isPublic || file.name !== name) throw noSuchFile()
  return file
}

export function noSuchFile(): AppError {
  return new AppError('not_found', 'No such file.')
}
