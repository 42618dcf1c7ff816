import type { Deps } from '#platform/deps.ts'
import { expiryFrom, mediaAddress } from './media-address.service.ts'

export { imagesOf } from './covers.queries.ts'
export { findFileFor } from './media.queries.ts'
export { feedFileAddress, imageAddress, imagesFrom, imageUrlOf } from './media.rules.ts'

/** The address under which a member can fetch a file for the next hours, as long as the product is owned. */
export function mediaAddressFor(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  memberId: string,
  { id, name }: { id: string; name: string },
): string {
  return mediaAddress(config.appSecret, { fileId: id, name, memberId, expiresAt: expiryFrom(now()) })
}
