import { countOpenLivePayments } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import { checkKeyPair, type KeyPair } from '#platform/payment-account.ts'
import { createWebhook } from '#platform/payment-webhook.ts'
import { isLiveKey } from '#platform/payments.ts'
import type { StoredCards, StoredServices } from '#platform/services/service-settings.ts'
import { getLockedServices } from '#platform/services/services-in-use.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { getWebhookUrl, splitSecrets } from '#shared/webhook.ts'
import type { CardForm } from './card-settings.rules.ts'

/** Throws an error if keys of this mode can't be used here, or can't be used now. */
export async function assertModeAllowed(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  { publishableKey, secretKey }: KeyPair,
  stored: StoredServices['cards'],
): Promise<void> {
  const isLive = isLiveKey(secretKey)
  if (isLive !== isLiveKey(publishableKey))
    throw fieldErrors({
      secret_key: [
        isLive
          ? 'This is a live key, but the publishable key is a test key. Copy both from the same mode.'
          : 'This is a test key, but the publishable key is a live key. Copy both from the same mode.',
      ],
    })
  if (isLive && config.mode !== 'production')
    throw fieldErrors({
      secret_key: ['Live keys charge real cards, so they can only be used on your public server. Use test keys here.'],
    })
  if (isLive || stored?.settings.isLive !== true) return
  const open = await countOpenLivePayments(db)
  if (open > 0)
    throw new AppError(
      'conflict',
      `Buyers are still paying with real cards (${pluralize(open, 'payment')}). Switch to test keys when they are done.`,
    )
}

/**
 * Throws an error unless Stripe accepts both keys and they belong to one account. Returns the account, if the key may
 * read it.
 */
export async function verifyKeys(keys: KeyPair): Promise<{ id: string; name: string } | undefined> {
  const check = await checkKeyPair(keys)
  switch (check.kind) {
    case 'accepted':
      return check.account
    case 'no answer':
      throw new AppError(
        'payment_provider_unavailable',
        'Stripe didn’t respond, so nothing was saved. Try again in a minute.',
      )
    case 'secret key rejected':
      throw fieldErrors({ secret_key: ['Stripe rejects this key. Copy it again from the Stripe Dashboard.'] })
    case 'secret key restricted':
      throw fieldErrors({
        secret_key: [
          'This restricted key isn’t allowed to take payments. In the Stripe Dashboard, let it write PaymentIntents.',
        ],
      })
    case 'publishable key rejected':
      throw fieldErrors({ publishable_key: ['Stripe rejects this key. Copy it again from the Stripe Dashboard.'] })
    case 'different accounts':
      throw fieldErrors({
        publishable_key: [
          'This key belongs to a different Stripe account than the secret key. Copy both from one account.',
        ],
      })
  }
}

type NewKeys = { form: CardForm; keys: KeyPair; settings: StoredCards; stored: StoredServices['cards'] }

/** `createdId` is the webhook that was added at the provider, if one was added. */
type WebhookChoice = { secrets: string[]; message: string; createdId?: string }

const SAVED_MESSAGE = 'Saved. Stripe accepts the keys.'

/** Returns the typed secrets, the stored secrets of the same account, or those of a webhook that is added now. */
export async function chooseWebhook(
  { config }: Pick<Deps, 'config'>,
  { form, keys, settings, stored }: NewKeys,
): Promise<WebhookChoice> {
  const typed = splitSecrets(form.webhook_secret)
  const secrets = typed.length > 0 ? typed : findKnownSecrets({ keys, settings, stored })
  if (secrets.length > 0 || getLockedServices(config).webhook) return { secrets, message: SAVED_MESSAGE }
  // Stripe sends events only to public servers.
  if (config.mode === 'development')
    return { secrets, message: `${SAVED_MESSAGE} On a public server, saving also adds the webhook.` }
  const creation = await createWebhook(keys, getWebhookUrl(config))
  switch (creation.kind) {
    case 'created':
      return {
        secrets: [creation.secret],
        message: 'Saved. Stripe accepts the keys, and we added the webhook.',
        createdId: creation.id,
      }
    case 'exists':
      return {
        secrets: [],
        message: 'Saved. Stripe already has a webhook for this site. Enter its signing secret here and save again.',
      }
    case 'failed':
      return {
        secrets: [],
        message:
          'Saved. This key isn’t allowed to add the webhook. Add it in Stripe, then enter its signing secret here.',
      }
  }
}

/** Returns the stored secrets if they belong to the same account and mode. */
function findKnownSecrets({ keys, settings: { isLive, accountId }, stored }: Omit<NewKeys, 'form'>): string[] {
  if (!stored?.secrets) return []
  const isSameAccount = accountId !== null && stored.settings.accountId === accountId
  const isSame = stored.secrets.secretKey === keys.secretKey || (isSameAccount && stored.settings.isLive === isLive)
  return isSame ? stored.secrets.webhookSecrets : []
}
