import { recordEvent } from '#features/foundation/audit-log/audit-log.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { readSite, saveTaxSetting } from '#features/foundation/site/site.public.ts'
import { countOpenLivePayments } from '#features/commerce/payments/payments.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Finding } from '#platform/finding.ts'
import { checkKeyPair, type KeyPair } from '#platform/payment-account.ts'
import { checkProvider, checkTax, checkWebhookSecrets, describeKeyMode } from '#platform/payment-checks.ts'
import { createWebhook, deleteWebhook } from '#platform/payment-webhook.ts'
import { isLiveKey } from '#platform/payments.ts'
import { getWebhookUrl, splitSecrets } from '#shared/webhook.ts'
import type { StoredCards, StoredServices } from '#platform/services/service-settings.ts'
import { getLockedServices } from '#platform/services/services-in-use.ts'
import { storeServiceSettings } from '#platform/services/stored-services.ts'
import { lockServiceSettings } from '#platform/services/stored-services.queries.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { pluralize } from '#shared/pluralize.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { type CardForm, findKeyErrors, getLastFour, KEY_CHECK_LIMIT } from './card-settings.rules.ts'
import { enqueueNotices } from './change-notices.service.ts'
import { findLastChange, getState, LOCKED_MESSAGE, NO_REVISION, OTHERS_SAVED_MESSAGE } from './stored-state.service.ts'

/** The stored settings without the secrets, and whether they are in use. */
export async function getCardSettings({ config, db, services }: Pick<Deps, 'config' | 'db' | 'services'>) {
  await services.reload()
  const { cards } = services.stored
  const { stripe, formerStripe } = services.inUse
  const locked = getLockedServices(config)
  const shown = locked.keys ? stripe : undefined
  const publishableKey = shown?.publishableKey ?? cards?.settings.publishableKey ?? ''
  const secretKey = shown?.secretKey ?? cards?.secrets?.secretKey
  const webhookSecrets = stripe?.webhookSecrets ?? cards?.secrets?.webhookSecrets ?? []
  return {
    publishableKey,
    secretEnd: secretKey === undefined ? null : getLastFour(secretKey),
    webhookEnds: webhookSecrets.map(getLastFour),
    isLive: publishableKey === '' ? null : isLiveKey(publishableKey),
    accountName: locked.keys ? null : (cards?.settings.accountName ?? null),
    hasFormerAccount: formerStripe !== undefined,
    locked: { keys: locked.keys, webhook: locked.webhook },
    state: getState(cards, { isLocked: locked.keys, isProduction: config.mode === 'production' }),
    saved: cards ? await findLastChange(db, 'settings.payments_changed') : null,
    webhookUrl: getWebhookUrl(config),
    isTaxAdded: (await readSite(db)).isTaxAdded,
    revision: cards?.id ?? NO_REVISION,
  }
}

type SaveCards = { form: CardForm; revision: string; by: Staff }
type SaveDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now' | 'services'>

/**
 * Saves the keys after Stripe has accepted them. Payments in progress continue in the Stripe account in which they were
 * created.
 */
export async function saveCardSettings(
  deps: SaveDeps,
  { form: typed, revision, by }: SaveCards,
): Promise<{ revision: string; message: string }> {
  const { config, db, now, services } = deps
  if (!hasPermission(by, 'change service settings')) throw permissionDeniedError(by, 'change service settings')
  if (getLockedServices(config).keys) throw new AppError('conflict', LOCKED_MESSAGE)
  await services.reload()
  const { cards: stored } = services.stored
  if ((stored?.id ?? NO_REVISION) !== revision) throw new AppError('busy', OTHERS_SAVED_MESSAGE)
  const form: CardForm = {
    publishable_key: typed.publishable_key.trim(),
    secret_key: typed.secret_key.trim(),
    webhook_secret: typed.webhook_secret.trim(),
  }
  const errors = findKeyErrors(form, { hasStoredKey: stored?.secrets !== undefined })
  if (Object.keys(errors).length > 0) throw fieldErrors(errors)
  const keys: KeyPair = {
    publishableKey: form.publishable_key,
    secretKey: form.secret_key || (stored?.secrets?.secretKey ?? ''),
    apiUrl: config.stripeApiUrl,
  }
  await assertModeAllowed(deps, keys, stored)
  if (by.kind === 'member') await enforceRateLimit({ config, now }, db, KEY_CHECK_LIMIT, by.memberId)
  const account = await verifyKeys(keys)
  const isLive = isLiveKey(keys.secretKey)
  const settings: StoredCards = {
    publishableKey: keys.publishableKey,
    accountId: account?.id ?? null,
    accountName: account?.name ?? '',
    isLive,
  }
  const at = now()
  let webhook: WebhookChoice | undefined
  const saved = await db
    .transaction(async (tx) => {
      const replaced = await lockServiceSettings(tx, 'cards')
      if ((replaced ?? NO_REVISION) !== revision) throw new AppError('busy', OTHERS_SAVED_MESSAGE)
      // Only now, because the webhook of an owner whose keys are not saved would stay at Stripe.
      const chosen = await chooseWebhook(deps, { form, keys, settings, stored })
      webhook = chosen
      const secrets = { secretKey: keys.secretKey, webhookSecrets: chosen.secrets }
      const id = await storeServiceSettings(tx, config, { kind: 'cards', settings, secrets, now: at })
      const mode = isLive ? 'live' : 'test'
      const isMoved = stored !== undefined && isOtherAccount(stored.settings, settings)
      const after = { mode, ...(isMoved && { account: 'changed' }) }
      await recordEvent(tx, { at, kind: 'settings.payments_changed', by, after })
      await enqueueNotices(deps, tx, { kind: 'cards', replaced, at, by })
      return { revision: id, message: chosen.message }
    })
    .catch(async (error: unknown) => {
      if (webhook?.createdId !== undefined && !(await deleteWebhook(keys, webhook.createdId)))
        deps.log.warn({ webhook: webhook.createdId }, 'a webhook without settings stays at Stripe; delete it there')
      throw error
    })
  await services.reload()
  return saved
}

