import { createHmac, timingSafeEqual } from 'node:crypto'

const HOUR_MS = 3_600_000
export const LONGEST_ADDRESS_MS = 4 * HOUR_MS

export type MediaAddress = {
  fileId: string
  memberId: string
  /** The session in which the address was handed out. When it ends, so does the address. */
  sessionId: string
  /** Unix seconds. */
  expires: number
  signature: string
}

type Signed = Omit<MediaAddress, 'signature'>

/**
 * Three to four hours from now, on the hour: within one hour everybody who asks again gets the same address, so that what plays
 * need not be loaded anew.
 */
export function expiryFrom(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + LONGEST_ADDRESS_MS)
}

/** The path on the API host under which one member can fetch one file until the session ends or the address expires. */
export function mediaAddress(
  secret: string,
  { name, expiresAt, ...given }: Omit<Signed, 'expires'> & { name: string; expiresAt: Date },
): string {
  const signed = { ...given, expires: Math.floor(expiresAt.getTime() / 1000) }
  // None of its parts has a letter that an address would have to escape.
  const query = `expires=${signed.expires}&member=${signed.memberId}&session=${signed.sessionId}&signature=${signatureOf(secret, signed)}`
  return `/media/${signed.fileId}/${encodeURIComponent(name)}?${query}`
}

export function isAddressValid(secret: string, { signature, ...signed }: MediaAddress, now: Date): boolean {
  const left = signed.expires * 1000 - now.getTime()
  if (!(left > 0 && left <= LONGEST_ADDRESS_MS)) return false
  const given = Buffer.from(signature)
  const right = Buffer.from(signatureOf(secret, signed))
  return given.length === right.length && timingSafeEqual(given, right)
}

function signatureOf(secret: string, { fileId, memberId, sessionId, expires }: Signed): string {
  // The first word keeps this signature from ever meaning anything else signed with the same secret.
  return createHmac('sha256', secret)
    .update(`media\n${fileId}\n${memberId}\n${sessionId}\n${expires}`)
    .digest('base64url')
}
