import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import type { TokenPurpose } from './account-tokens.queries.ts'

/** 256 random bits, URL-safe. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

type LinkPurpose = TokenPurpose | 'change_email' | 'end_session'

/** The same token for every retry of one email request: 256 bits that can't be derived without the secret. */
export function deriveToken({ config }: Pick<Deps, 'config'>, purpose: LinkPurpose, request: string): string {
  return createHmac('sha256', config.appSecret).update(`${purpose}:${request}`).digest('base64url')
}

/** The email id of a registration. Only the registering browser has the key it is derived from. */
export function getRegistrationRequestId(memberId: string, browserKey: string): string {
  const hex = createHash('sha256').update(`${memberId}:${browserKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The stored form of a token. Tokens are random enough to need no salt and no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
