import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, as they stand in addresses and headers. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. It has enough randomness of its own: no salt, no slow hash. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
