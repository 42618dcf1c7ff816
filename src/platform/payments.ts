import type Stripe from 'stripe'
import { AppError } from '#shared/app-error.ts'
import type { Cents } from '#shared/money.ts'
import { PAYMENT_METHODS } from '#shared/payment-methods.ts'
import {
  createStripeHttpClient,
  callOnce,
  ProviderRejection,
  throwSettingsError,
  sdk,
  SDK_TIMEOUT_MS,
  retryWithNewKeys,
  callWithTimeLimit,
} from './payment-calls.ts'
import { type Customers, throwIfUnusableCustomer, createStripeCustomers } from './payment-customers.ts'
import { type ProviderEvent, verifyEvent } from './payment-events.ts'
import { allPages, type PaymentLists, createStripeLists } from './payment-lists.ts'
import { parseApiUrl } from './payment-provider.ts'
import { getCharge, type Intent, toDescription, toIntent } from './payment-intent.ts'
import { type Refund, toRefund } from './payment-refunds.ts'
import { createStripeTaxes, type Taxes } from './payment-taxes.ts'

export type { Intent }

export type PaymentOrder = {
  /** The host of the academy that opened the payment. Several academies may share one provider account. */
  academy: string
  purchaseId: string
  /** The order number, as shown on the buyer's receipt and account page. */
  orderNumber: string
  itemName: string
  /** The provider's ID for the buyer, if any. */
  customerId?: string | undefined
  amount: Cents
  currency: string
  /** Additional metadata, from which an order can be restored. */
  metadata?: Record<string, string>
}

/** The card provider. A call that takes longer than 4.4 seconds throws `ProviderUnavailable`. */
export type Payments = {
  /**
   * Opens a payment intent. Repeated calls for the same purchase and customer return the same intent. Throws
   * `UnusableCustomerError` if the customer is the only problem. Throws `IdempotencyConflictError` if an earlier call
   * for the same purchase made a different request.
   */
  openIntent(order: PaymentOrder): Promise<Intent>
  /** Returns undefined if the provider has no such intent. */
  readIntent(id: string): Promise<Intent | undefined>
  /** Adds metadata to an intent. Does nothing if the provider has no such intent. */
  writeMetadata(id: string, metadata: Record<string, string>): Promise<void>
  /**
   * Cancels an intent. Does nothing if it is already canceled. Throws `payment_mismatch` if it can no longer be
   * canceled.
   */
  cancelIntent(id: string): Promise<void>
  /** Lists the refunds of a payment, newest first, including pending and failed ones. */
  listRefunds(intentId: string): Promise<Refund[]>
  /**
   * Refunds an amount of a payment, or all that is left. Returns undefined if it was already refunded. If it is called
   * again with the same number of earlier refunds (`refundsBefore`), refunds nothing more. Throws `payment_mismatch` if
   * the provider rejects the refund.
   */
  refundIntent(id: string, given: { amount: Cents | 'rest'; refundsBefore: number }): Promise<Refund | undefined>
  /**
   * Verifies the signature of the raw bytes, then returns the provider's event. Throws `invalid` if the signature is
   * wrong.
   */
  readEvent(body: Buffer, signature: string, now: Date): ProviderEvent
  /** Returns the events about a payment since a given time, oldest first. */
  listEvents(intentId: string, given: { since: Date; types: string[] }): Promise<ProviderEvent[]>
  readonly lists: PaymentLists
  /** The lists of former accounts, most recently used first. */
  readonly formerLists: readonly PaymentLists[]
  readonly taxes: Taxes
  readonly customers: Customers
  readonly isLive: boolean
  /** False if no keys are set up yet. Then nothing can be sold, and every call fails. */
  readonly isOpen: boolean
}

/** The provider already received a different request for this purchase, so it will never open this payment. */
export class IdempotencyConflictError extends Error {
  constructor(cause: unknown) {
    super('Stripe already has a payment with other parameters for this purchase', { cause })
  }
}

export type StripeSettings = {
  secretKey: string
  apiUrl?: string | undefined
  /** Contains one secret, or two during a change of secrets. If there is none, webhooks are rejected. */
  webhookSecrets?: string[]
}

export function isLiveKey(key: string): boolean {
  return /^[a-z]+_live_/.test(key)
}

