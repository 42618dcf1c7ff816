import type { Config, StripeKeys } from '../config.ts'
import type { MailAddress } from '../mail/mail.ts'
import type { MailServer } from '../mail/mail-server.ts'
import type { Stored, StoredServices } from './service-settings.ts'

/**
 * The settings in use. Settings in the environment have precedence over those that an owner stored and confirmed for
 * this site.
 */
export type ServicesInUse = {
  mailServer: MailServer | undefined
  sender: MailAddress
  stripe: StripeKeys | undefined
  /** The keys of the account that was used before, for payments that are still in progress there. */
  formerStripe: StripeKeys | undefined
}

type ServiceConfig = Pick<
  Config,
  'mode' | 'smtpUrl' | 'mailFrom' | 'stripe' | 'stripeApiUrl' | 'allowsPrivateMailServer'
> & {
  webhookSecrets: string[]
}

const DEFAULT_SENDER: MailAddress = { name: 'Legal Nurse Academy', address: 'academy@example.com' }

/** Returns the settings that owners can't change on screen, because the environment sets them. */
export function getLockedServices({ smtpUrl, mailFrom, stripe, webhookSecrets }: ServiceConfig) {
  return {
    mailServer: smtpUrl !== undefined,
    sender: mailFrom !== undefined,
    keys: stripe !== undefined,
    webhook: stripe !== undefined || webhookSecrets.length > 0,
  }
}

export function resolveServices(config: ServiceConfig, stored: StoredServices): ServicesInUse {
  const { smtpUrl, mailFrom, mode, allowsPrivateMailServer } = config
  const mail = isUsable(stored.mail) ? stored.mail : undefined
  // Live keys are used only in production, because elsewhere, demo accounts with published passwords exist, and emails
  // are public.
  const isLiveAllowed = mode === 'production'
  const cards = isUsable(stored.cards) && (isLiveAllowed || !stored.cards.settings.isLive) ? stored.cards : undefined
  const sender =
    mailFrom ??
    (mail ? { name: mail.settings.senderName, address: mail.settings.senderAddress } : undefined) ??
    DEFAULT_SENDER
  // Without a host, the owner saved only the sender here, because the environment set the server at that time.
  const storedServer = mail &&
    mail.settings.host !== '' && {
      host: mail.settings.host,
      port: mail.settings.port,
      security: mail.settings.security,
      user: mail.settings.user,
      password: mail.secrets.password,
      isPublicOnly: mode === 'production' && !allowsPrivateMailServer,
    }
  const former = config.stripe === undefined && cards ? findFormerAccount(cards, stored.formerCards) : undefined
  return {
    mailServer: smtpUrl === undefined ? storedServer || undefined : { url: smtpUrl },
    sender,
    stripe: config.stripe ?? (cards && toKeys(config, cards)),
    formerStripe: former && toKeys(config, former),
  }
}

type Usable<S extends Stored<unknown, unknown>> = S & { secrets: NonNullable<S['secrets']> }
type Cards = NonNullable<StoredServices['cards']>

function isUsable<S extends Stored<unknown, unknown>>(stored: S | undefined): stored is Usable<S> {
  return stored !== undefined && stored.isConfirmed && stored.secrets !== undefined
}

function toKeys({ stripeApiUrl, webhookSecrets }: ServiceConfig, { settings, secrets }: Usable<Cards>): StripeKeys {
  return {
    secretKey: secrets.secretKey,
    publishableKey: settings.publishableKey,
    webhookSecrets: webhookSecrets.length > 0 ? webhookSecrets : secrets.webhookSecrets,
    apiUrl: stripeApiUrl,
  }
}

/**
 * Finds the keys of another account whose payments may still be in progress. New keys of the same account can read its
 * payments.
 */
function findFormerAccount({ settings: current, secrets: now }: Usable<Cards>, replaced: Cards[]) {
  return replaced
    .filter(isUsable)
    .find(
      ({ settings: { isLive, accountId }, secrets }) =>
        isLive === current.isLive &&
        secrets.secretKey !== now.secretKey &&
        (accountId === null || accountId !== current.accountId),
    )
}
