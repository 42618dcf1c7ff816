import { AppError } from '#shared/app-error.ts'
import { ProviderUnavailable } from '../payment-calls.ts'
import type { Intent, Payments } from '../payments.ts'

/** `former` is the account that was used before. Payments may still be in progress in it. */
export type PaymentsInUse = { current: Payments; former?: Payments | undefined }

/**
 * Uses the card provider that is set up at the time of each call. A payment stays in the account in which it was
 * opened. So if the current account has no such payment, this looks in the former account.
 */
export function createSwitchablePayments(inUse: () => PaymentsInUse): Payments {
  async function readIntent(id: string): Promise<Intent | undefined> {
    const { current, former } = inUse()
    const intent = await current.readIntent(id)
    if (intent || !former) return intent
    const found = await former.readIntent(id)
    return found && { ...found, isOfFormerAccount: true }
  }

  async function accountWith(id: string): Promise<Payments> {
    const { current, former } = inUse()
    return former && (await current.readIntent(id)) === undefined ? former : current
  }

  return {
    readIntent,
    openIntent: (order) => inUse().current.openIntent(order),
    writeMetadata: async (id, metadata) => (await accountWith(id)).writeMetadata(id, metadata),
    cancelIntent: async (id) => (await accountWith(id)).cancelIntent(id),
    listRefunds: async (id) => (await accountWith(id)).listRefunds(id),
    refundIntent: async (id, given) => (await accountWith(id)).refundIntent(id, given),
    readEvent(body, signature, now) {
      const { current, former } = inUse()
      if (!former) return current.readEvent(body, signature, now)
      try {
        return current.readEvent(body, signature, now)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return former.readEvent(body, signature, now)
      }
    },
    get lists() {
      return inUse().current.lists
    },
    get taxes() {
      return inUse().current.taxes
    },
    get customers() {
      return inUse().current.customers
    },
    get isLive() {
      return inUse().current.isLive
    },
    get isOpen() {
      return inUse().current.isOpen
    },
  }
}

/** Replaces the card provider in production until keys are set up. Free items work, and nothing can be sold. */
export function createClosedPayments(): Payments {
  // Jobs that need the provider wait, as if it could not be reached.
  const refuse = (): never => {
    throw new ProviderUnavailable(new Error('no card provider is set up'))
  }
  const refuseLater = (): Promise<never> => Promise.resolve().then(refuse)
  return {
    openIntent: refuseLater,
    readIntent: refuseLater,
    writeMetadata: refuseLater,
    cancelIntent: refuseLater,
    listRefunds: refuseLater,
    refundIntent: refuseLater,
    readEvent: refuse,
    lists: { paid: refuse, details: refuse, written: refuse, events: refuseLater },
    taxes: { calculate: refuseLater, record: refuseLater, reverse: refuseLater },
    customers: { create: refuseLater, find: refuseLater, changeEmail: refuseLater, erase: refuseLater },
    // Items that members get for free until then are not tests.
    isLive: true,
    isOpen: false,
  }
}