export function createStripePayments(settings: StripeSettings): Payments {
  const { webhookSecrets = [] } = settings
  if (webhookSecrets.some((secret) => secret.trim() === '')) {
    throw new Error('A webhook secret is empty: anybody could sign with it.')
  }
  let client: Stripe | undefined
  const stripe = () =>
    (client ??= new (sdk())(settings.secretKey, {
      ...parseApiUrl(settings.apiUrl),
      httpClient: createStripeHttpClient(),
      timeout: SDK_TIMEOUT_MS,
      // Retries only calls that fail quickly, for example because of a lost connection or a lock. A call that times out
      // has used up our time limit.
      maxNetworkRetries: 2,
      telemetry: false,
    }))

  const lists = createStripeLists(stripe)

  async function readIntent(id: string): Promise<Intent | undefined> {
    const intent = await callWithTimeLimit(
      'payment_intent',
      stripe().paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
    ).catch(undefinedWhenMissing)
    if (!intent) return undefined
    const charge = getCharge(intent)
    const disputes = charge?.disputed
      ? await callWithTimeLimit('list', stripe().disputes.list({ payment_intent: id, limit: 100 }))
      : undefined
    // This amount of a charge includes pending refunds, too.
    const refunds = charge && charge.amount_refunded > 0 ? await listRefunds(id) : []
    return toIntent(intent, disputes?.data, refunds)
  }

  async function refundsAtProvider(intentId: string): Promise<Stripe.Refund[]> {
    const refunds: Stripe.Refund[] = []
    const query = { payment_intent: intentId, limit: 100 }
    for await (const { data } of allPages((after) => stripe().refunds.list({ ...query, ...after })))
      refunds.push(...data)
    return refunds
  }

  async function listRefunds(intentId: string): Promise<Refund[]> {
    return (await refundsAtProvider(intentId)).map(toRefund)
  }

  return {
    isLive: isLiveKey(settings.secretKey),
    isOpen: true,
    lists,
    formerLists: [],
    taxes: createStripeTaxes(stripe),
    customers: createStripeCustomers(stripe),

    async openIntent({ academy, purchaseId, orderNumber, itemName, customerId, amount, currency, metadata }) {
      // A key belongs to one exact request, so a request for another customer needs another key.
      const key = ['payment', purchaseId, customerId].filter(Boolean).join(':')
      const intent = await callOnce('payment_intent', key, (options) =>
        stripe().paymentIntents.create(
          {
            amount,
            currency,
            ...(customerId !== undefined && { customer: customerId }),
            // This text helps the operator find the payment. `receipt_email` is not set, because it would send a second
            // receipt.
            description: toDescription({ orderNumber, itemName }),
            metadata: { ...metadata, purchase_id: purchaseId, order_number: orderNumber, academy },
            allowed_payment_method_types: [...PAYMENT_METHODS],
          },
          options,
        ),
      )
        .catch((error: unknown) => {
          if (customerId !== undefined) throwIfUnusableCustomer(error)
          if (error instanceof ProviderRejection && error.isOfAnotherRequest) throw new IdempotencyConflictError(error)
          throw error
        })
        .catch(throwSettingsError('Settings, Payment methods'))
      return toIntent(intent)
    },

    readIntent,

    async writeMetadata(id, metadata) {
      await callWithTimeLimit('payment_intent', stripe().paymentIntents.update(id, { metadata })).catch(
        undefinedWhenMissing,
      )
    },

    async cancelIntent(id) {
      const refused = await callWithTimeLimit('payment_intent', stripe().paymentIntents.cancel(id)).then(
        () => false,
        isSettledAlready,
      )
      if (!refused) return
      const intent = await readIntent(id)
      if (intent && intent.status !== 'canceled') {
        throw new AppError(
          'payment_mismatch',
          'An earlier payment for this item is still in progress. Please check again in a few minutes.',
        )
      }
    },

    listRefunds,

    async refundIntent(id, { amount, refundsBefore }) {
      const give = (options: { idempotencyKey: string }) =>
        stripe().refunds.create({ payment_intent: id, ...(amount !== 'rest' && { amount }) }, options)
      const key = `refund:${id}:${refundsBefore}:${amount}`
      const givenMeanwhile = async () => {
        const refunds = await refundsAtProvider(id)
        const since = refunds.slice(0, Math.max(0, refunds.length - refundsBefore))
        const same = since.find((refund) => refund.amount === amount)
        // Someone refunded a different amount in the meantime, so the caller must calculate the refund again.
        if (since.length > 0 && !same)
          throw new AppError(
            'payment_mismatch',
            'Another part of this payment was just refunded. Check the order and try again.',
          )
        return same
      }
      // If everything is refunded twice, the second call finds nothing left to refund. But a partial refund could be
      // made twice.
      const given =
        amount === 'rest' ? callOnce('refund', key, give) : retryWithNewKeys('refund', key, give, givenMeanwhile)
      return given.then(toRefund, undefinedWhenRefunded)
    },

    async listEvents(intentId, { since, types }) {
      return (await lists.events(since, types)).filter((event) => event.intentId === intentId)
    },

    readEvent(body, signature, now) {
      return verifyEvent(stripe(), { body, signature, secrets: webhookSecrets, now })
    },
  }
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof ProviderRejection && error.providerCode === 'resource_missing') return undefined
  throw error
}

function undefinedWhenRefunded(error: unknown): undefined {
  if (!(error instanceof ProviderRejection)) throw error
  if (error.providerCode === 'charge_already_refunded') return undefined
  throw new AppError('payment_mismatch', `Stripe rejected the refund: ${error.reason}`)
}

function isSettledAlready(error: unknown): true {
  const codes = ['payment_intent_unexpected_state', 'resource_missing']
  if (error instanceof ProviderRejection && codes.includes(error.providerCode ?? '')) return true
  throw error
}
