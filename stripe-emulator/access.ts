import { timingSafeEqual } from 'node:crypto'
import { invalidRequest, notFound, unauthorized } from './errors.ts'
import type { Intent } from './objects.ts'
import type { State } from './state.ts'

/** `stranger`: the publishable key of another account. */
export type Access = 'secret' | 'publishable' | 'stranger'

type KnownKeys = Pick<State, 'keys' | 'behavior'>

/** The key of a request: in the Authorization header (bearer or basic), or as `key` from a browser. */
export function getAccess(
  { keys, behavior }: KnownKeys,
  authorization: string | undefined,
  browserKey: unknown,
): Access {
  const key = parseKey(authorization) ?? (typeof browserKey === 'string' ? browserKey : undefined)
  if (key === undefined) {
    throw unauthorized(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
    )
  }
  if (isSame(key, keys.secretKey)) return 'secret'
  if (isSame(key, keys.publishableKey)) return 'publishable'
  if (behavior.strangersKey !== '' && isSame(key, behavior.strangersKey)) return 'stranger'
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}***`)
}

export function requireSecretKey(access: Access): void {
  if (access === 'secret') return
  throw unauthorized('This API call cannot be made with a publishable API key. Please use a secret API key.')
}

/** A browser sees an intent only with that intent's own client secret. */
export function findIntentFor(access: Access, id: string, intent: Intent | undefined, clientSecret: unknown): Intent {
  if (!intent || access === 'stranger') throw notFound('payment_intent', id)
  if (access === 'secret' && clientSecret === undefined) return intent
  if (typeof clientSecret === 'string' && isSame(clientSecret, intent.client_secret)) return intent
  throw invalidRequest('The client_secret provided does not match the client_secret associated with this intent.', {
    code: 'payment_intent_invalid_parameter',
    param: 'client_secret',
  })
}

function parseKey(authorization: string | undefined): string | undefined {
  const [, scheme = '', value = ''] = /^(bearer|basic)\s+(\S+)$/i.exec(authorization ?? '') ?? []
  if (scheme === '') return undefined
  return scheme.toLowerCase() === 'basic' ? Buffer.from(value, 'base64').toString('utf8').split(':')[0] : value
}

function isSame(given: string, ours: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(ours)]
  return a.length === b.length && timingSafeEqual(a, b)
}
