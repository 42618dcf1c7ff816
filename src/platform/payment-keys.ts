import { fetchFromProvider, NONEXISTENT_PAYMENT, type ProviderKeys } from './payment-provider.ts'

const LIMIT_MS = 4_000

export type KeyCheckResult = 'taken' | 'refused' | 'not answered'

/** Whether the card provider accepts these API keys. Changes nothing. */
export async function checkKeys(keys: ProviderKeys): Promise<KeyCheckResult> {
  const reply = await fetchFromProvider(keys, NONEXISTENT_PAYMENT, { limitMs: LIMIT_MS }).catch(() => undefined)
  await reply?.body?.cancel()
  if (!reply || reply.status >= 500 || reply.status === 429) return 'not answered'
  return reply.status === 404 || reply.status === 200 ? 'taken' : 'refused'
}
