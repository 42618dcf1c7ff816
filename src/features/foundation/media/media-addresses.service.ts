import { createHmac, timingSafeEqual } from 'node:crypto'

const HOUR_MS = 3_600_000
export const MAX_ADDRESS_LIFETIME_MS = 4 * HOUR_MS

export type MediaAddress = {
  fileId: string
  memberId: string
  /** The session in which the URL was issued. The URL expires with this session. */
  sessionId: string
  /** The time when the URL expires, in Unix seconds. */
  expires: number
  signature: string
}

/**
 * A URL where staff can view a file that is being edited. `productId` is the product that is being edited. It is
 * undefined for a file that was only uploaded.
 */
export type StaffAddress = MediaAddress & { productId: string | undefined }

/**
 * How long URLs for staff and samples are valid. This is shorter than for members, because an open page can request
 * another URL.
 */
export const MAX_STAFF_ADDRESS_LIFETIME_MS = 2 * HOUR_MS

type SignedParams = Omit<MediaAddress, 'signature'>

/**
 * Returns a time on the hour, three to four hours from now. Requests within an hour get the same URL, so that playback
 * is not interrupted.
 */
export function getExpiry(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + MAX_ADDRESS_LIFETIME_MS)
}

/** Returns the path on the API host where one member can get one file, until the session ends or the URL expires. */
export function createMediaAddress(
  secret: string,
  { name, expiresAt, ...given }: Omit<SignedParams, 'expires'> & { name: string; expiresAt: Date },
): string {
  const signed = { ...given, expires: Math.floor(expiresAt.getTime() / 1000) }
  // None of these parts needs URL encoding.
  const query = `expires=${signed.expires}&member=${signed.memberId}&session=${signed.sessionId}&signature=${computeSignature(secret, signed)}`
  return `/media/${signed.fileId}/${encodeURIComponent(name)}?${query}`
}

export function isAddressValid(
  secret: string,
  { signature, ...signed }: MediaAddress,
  now: Date,
  what?: typeof BUNDLE,
): boolean {
  const left = signed.expires * 1000 - now.getTime()
  if (!(left > 0 && left <= MAX_ADDRESS_LIFETIME_MS)) return false
  return isSameSignature(signature, computeSignature(secret, signed, what))
}

export const BUNDLE = 'bundle of a course'

/**
 * Returns the path where one member can get all handouts of a course as one ZIP file. The same rules apply as for a
 * single file.
 */
export function createBundleAddress(
  secret: string,
  { courseId, name, expiresAt, ...given }: Pick<SignedParams, 'memberId' | 'sessionId'> & BundleTarget,
): string {
  const signed = { ...given, fileId: courseId, expires: Math.floor(expiresAt.getTime() / 1000) }
  const query = `expires=${signed.expires}&member=${signed.memberId}&session=${signed.sessionId}&signature=${computeSignature(secret, signed, BUNDLE)}`
  return `/media/course/${courseId}/${encodeURIComponent(name)}?${query}`
}

type BundleTarget = { courseId: string; name: string; expiresAt: Date }

/** Like `getExpiry`, with the shorter lifetime of staff URLs. */
export function getStaffExpiry(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + MAX_STAFF_ADDRESS_LIFETIME_MS)
}

/** Returns the path where one staff member can get one file that is being edited. */
export function createStaffMediaAddress(
  secret: string,
  {
    name,
    expiresAt,
    productId,
    ...given
  }: Omit<SignedParams, 'expires'> & Pick<StaffAddress, 'productId'> & { name: string; expiresAt: Date },
): string {
  const signed = { ...given, expires: Math.floor(expiresAt.getTime() / 1000) }
  const signature = computeSignature(secret, signed, getStaffSubject(productId))
  const product = productId === undefined ? '' : `&product=${productId}`
  return `/media/studio/${signed.fileId}/${encodeURIComponent(name)}?expires=${signed.expires}&member=${signed.memberId}&session=${signed.sessionId}${product}&signature=${signature}`
}

export function isStaffAddressValid(
  secret: string,
  { signature, productId, ...signed }: StaffAddress,
  now: Date,
): boolean {
  const left = signed.expires * 1000 - now.getTime()
  return (
    left > 0 &&
    left <= MAX_STAFF_ADDRESS_LIFETIME_MS &&
    isSameSignature(signature, computeSignature(secret, signed, getStaffSubject(productId)))
  )
}

/** The URL for a course's free sample. It needs no session. `expires` is in Unix seconds. */
export type SampleAddress = { fileId: string; expires: number; signature: string }

/** Returns the path where anyone can get one file of a sample, for one or two hours. */
export function createSampleAddress(
  secret: string,
  { fileId, name, expiresAt }: { fileId: string; name: string; expiresAt: Date },
): string {
  const expires = Math.floor(expiresAt.getTime() / 1000)
  const signature = computeSignature(secret, anonymousParams(fileId, expires), SAMPLE)
  return `/media/sample/${fileId}/${encodeURIComponent(name)}?expires=${expires}&signature=${signature}`
}

export function isSampleAddressValid(
  secret: string,
  { fileId, expires, signature }: SampleAddress,
  now: Date,
): boolean {
  const left = expires * 1000 - now.getTime()
  const right = computeSignature(secret, anonymousParams(fileId, expires), SAMPLE)
  return left > 0 && left <= MAX_STAFF_ADDRESS_LIFETIME_MS && isSameSignature(signature, right)
}

const SAMPLE = 'sample media'
const anonymousParams = (fileId: string, expires: number): SignedParams => ({
  fileId,
  memberId: '',
  sessionId: '',
  expires,
})

/** Returns the text that is signed. Its first line keeps these signatures distinct from those for members. */
function getStaffSubject(productId: string | undefined): string {
  return `studio media\n${productId ?? 'uploaded'}`
}

function isSameSignature(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function computeSignature(
  secret: string,
  { fileId, memberId, sessionId, expires }: SignedParams,
  what = 'media',
): string {
  // The first word keeps this signature distinct from everything else that is signed with the secret.
  return createHmac('sha256', secret)
    .update(`${what}\n${fileId}\n${memberId}\n${sessionId}\n${expires}`)
    .digest('base64url')
}
