import { askProvider, NO_PAYMENT, type ProviderKeys } from './payment-provider.ts'

const LIMIT_MS = 4_000

export type TriedKeys = 'taken' | 'refused' | 'not answered'

/** Whether the card provider knows these keys. Changes nothing. */
export async function tryKeys(keys: ProviderKeys): Promise<TriedKeys> {
  const reply = await askProvider(keys, NO_PAYMENT, { limitMs: LIMIT_MS }).catch(() => undefined)
  await reply?.body?.cancel()
  if (!reply || reply.status >= 500 || reply.status === 429) return 'not answered'
  return reply.status === 404 || reply.status === 200 ? 'taken' : 'refused'
}