async function assertModeAllowed(
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

/** Throws unless Stripe accepts both keys and they belong together. Returns the account, if the key may read it. */
async function verifyKeys(keys: KeyPair): Promise<{ id: string; name: string } | undefined> {
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

/** False if it is unknown because a key may not read its account. */
function isOtherAccount(one: StoredCards, other: StoredCards): boolean {
  if (one.isLive !== other.isLive) return true
  return one.accountId !== null && other.accountId !== null && one.accountId !== other.accountId
}

type NewKeys = { form: CardForm; keys: KeyPair; settings: StoredCards; stored: StoredServices['cards'] }

/** `createdId`: the webhook that was added at the provider. */
type WebhookChoice = { secrets: string[]; message: string; createdId?: string }

const SAVED_MESSAGE = 'Saved. Stripe accepts the keys.'

/** The typed secrets, the stored ones of the same account, or those of a webhook that is added now. */
async function chooseWebhook(
  { config }: Pick<Deps, 'config'>,
  { form, keys, settings, stored }: NewKeys,
): Promise<WebhookChoice> {
  const typed = splitSecrets(form.webhook_secret)
  const secrets = typed.length > 0 ? typed : findKnownSecrets({ keys, settings, stored })
  // Stripe sends events only to public servers.
  if (secrets.length > 0 || getLockedServices(config).webhook || config.mode === 'development')
    return { secrets, message: SAVED_MESSAGE }
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

/** The stored secrets, if they are of the same account and mode. */
function findKnownSecrets({ keys, settings: { isLive, accountId }, stored }: Omit<NewKeys, 'form'>): string[] {
  if (!stored?.secrets) return []
  const isSameAccount = accountId !== null && stored.settings.accountId === accountId
  const isSame = stored.secrets.secretKey === keys.secretKey || (isSameAccount && stored.settings.isLive === isLive)
  return isSame ? stored.secrets.webhookSecrets : []
}

/** Turns sales tax on, if Stripe can calculate it, or off. */
export async function saveSalesTax(
  deps: Pick<Deps, 'db' | 'now' | 'services'>,
  { isTaxAdded, by }: { isTaxAdded: boolean; by: Staff },
): Promise<void> {
  if (!hasPermission(by, 'change service settings')) throw permissionDeniedError(by, 'change service settings')
  if (isTaxAdded) {
    await deps.services.reload()
    const { stripe } = deps.services.inUse
    if (!stripe) throw new AppError('conflict', 'Save your Stripe keys first.')
    const { isWrong, text } = await checkTax(stripe)
    // If tax can't be calculated, no one can buy.
    if (isWrong) throw new AppError('conflict', `Sales tax was not turned on: ${text}.`)
  }
  await saveTaxSetting(deps, { isTaxAdded, by })
}

/** Asks Stripe about the keys in use, their permissions, the account, the webhook, and tax. Changes nothing. */
export async function checkCardSettings(
  { config, db, now, services }: Pick<Deps, 'config' | 'db' | 'now' | 'services'>,
  memberId: string,
): Promise<Finding[]> {
  await services.reload()
  const { stripe } = services.inUse
  if (!stripe) throw new AppError('conflict', 'Save your keys first.')
  await enforceRateLimit({ config, now }, db, KEY_CHECK_LIMIT, memberId)
  const { isTaxAdded } = await readSite(db)
  const found = await Promise.all([
    checkProvider(stripe, config.publicUrl),
    isTaxAdded ? checkTax(stripe) : Promise.resolve([]),
  ])
  return [...found.flat(), describeKeyMode(stripe), checkWebhookSecrets(stripe)]
}
