import { checkEarlierPayments } from '#features/commerce/payments/payments.public.ts'
import { enforceRateLimit } from '#features/foundation/rate-limits/rate-limits.public.ts'
import { readSite, saveTaxSetting } from '#features/foundation/site/site.public.ts'
import type { Deps } from '#platform/deps.ts'
import type { Finding } from '#platform/finding.ts'
import type { KeyPair } from '#platform/payment-account.ts'
import { checkProvider, checkTax, checkWebhookSecrets, describeKeyMode } from '#platform/payment-checks.ts'
import { deleteWebhook } from '#platform/payment-webhook.ts'
import { isLiveKey } from '#platform/payments.ts'
import type { StoredCards } from '#platform/services/service-settings.ts'
import { getLockedServices, listFormerCards } from '#platform/services/services-in-use.ts'
import { AppError, fieldErrors } from '#shared/app-error.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import { getWebhookUrl } from '#shared/webhook.ts'
import { assertModeAllowed, chooseWebhook, verifyKeys } from './card-keys.service.ts'
import { type CardForm, findKeyErrors, getLastFour, KEY_CHECK_LIMIT } from './card-settings.rules.ts'
import {
  beginChange,
  findLastChange,
  getState,
  LOCKED_MESSAGE,
  NO_REVISION,
  type Saved,
  storeChange,
} from './stored-state.service.ts'

/** The stored settings without the secrets, and whether they are in use. */
export async function getCardSettings({ config, db, services }: Pick<Deps, 'config' | 'db' | 'services'>) {
  await services.reload()
  const { cards } = services.stored
  const { stripe } = services.inUse
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
    formerAccount: getFormerState({ config, services }),
    locked: { keys: locked.keys, webhook: locked.webhook },
    state: getState(cards, { isLocked: locked.keys, isProduction: config.mode === 'production' }),
    saved: cards ? await findLastChange(db, 'cards') : null,
    webhookUrl: getWebhookUrl(config),
    isTaxAdded: (await readSite(db)).isTaxAdded,
    revision: cards?.id ?? NO_REVISION,
  }
}

/**
 * Returns whether keys of former accounts are used, or null if there are none. `unconfirmed` keys come from a backup or
 * another address.
 */
function getFormerState({ config, services }: Pick<Deps, 'config' | 'services'>): 'used' | 'unconfirmed' | null {
  const { stripe, formerStripe } = services.inUse
  const isWaiting = stripe && listFormerCards(config, services.stored, stripe).some((former) => !former.isConfirmed)
  return isWaiting ? 'unconfirmed' : formerStripe.length > 0 ? 'used' : null
}

type SaveCards = { form: CardForm; revision: string; by: Staff }

/** Saves the keys after Stripe has accepted them. Earlier payments stay in the account in which they were opened. */
export async function saveCardSettings(
  deps: Pick<Deps, 'config' | 'db' | 'jobs' | 'log' | 'now' | 'payments' | 'services'>,
  { form: typed, revision, by }: SaveCards,
): Promise<Saved> {
  const { config, db, log, now } = deps
  const change = { kind: 'cards', revision, by } as const
  const { cards: stored } = await beginChange(deps, change)
  if (getLockedServices(config).keys) throw new AppError('conflict', LOCKED_MESSAGE)
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
  const isMoved = stored !== undefined && isOtherAccount(stored.settings, settings)
  const after = { mode: isLive ? 'live' : 'test', ...(isMoved && { account: 'changed' }) }
  const saved = await storeChange(deps, change, async () => {
    // Checked again, because a buyer may have started to pay while Stripe was checking the keys.
    await assertModeAllowed(deps, keys, stored)
    // The webhook is added only now. Otherwise, the webhook of an owner whose keys are not saved would stay at Stripe.
    const { message, createdId, ...webhook } = await chooseWebhook(deps, { form, keys, settings, stored })
    const secrets = { secretKey: keys.secretKey, webhookSecrets: webhook.secrets }
    const undo = async () => {
      if (createdId !== undefined && !(await deleteWebhook(keys, createdId)))
        log.warn({ webhook: createdId }, 'a webhook was added at Stripe for keys that were not saved; delete it there')
    }
    return { kind: 'cards', settings, secrets, after, message, undo }
  })
  return { ...saved, message: saved.message + (await describeEarlierPayments(deps)) }
}

/** Returns a hint if earlier payments can't be refunded with the keys that are in use now, for example after a move. */
async function describeEarlierPayments({ db, now, payments }: Pick<Deps, 'db' | 'now' | 'payments'>): Promise<string> {
  const findings = await checkEarlierPayments({ db, now, payments, formerKeys: [] })
  return findings.some(({ isWrong }) => isWrong)
    ? ' Some earlier payments can’t be refunded with these keys. Press Check keys to see what to do.'
    : ''
}

/** False if it is unknown because a key may not read its account. */
function isOtherAccount(one: StoredCards, other: StoredCards): boolean {
  if (one.isLive !== other.isLive) return true
  return one.accountId !== null && other.accountId !== null && one.accountId !== other.accountId
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
  { config, db, now, payments, services }: Pick<Deps, 'config' | 'db' | 'now' | 'payments' | 'services'>,
  memberId: string,
): Promise<Finding[]> {
  await services.reload()
  const { stripe, formerStripe } = services.inUse
  if (!stripe) throw new AppError('conflict', 'Save your keys first.')
  await enforceRateLimit({ config, now }, db, KEY_CHECK_LIMIT, memberId)
  const { isTaxAdded } = await readSite(db)
  const found = await Promise.all([
    checkProvider(stripe, config.publicUrl),
    isTaxAdded ? checkTax(stripe) : Promise.resolve([]),
    checkEarlierPayments({ db, now, payments, formerKeys: formerStripe }),
  ])
  return [...found.flat(), describeKeyMode(stripe), checkWebhookSecrets(stripe)]
}
