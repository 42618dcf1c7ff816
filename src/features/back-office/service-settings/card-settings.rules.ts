import type { RateLimit } from '#shared/rate-limit.ts'
import { isWebhookSecret, splitSecrets } from '#shared/webhook.ts'
import type { FieldErrors } from './email-settings.rules.ts'

/** Each check makes a dozen requests to Stripe. */
export const KEY_CHECK_LIMIT: RateLimit = {
  what: 'key-check',
  hits: 30,
  windowMs: 60 * 60_000,
  says: 'You’ve checked the keys too many times.',
}

export type CardForm = {
  publishable_key: string
  /** If empty, the stored key is kept. */
  secret_key: string
  /**
   * One or two secrets, separated by a comma. If empty, the stored one is kept, or the academy adds the webhook itself.
   */
  webhook_secret: string
}

const KEY = /^[a-z]+_(?:test|live)_\S{6,}$/

/** The errors for each field. `hasStoredKey`: the secret key may be empty, which keeps the stored one. */
export function findKeyErrors(form: CardForm, { hasStoredKey }: { hasStoredKey: boolean }): FieldErrors {
  const { publishable_key: publishable, secret_key: secret, webhook_secret: webhook } = form
  const errors: FieldErrors = {}
  if (!publishable.startsWith('pk_') || !KEY.test(publishable))
    errors['publishable_key'] = [
      /^[sr]k_/.test(publishable)
        ? 'This is a secret key, which must stay secret. The publishable key begins with pk_.'
        : 'Copy the publishable key from Stripe. It begins with pk_.',
    ]
  if (secret === '' ? !hasStoredKey : !/^[sr]k_/.test(secret) || !KEY.test(secret))
    errors['secret_key'] = [
      secret.startsWith('pk_')
        ? 'This is the publishable key. The secret key begins with sk_ or rk_.'
        : 'Copy the secret key from Stripe. It begins with sk_ or rk_.',
    ]
  const secrets = splitSecrets(webhook)
  if (secrets.length > 2 || !secrets.every(isWebhookSecret))
    errors['webhook_secret'] = ['Copy the webhook’s signing secret from Stripe. It begins with whsec_.']
  return errors
}

/** The end of a key, by which people recognize it; the rest never leaves the server. */
export function getLastFour(secret: string): string {
  return secret.slice(-4)
}
