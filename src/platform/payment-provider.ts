import type { StripeKeys } from './config.ts'

const PROVIDER = 'https://api.stripe.com'
const FORM_HEADERS = { 'content-type': 'application/x-www-form-urlencoded' }

/** A payment that does not exist: whoever is told so was let in, and nothing is changed. */
export const NONEXISTENT_PAYMENT = '/v1/payment_intents/pi_doctor'

export type ProviderKeys = Pick<StripeKeys, 'secretKey' | 'apiUrl'>

export function providerUrl({ apiUrl }: Pick<ProviderKeys, 'apiUrl'>): string {
  return apiUrl ?? PROVIDER
}

/** Asks the card provider what its library has no call for, or what shall not be asked twice. Fails where no answer comes within the limit. */
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

/** As the provider's library takes it. */
export function parseApiUrl(apiUrl: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiUrl === undefined) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' }
}
