import { requireSecretKey } from './access.ts'
import type { Calls } from './call.ts'
import { notFound } from './errors.ts'
import { newEndpoint, type WebhookEndpoint } from './objects.ts'
import { EndpointList, EndpointUpdate, NewEndpoint, parseParams } from './params.ts'
import type { State } from './state.ts'

/**
 * The shop's account and its webhook endpoints. The emulator only stores the endpoints; where it really sends events is
 * set with `/stand-in/behavior`.
 */
export function accountRoutes({ post, get, remove }: Calls, state: State): void {
  get('/v1/account', ({ access }) => {
    requireSecretKey(access)
    const { isVerified } = state.behavior
    return {
      // Each emulator has its own account.
      id: `acct_${state.keys.secretKey.slice(-16)}`,
      object: 'account',
      business_type: null,
      charges_enabled: isVerified,
      country: 'US',
      default_currency: 'usd',
      details_submitted: isVerified,
      email: null,
      metadata: {},
      payouts_enabled: isVerified,
      type: 'standard',
    }
  })

  get('/v1/webhook_endpoints', ({ access, form }) => {
    requireSecretKey(access)
    const { limit } = parseParams(EndpointList, form)
    const all = state.endpoints()
    return { object: 'list', url: '/v1/webhook_endpoints', has_more: all.length > limit, data: all.slice(0, limit) }
  })

  post('/v1/webhook_endpoints', ({ access, form, changes }) => {
    requireSecretKey(access)
    const endpoint = newEndpoint(parseParams(NewEndpoint, form), changes.now)
    changes.saveEndpoint(endpoint)
    // The provider returns the secret only in this response.
    return { ...endpoint, secret: state.keys.webhookSecret }
  })

  post('/v1/webhook_endpoints/:id', ({ access, id, form, changes }) => {
    requireSecretKey(access)
    const { disabled, url, enabled_events } = parseParams(EndpointUpdate, form)
    const known = state.endpoint(id)
    if (!known) throw notFound('webhook_endpoint', id)
    const changed: WebhookEndpoint = {
      ...known,
      ...(url !== undefined && { url }),
      ...(enabled_events && { enabled_events }),
      ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
    }
    changes.saveEndpoint(changed)
    return changed
  })

  remove('/v1/webhook_endpoints/:id', ({ access, id, changes }) => {
    requireSecretKey(access)
    if (!state.endpoint(id)) throw notFound('webhook_endpoint', id)
    changes.removeEndpoint(id)
    return { id, object: 'webhook_endpoint', deleted: true }
  })
}
