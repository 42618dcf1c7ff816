import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { expiryFrom, mediaAddress } from './media-address.service.ts'

export { imagesOf } from './covers.queries.ts'
export { findFileFor } from './media.queries.ts'
export { feedFileAddress, imagesFrom, imageUrlOf } from './media.rules.ts'

/** Who fetches a file, and in which session. */
export type Viewer = Pick<Caller, 'id' | 'sessionId'>

/** The address under which a member can fetch a file for the next hours, as long as the session lasts and the product is owned. */
export function mediaAddressFor(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { id: memberId, sessionId }: Viewer,
  { id, name }: { id: string; name: string },
): string {
  return mediaAddress(config.appSecret, { fileId: id, name, memberId, sessionId, expiresAt: expiryFrom(now()) })
}
