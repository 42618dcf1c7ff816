import type { CatalogWatch } from '#db/catalog-watch.ts'
import type { Db } from '#db/open-database.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../clock.ts'
import type { CardSetup } from '../card-setup.ts'
import { withEmailLog } from '../mail/logged-mail.ts'
import type { Mail } from '../mail/mail.ts'
import { createSmtpMail } from '../mail/smtp.ts'
import type { Payments } from '../payments.ts'
import { createMissingMail } from './missing-mail.ts'
import { NO_STORED_SERVICES, type StoredServices } from './service-settings.ts'
import { resolveServices, type ServicesInUse } from './services-in-use.ts'
import { readStoredMail, readStoredServices } from './stored-services.ts'
import {
  createClosedPayments,
  createPaymentsInUse,
  createSwitchablePayments,
  type PaymentsInUse,
} from './switchable-payments.ts'

/** The mail server and the card provider in use. They change as soon as an owner saves other settings. */
export type Services = {
  readonly inUse: ServicesInUse
  readonly stored: StoredServices
  /** Whether email is sent or captured. In production, it is false until a mail server is set up. */
  readonly canSendEmail: boolean
  /** Whether earlier emails may have been captured on this machine. */
  readonly capturesEmail: boolean
  readonly mail: Mail
  readonly payments: Payments
  readonly cards: CardSetup
  /**
   * Opens the mail server of replaced settings. Returns undefined if the settings were deleted, or were never used on
   * this site.
   */
  openFormerMail(id: string): Promise<Mail | undefined>
  /** Reads the stored settings again. Each process does so when they change. */
  reload(): Promise<void>
  close(): void
}

type ServicesOptions = {
  config: Config
  db: Db
  now: Clock
  /** Captures email outside production while no mail server is set up. */
  capture: Mail
  /** The emulated card provider. It is used outside production while no keys are set up. */
  emulator: { payments: Payments; cards: CardSetup } | undefined
  catalog?: CatalogWatch
  onError: (error: unknown) => void
}

/** When the server changes, messages that are being sent get this much time to finish. */
const CLOSE_AFTER_MS = 60_000

export async function openServices(options: ServicesOptions): Promise<Services> {
  const { config, db, now, capture, emulator, catalog, onError } = options
  let stored = NO_STORED_SERVICES
  let inUse = resolveServices(config, stored)
  const fallback = config.mode === 'production' ? createMissingMail() : capture
  let sender = { key: '', mail: fallback }
  const unset = { current: emulator?.payments ?? createClosedPayments(), former: [] }
  const withoutKeys: CardSetup = emulator?.cards ?? { provider: 'none' }
  let provider: { key: string; payments: PaymentsInUse; cards: CardSetup } = {
    key: '',
    payments: unset,
    cards: withoutKeys,
  }

  /** Opens only the services whose settings have changed. Returns whether any have. */
  function open(next: ServicesInUse): boolean {
    inUse = next
    const { mailServer, sender: from, stripe, formerStripe } = next
    const mailKey = mailServer ? JSON.stringify([mailServer, from]) : ''
    const cardKey = stripe ? JSON.stringify([stripe, formerStripe]) : ''
    const isChanged = mailKey !== sender.key || cardKey !== provider.key
    if (mailKey !== sender.key) {
      const { mail: replaced } = sender
      sender = { key: mailKey, mail: mailServer ? createSmtpMail(mailServer, from) : fallback }
      if (replaced !== fallback) setTimeout(() => replaced.close(), CLOSE_AFTER_MS).unref()
    }
    if (cardKey !== provider.key)
      provider = {
        key: cardKey,
        payments: createPaymentsInUse(next) ?? unset,
        cards: stripe ? { provider: 'stripe', publishableKey: stripe.publishableKey } : withoutKeys,
      }
    return isChanged
  }

  async function readAndUse(): Promise<void> {
    stored = await readStoredServices(db, config, now())
    // Pages that were rendered in the meantime contain the former keys.
    if (open(resolveServices(config, stored))) catalog?.invalidate()
  }

  // Reads the settings one after another, so that an older result never replaces a newer one.
  let reading = Promise.resolve()
  function reload(): Promise<void> {
    reading = reading.then(readAndUse, readAndUse)
    return reading
  }

  open(inUse)
  await reload()
  catalog?.onChange(() => void reload().catch(onError))
  const mail: Mail = { send: (message) => sender.mail.send(message), close: () => sender.mail.close() }
  const payments = createSwitchablePayments(() => provider.payments)
  return {
    get inUse() {
      return inUse
    },
    get stored() {
      return stored
    },
    get canSendEmail() {
      return config.mode !== 'production' || inUse.mailServer !== undefined
    },
    capturesEmail: config.mode !== 'production' && config.smtpUrl === undefined,
    mail,
    payments,
    get cards() {
      return provider.cards
    },
    async openFormerMail(id) {
      const former = await readStoredMail(db, config, id)
      const { mailServer, sender: from } = resolveServices(config, { ...NO_STORED_SERVICES, mail: former })
      return former && mailServer && withEmailLog(createSmtpMail(mailServer, from), { db, now, onError })
    },
    reload,
    close: () => mail.close(),
  }
}
