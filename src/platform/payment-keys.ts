import type { StripeKeys } from './config.ts'

const PROVIDER = 'https://api.stripe.com'
const LIMIT_MS = 4_000

export type TriedKeys = 'taken' | 'refused' | 'not answered'

/** Asks the card provider for a payment that does not exist: whoever is told so was let in. Changes nothing. */
export async function tryKeys({ secretKey, apiUrl }: Pick<StripeKeys, 'secretKey' | 'apiUrl'>): Promise<TriedKeys> {
  const reply = await fetch(new URL('/v1/payment_intents/pi_doctor', apiUrl ?? PROVIDER), {
    headers: { authorization: `Bearer ${secretKey}` },
    signal: AbortSignal.timeout(LIMIT_MS),
  }).catch(() => undefined)
  await reply?.body?.cancel()
  if (!reply || reply.status >= 500 || reply.status === 429) return 'not answered'
  return reply.status === 404 || reply.status === 200 ? 'taken' : 'refused'
}
