import type { Deps } from '#platform/deps.ts'
import type { Caller } from '#platform/http/access.ts'
import { getBundleName, MAX_BUNDLE_BYTES } from './zip-downloads.rules.ts'
import {
  createBundleAddress,
  getExpiry,
  createMediaAddress,
  createSampleAddress,
  getStaffExpiry,
} from './media-addresses.service.ts'

export { listCoverImages } from './covers.queries.ts'
export { findFileForMember } from './media.queries.ts'
export { getFeedFileAddress, toImages, getImageUrl } from './media.rules.ts'

export type Viewer = Pick<Caller, 'id' | 'sessionId'>

/**
 * Returns the URL where a member can get a file for some hours, as long as the session is active and the member has
 * access to the product.
 */
export function mediaAddressFor(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { id: memberId, sessionId }: Viewer,
  { id, name }: { id: string; name: string },
): string {
  return createMediaAddress(config.appSecret, { fileId: id, name, memberId, sessionId, expiresAt: getExpiry(now()) })
}

/**
 * Returns the URL where a member can get all handouts of a course as one ZIP file. Returns null if there are fewer than
 * two, or more than a ZIP file can contain.
 */
export function bundleAddressFor(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { id: memberId, sessionId }: Viewer,
  { id: courseId, slug, files }: { id: string; slug: string; files: readonly { bytes: number }[] },
): { address: string; bytes: number } | null {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (files.length < 2 || bytes > MAX_BUNDLE_BYTES) return null
  const named = { courseId, name: getBundleName(slug), expiresAt: getExpiry(now()) }
  return { address: createBundleAddress(config.appSecret, { ...named, memberId, sessionId }), bytes }
}

/** Returns the URL where anyone can get a sample's file for an hour or two, as long as the lecture is a sample. */
export function sampleAddressFor(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  { id, name }: { id: string; name: string },
): string {
  return createSampleAddress(config.appSecret, { fileId: id, name, expiresAt: getStaffExpiry(now()) })
}
