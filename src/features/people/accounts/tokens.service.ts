import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import type { TokenPurpose } from './account-tokens.queries.ts'

/** 256 random bits, as they stand in addresses and headers. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What a mailed link may be for. */
type LinkPurpose = TokenPurpose | 'change_email' | 'end_session'

/** The token that a request for a mail has, however often it is asked for: 256 bits that nobody can work out without the secret. */
export function deriveToken({ config }: Pick<Deps, 'config'>, purpose: LinkPurpose, request: string): string {
  return createHmac('sha256', config.appSecret).update(`${purpose}:${request}`).digest('base64url')
}

/** The id of the email for a registration. Only the browser that registered has the key it is made of. */
export function getRegistrationRequestId(memberId: string, browserKey: string): string {
  const hex = createHash('sha256').update(`${memberId}:${browserKey}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What is stored of a token. It has enough randomness of its own: no salt, no slow hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
