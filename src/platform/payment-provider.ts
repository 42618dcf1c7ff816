import type { StripeKeys } from './config.ts'

const PROVIDER = 'https://api.stripe.com'
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }

/**
 * The URL of a payment that doesn't exist. The response to a request for it proves that the keys work, and the request
 * changes nothing.
 */
export const NONEXISTENT_PAYMENT = '/v1/payment_intents/pi_doctor'

export type ProviderKeys = Pick<StripeKeys, 'secretKey' | 'apiUrl'>

export function providerUrl({ apiUrl }: Pick<ProviderKeys, 'apiUrl'>): string {
  return apiUrl ?? PROVIDER
}

/**
 * Makes calls that the provider's library doesn't support, or that must not be retried. Fails if no response arrives
 * within the limit.
 */
export function fetchFromProvider(
  { secretKey, apiUrl }: ProviderKeys,
  call: string,
  { method = 'GET', body, limitMs }: { method?: string; body?: string | undefined; limitMs: number },
): Promise<Response> {
  return fetch(new URL(call, providerUrl({ apiUrl })), {
    method,
    headers: { authorization: `Bearer ${secretKey}`, ...(body !== undefined && FORM_HEADERS) },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(limitMs),
  })
}

/** Parses the API's URL into the options of the provider's library. */
export function parseApiUrl(apiUrl: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiUrl === undefined) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' }
}
