import type { Config, StripeKeys } from '../config.ts'
import type { ImapMailbox } from '../mail/imap.ts'
import type { MailAddress, MailSender } from '../mail/mail.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { isLiveKey } from '../payments.ts'
import type { Stored, StoredServices } from './service-settings.ts'

/**
 * The settings in use. Settings in the environment have precedence over those that an owner stored and confirmed for
 * this site.
 */
export type ServicesInUse = {
  mailServer: MailServer | undefined
  sender: MailSender
  /** The mailbox to which emails are returned. Undefined if it is not read. */
  bounceMailbox: ImapMailbox | undefined
  stripe: StripeKeys | undefined
  /** The keys of accounts that were used before, newest first, for the payments that were made there. */
  formerStripe: FormerKeys[]
}

/** The publishable key is missing, because no payments are opened with former keys. */
type FormerKeys = Omit<StripeKeys, 'publishableKey'>

type ServiceConfig = Pick<
  Config,
  | 'mode'
  | 'smtpUrl'
  | 'mailFrom'
  | 'bounceAddress'
  | 'bounceMailbox'
  | 'stripe'
  | 'stripeApiUrl'
  | 'formerSecretKey'
  | 'allowsPrivateMailServer'
> & {
  webhookSecrets: string[]
}

const DEFAULT_SENDER: MailAddress = { name: 'Legal Nurse Academy', address: 'academy@example.com' }

/** Returns the settings that owners can't change on screen, because the environment sets them. */
export function getLockedServices(config: ServiceConfig) {
  const { smtpUrl, mailFrom, bounceAddress, bounceMailbox, stripe, webhookSecrets } = config
  return {
    mailServer: smtpUrl !== undefined,
    sender: mailFrom !== undefined,
    bounceAddress: bounceAddress !== undefined,
    bounceMailbox: bounceMailbox !== undefined,
    keys: stripe !== undefined,
    webhook: stripe !== undefined || webhookSecrets.length > 0,
  }
}

export function resolveServices(config: ServiceConfig, stored: StoredServices): ServicesInUse {
  const { smtpUrl, mailFrom, mode, allowsPrivateMailServer } = config
  const isPublicOnly = mode === 'production' && !allowsPrivateMailServer
  const mail = isUsable(stored.mail) ? stored.mail : undefined
  // Live keys are used only in production, because elsewhere, demo accounts with published passwords exist, and emails
  // are public.
  const isLiveAllowed = mode === 'production'
  const cards = isUsable(stored.cards) && (isLiveAllowed || !stored.cards.settings.isLive) ? stored.cards : undefined
  const sender =
    mailFrom ??
    (mail && mail.settings.senderAddress !== ''
      ? { name: mail.settings.senderName, address: mail.settings.senderAddress }
      : undefined) ??
    DEFAULT_SENDER
  // Without a host, the owner saved only the sender here, because the environment set the server at that time.
  const storedServer = mail &&
    mail.settings.host !== '' && {
      host: mail.settings.host,
      port: mail.settings.port,
      security: mail.settings.security,
      user: mail.settings.user,
      password: mail.secrets.password,
      isPublicOnly,
    }
  const bounces = mail?.settings.bounces
  const bounceAddress = config.bounceAddress ?? (bounces?.address || undefined)
  const stripe = config.stripe ?? (cards && toKeys(config, cards))
  return {
    mailServer: smtpUrl === undefined ? storedServer || undefined : { url: smtpUrl },
    sender: { ...sender, ...(bounceAddress !== undefined && { bounceAddress }) },
    bounceMailbox: config.bounceMailbox ?? toBounceMailbox(mail, isPublicOnly),
    stripe,
    formerStripe: stripe === undefined ? [] : findFormerKeys(config, stored, stripe),
  }
}

type Readable<S extends Stored<unknown, unknown>> = S & { secrets: NonNullable<S['secrets']> }
type MailRow = NonNullable<StoredServices['mail']>
type Cards = NonNullable<StoredServices['cards']>

function isReadable<S extends Stored<unknown, unknown>>(stored: S): stored is Readable<S> {
  return stored.secrets !== undefined
}

function isUsable<S extends Stored<unknown, unknown>>(stored: S | undefined): stored is Readable<S> {
  return stored !== undefined && stored.isConfirmed && isReadable(stored)
}

function toBounceMailbox(mail: Readable<MailRow> | undefined, isPublicOnly: boolean): ImapMailbox | undefined {
  const bounces = mail?.settings.bounces
  if (!bounces || bounces.host === '') return undefined
  const { host, port, security, user, folder } = bounces
  return { host, port, security, user, folder, password: mail.secrets.bouncePassword ?? '', isPublicOnly }
}

function toKeys({ stripeApiUrl, webhookSecrets }: ServiceConfig, { settings, secrets }: Readable<Cards>): StripeKeys {
  return {
    secretKey: secrets.secretKey,
    publishableKey: settings.publishableKey,
    webhookSecrets: webhookSecrets.length > 0 ? webhookSecrets : secrets.webhookSecrets,
    apiUrl: stripeApiUrl,
  }
}

/** Finds the former key in the environment and the stored ones that are confirmed for this site, one per account. */
function findFormerKeys(config: ServiceConfig, stored: StoredServices, inUse: StripeKeys): FormerKeys[] {
  const { formerSecretKey: secretKey, stripeApiUrl: apiUrl } = config
  const isSet =
    secretKey !== undefined && secretKey !== inUse.secretKey && isLiveKey(secretKey) === isLiveKey(inUse.secretKey)
  const found: FormerKeys[] = isSet ? [{ secretKey, webhookSecrets: [], apiUrl }] : []
  const accounts = new Set([secretKey])
  for (const { isConfirmed, settings, secrets } of listFormerCards(config, stored, inUse)) {
    const account = settings.accountId ?? secrets.secretKey
    if (!isConfirmed || accounts.has(account) || secrets.secretKey === secretKey) continue
    accounts.add(account)
    found.push({ ...secrets, apiUrl })
  }
  return found
}

/**
 * Lists stored keys of other accounts than the one in use, newest first, even if they are not confirmed. New keys of the
 * same account can read its payments. Keys of the other mode (live or test) are left out.
 */
export function listFormerCards(
  { stripe: isLocked }: Pick<ServiceConfig, 'stripe'>,
  { cards, formerCards }: StoredServices,
  { secretKey }: StripeKeys,
): Readable<Cards>[] {
  const current = isLocked ? undefined : cards?.settings.accountId
  const replaced = isLocked && cards ? [cards, ...formerCards] : formerCards
  return replaced.filter(isReadable).filter(({ settings: { isLive, accountId }, secrets }) => {
    const isOther = accountId === null || accountId !== current
    return isOther && isLive === isLiveKey(secretKey) && secrets.secretKey !== secretKey
  })
}
