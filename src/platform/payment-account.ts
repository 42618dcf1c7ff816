import { z } from 'zod'
import type { StripeKeys } from './config.ts'
import { fetchFromProvider, NONEXISTENT_PAYMENT, type ProviderKeys } from './payment-provider.ts'

const LIMIT_MS = 4_000

export type KeyPair = Pick<StripeKeys, 'secretKey' | 'publishableKey' | 'apiUrl'>

/** A `restricted` key may not read payments. */
export type SecretKeyCheck = 'accepted' | 'rejected' | 'restricted' | 'no answer'

/** Whether the provider accepts a secret key. Changes nothing. */
export async function checkSecretKey(keys: ProviderKeys): Promise<SecretKeyCheck> {
  try {
    const { status } = await ask(keys, NONEXISTENT_PAYMENT)
    return status === 401 ? 'rejected' : status === 403 ? 'restricted' : 'accepted'
  } catch {
    return 'no answer'
  }
}

/** The result of a check of both keys. `account` is undefined if the secret key may not read it. */
type KeyPairCheck =
  | { kind: 'no answer' | 'secret key rejected' | 'secret key restricted' }
  | { kind: 'publishable key rejected' | 'different accounts' }
  | { kind: 'accepted'; account: { id: string; name: string } | undefined }

/**
 * Whether the provider accepts both keys, and whether they belong to the same account. For an account without payments,
 * opens one and cancels it at once.
 */
export async function checkKeyPair(keys: KeyPair): Promise<KeyPairCheck> {
  const secret = await checkSecretKey(keys)
  if (secret === 'no answer') return { kind: secret }
  if (secret !== 'accepted') return { kind: `secret key ${secret}` }
  try {
    const compared = await compareKeys(keys, { mayOpenPayment: true })
    if (compared === 'publishable key rejected' || compared === 'different accounts') return { kind: compared }
    return { kind: 'accepted', account: await readAccount(keys) }
  } catch {
    return { kind: 'no answer' }
  }
}

/** `unknown` if there is no payment to compare, or if the secret key may not read payments. */
export type KeyComparison = 'same account' | 'different accounts' | 'publishable key rejected' | 'unknown'

/**
 * Compares the accounts of both keys. The publishable key finds a payment only in its own account. The client secret in
 * the request is made up, because a real one must not be in a URL. The response still differs by account. Throws an
 * error unless the provider answers.
 */
export async function compareKeys(
  keys: KeyPair,
  { mayOpenPayment }: { mayOpenPayment: boolean },
): Promise<KeyComparison> {
  if ((await readAsBrowser(keys, 'pi_doctor')) === 401) return 'publishable key rejected'
  const listed = await ask(keys, '/v1/payment_intents?limit=1')
  const found = z.object({ data: z.array(Intent) }).safeParse(await readJson(listed)).data
  const newest = found?.data[0]?.id
  if (newest !== undefined) return toComparison(await readAsBrowser(keys, newest))
  const opened = found && mayOpenPayment ? await openProbe(keys) : undefined
  if (opened === undefined) return 'unknown'
  try {
    return toComparison(await readAsBrowser(keys, opened))
  } finally {
    await ask(keys, `/v1/payment_intents/${encodeURIComponent(opened)}/cancel`, '')
  }
}

function toComparison(status: number): KeyComparison {
  return status === 404 ? 'different accounts' : 'same account'
}

/** Returns the status with which the provider answers a browser that asks for a payment. */
async function readAsBrowser({ publishableKey, apiUrl }: KeyPair, intentId: string): Promise<number> {
  const id = encodeURIComponent(intentId)
  const call = `/v1/payment_intents/${id}?client_secret=${id}_secret_doctor`
  return (await ask({ secretKey: publishableKey, apiUrl }, call)).status
}

/** Throws an error unless the provider itself answered. */
async function ask(keys: ProviderKeys, call: string, body?: string): Promise<Response> {
  const how = body === undefined ? {} : { method: 'POST', body }
  const reply = await fetchFromProvider(keys, call, { ...how, limitMs: LIMIT_MS })
  if (reply.status >= 500 || reply.status === 429) throw new Error(`status ${reply.status}`)
  return reply
}

const Intent = z.object({ id: z.string() })

async function openProbe(keys: KeyPair): Promise<string | undefined> {
  const form = new URLSearchParams({
    amount: '100',
    currency: 'usd',
    description: 'Check of the API keys. Canceled at once; no one is charged.',
    'allowed_payment_method_types[0]': 'card',
  })
  const reply = await ask(keys, '/v1/payment_intents', form.toString())
  return Intent.safeParse(await readJson(reply)).data?.id
}

const Account = z.object({
  id: z.string(),
  email: z.string().nullish(),
  business_profile: z.object({ name: z.string().nullish() }).nullish(),
  settings: z.object({ dashboard: z.object({ display_name: z.string().nullish() }).nullish() }).nullish(),
})

async function readAccount(keys: KeyPair): Promise<{ id: string; name: string } | undefined> {
  const account = Account.safeParse(await readJson(await ask(keys, '/v1/account'))).data
  if (!account) return undefined
  const name =
    account.business_profile?.name || account.settings?.dashboard?.display_name || account.email || account.id
  return { id: account.id, name }
}

async function readJson(reply: Response): Promise<unknown> {
  return reply.json().catch(() => undefined)
}
