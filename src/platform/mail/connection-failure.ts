import { PrivateAddressError } from '../public-address.ts'

/** Why a connection to a mail server failed. */
export type ConnectionFailure = 'unknown host' | 'private address' | 'refused connection' | 'no answer' | 'encryption'

/** Returns undefined if the error came after the connection was made. */
export function classifyConnectionError(error: Error, codes: readonly string[]): ConnectionFailure | undefined {
  const has = (...wanted: string[]) => wanted.some((each) => codes.includes(each))
  if (error instanceof PrivateAddressError) return 'private address'
  if (has('ENOTFOUND', 'EAI_AGAIN', 'EDNS', 'ENODATA')) return 'unknown host'
  if (has('ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH')) return 'refused connection'
  // The connection setup fails if the server expects encryption from the start and gets none, or the other way around.
  if (has('ETLS', 'EREQUIRETLS', 'UPGRADE_TIMEOUT') || /\b(ssl|tls|starttls|certificate)\b/i.test(error.message))
    return 'encryption'
  if (has('CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'ETIMEOUT')) return 'no answer'
  const isTimeout = /tim(e|ed) ?out|never received/i.test(error.message)
  return has('ETIMEDOUT', 'ESOCKET', 'ECONNECTION') && isTimeout ? 'no answer' : undefined
}
