import { z } from 'zod'
import type { StripeKeys } from './config.ts'
import { WATCHED_EVENTS } from './payment-events.ts'
import { fetchFromProvider, NONEXISTENT_PAYMENT, type ProviderKeys } from './payment-provider.ts'

const LIMIT_MS = 4_000

export type KeyPair = Pick<StripeKeys, 'secretKey' | 'publishableKey' | 'apiUrl'>

/** The result of a check of both keys. `account` is undefined if the secret key may not read it. */
type AccountCheck =
  | { kind: 'no answer' | 'secret key rejected' | 'publishable key rejected' | 'different accounts' }
  | { kind: 'accepted'; account: { id: string; name: string } | undefined }

const Account = z.object({
  id: z.string(),
  email: z.string().nullish(),
  business_profile: z.object({ name: z.string().nullish() }).nullish(),
  settings: z.object({ dashboard: z.object({ display_name: z.string().nullish() }).nullish() }).nullish(),
})

/**
 * Checks whether the provider accepts both keys, and whether they belong to the same account. If the account has no
 * payments, opens one and cancels it at once.
 */
export async function checkAccount(keys: KeyPair): Promise<AccountCheck> {
  try {
    const secret = await ask(keys, NONEXISTENT_PAYMENT)
    if (secret.status === 401) return { kind: 'secret key rejected' }
    const publishable = await ask(withPublishableKey(keys), `${NONEXISTENT_PAYMENT}?client_secret=pi_doctor_secret_no`)
    if (publishable.status === 401) return { kind: 'publishable key rejected' }
    if (!(await areOfOneAccount(keys))) return { kind: 'different accounts' }
    return { kind: 'accepted', account: await readAccount(keys) }
  } catch {
    return { kind: 'no answer' }
  }
}

function withPublishableKey({ publishableKey, apiUrl }: KeyPair): ProviderKeys {
  return { secretKey: publishableKey, apiUrl }
}

class NoAnswerError extends Error {}

/** Sends a request to the provider. Throws unless the provider itself responded. */
async function ask(keys: ProviderKeys, call: string, body?: string): Promise<Response> {
  const how = body === undefined ? {} : { method: 'POST', body }
  const reply = await fetchFromProvider(keys, call, { ...how, limitMs: LIMIT_MS })
  if (reply.status >= 500 || reply.status === 429) throw new NoAnswerError()
  return reply
}

const Intent = z.object({ id: z.string() })

/**
 * Whether both keys belong to the same account, because the publishable key finds a payment only in its own account.
 * The client secret in the request is made up, because a real one must not be in a URL. The response still differs.
 * Returns true if the secret key may not read or open payments.
 */
async function areOfOneAccount(keys: KeyPair): Promise<boolean> {
  const listed = await ask(keys, '/v1/payment_intents?limit=1')
  const found = z.object({ data: z.array(Intent) }).safeParse(await readJson(listed)).data
  const newest = found?.data[0]
  const opened = found && !newest ? await openProbe(keys) : undefined
  const id = newest?.id ?? opened
  if (id === undefined) return true
  const path = `/v1/payment_intents/${encodeURIComponent(id)}`
  const seen = await ask(withPublishableKey(keys), `${path}?client_secret=${encodeURIComponent(id)}_secret_doctor`)
  if (opened !== undefined) await ask(keys, `${path}/cancel`, '')
  return seen.status !== 404
}

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

/** The result of adding a webhook. If it already `exists`, its secret can only be copied in the dashboard. */
type WebhookCreation = { kind: 'created'; secret: string } | { kind: 'exists' | 'failed' }

const Endpoints = z.object({ data: z.array(z.object({ url: z.string() })) })

/** Adds the webhook to the provider's account, unless there is already one for this URL. */
export async function createWebhook(keys: ProviderKeys, url: string): Promise<WebhookCreation> {
  try {
    const listed = Endpoints.safeParse(await readJson(await ask(keys, '/v1/webhook_endpoints?limit=100'))).data
    if (!listed) return { kind: 'failed' }
    if (listed.data.some((endpoint) => endpoint.url === url)) return { kind: 'exists' }
    const form = new URLSearchParams({ url })
    for (const [index, event] of WATCHED_EVENTS.entries()) form.set(`enabled_events[${index}]`, event)
    const made = await ask(keys, '/v1/webhook_endpoints', form.toString())
    const secret = z.object({ secret: z.string() }).safeParse(await readJson(made)).data?.secret
    return secret === undefined ? { kind: 'failed' } : { kind: 'created', secret }
  } catch {
    return { kind: 'failed' }
  }
}
