import { ProviderUnavailable } from '../payment-calls.ts'
import { createStripePayments, type Intent, type Payments } from '../payments.ts'
import { createFormerAccount } from './former-account.ts'
import type { ServicesInUse } from './services-in-use.ts'

/** `former` are the accounts that were used before, most recently used first. They have payments, too. */
export type PaymentsInUse = { current: Payments; former: readonly Payments[] }

/** Opens the accounts. Returns undefined if no keys are set up. */
export function createPaymentsInUse({ stripe, formerStripe }: ServicesInUse): PaymentsInUse | undefined {
  if (!stripe) return undefined
  const former = formerStripe.map((keys) => createFormerAccount(createStripePayments(keys)))
  return { current: createStripePayments(stripe), former }
}

/**
 * Uses the accounts that are set up at the time of each call. New payments are opened in the current account. All other
 * requests about a payment or a customer go to the account that has it.
 */
export function createSwitchablePayments(inUse: () => PaymentsInUse): Payments {
  const accounts = () => [inUse().current, ...inUse().former]

  async function findIntent(id: string): Promise<{ account: Payments; intent: Intent } | undefined> {
    for (const [place, account] of accounts().entries()) {
      const intent = await account.readIntent(id)
      if (intent) return { account, intent: place === 0 ? intent : { ...intent, isOfFormerAccount: true } }
    }
    return undefined
  }

  async function accountWith(id: string): Promise<Payments> {
    const { current, former } = inUse()
    return former.length === 0 ? current : ((await findIntent(id))?.account ?? current)
  }

  return {
    readIntent: async (id) => (await findIntent(id))?.intent,
    openIntent: (order) => inUse().current.openIntent(order),
    writeMetadata: async (id, metadata) => (await accountWith(id)).writeMetadata(id, metadata),
    cancelIntent: async (id) => (await accountWith(id)).cancelIntent(id),
    listRefunds: async (id) => (await accountWith(id)).listRefunds(id),
    refundIntent: async (id, given) => (await accountWith(id)).refundIntent(id, given),
    listEvents: async (id, given) => (await accountWith(id)).listEvents(id, given),
    readEvent(...request) {
      const { current, former } = inUse()
      try {
        return current.readEvent(...request)
      } catch (error) {
        for (const account of former) {
          try {
            return account.readEvent(...request)
          } catch {
            // The next account is tried.
          }
        }
        throw error
      }
    },
    taxes: {
      calculate: (order) => inUse().current.taxes.calculate(order),
      record: async (sale) => (await accountWith(sale.intentId)).taxes.record(sale),
      reverse: async (refund) => (await accountWith(refund.intentId)).taxes.reverse(refund),
    },
    customers: {
      create: (customer) => inUse().current.customers.create(customer),
      async find(id) {
        for (const { customers } of accounts()) {
          const found = await customers.find(id)
          if (found) return found
        }
        return undefined
      },
      async changeEmail(id, email) {
        for (const { customers } of accounts()) await customers.changeEmail(id, email)
      },
      async erase(id) {
        for (const { customers } of accounts()) if (await customers.erase(id)) return true
        return false
      },
    },
    get lists() {
      return inUse().current.lists
    },
    get formerLists() {
      return inUse().former.map(({ lists }) => lists)
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
    listEvents: refuseLater,
    readEvent: refuse,
    lists: { paid: refuse, details: refuse, written: refuse, events: refuseLater },
    formerLists: [],
    taxes: { calculate: refuseLater, record: refuseLater, reverse: refuseLater },
    customers: { create: refuseLater, find: refuseLater, changeEmail: refuseLater, erase: refuseLater },
    // Items that members get for free until then are not tests.
    isLive: true,
    isOpen: false,
  }
}
