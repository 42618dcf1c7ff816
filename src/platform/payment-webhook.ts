import { z } from 'zod'
import { WATCHED_EVENTS } from './payment-events.ts'
import { fetchFromProvider, type ProviderKeys } from './payment-provider.ts'

const LIMIT_MS = 4_000
const ENDPOINTS = '/v1/webhook_endpoints'

/** The result of adding a webhook. If it already `exists`, its secret can only be copied in the dashboard. */
type WebhookCreation = { kind: 'created'; id: string; secret: string } | { kind: 'exists' | 'failed' }

const Endpoints = z.object({ data: z.array(z.object({ url: z.string() })) })
const NewEndpoint = z.object({ id: z.string(), secret: z.string() })

/** Adds the webhook to the provider's account, unless there is already one for this URL. */
export async function createWebhook(keys: ProviderKeys, url: string): Promise<WebhookCreation> {
  try {
    const listed = await fetchFromProvider(keys, `${ENDPOINTS}?limit=100`, { limitMs: LIMIT_MS })
    const { data: known } = Endpoints.safeParse(await listed.json())
    if (!known) return { kind: 'failed' }
    if (known.data.some((endpoint) => endpoint.url === url)) return { kind: 'exists' }
    const form = new URLSearchParams({ url })
    for (const [index, event] of WATCHED_EVENTS.entries()) form.set(`enabled_events[${index}]`, event)
    const made = await fetchFromProvider(keys, ENDPOINTS, { method: 'POST', body: form.toString(), limitMs: LIMIT_MS })
    const { data: created } = NewEndpoint.safeParse(await made.json())
    return created ? { kind: 'created', ...created } : { kind: 'failed' }
  } catch {
    return { kind: 'failed' }
  }
}

/** Removes a webhook whose secret could not be stored. Returns false if that failed. */
export async function deleteWebhook(keys: ProviderKeys, id: string): Promise<boolean> {
  const call = `${ENDPOINTS}/${encodeURIComponent(id)}`
  const reply = await fetchFromProvider(keys, call, { method: 'DELETE', limitMs: LIMIT_MS }).catch(() => undefined)
  return reply?.ok === true
}
