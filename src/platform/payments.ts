import type Stripe from 'stripe'
import { AppError } from '#shared/app-error.ts'
import { cents, type Cents } from '#shared/money.ts'
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
import { type Dispute, getDisputes } from './payment-disputes.ts'
import { type Customers, throwIfUnusableCustomer, createStripeCustomers } from './payment-customers.ts'
import { type ProviderEvent, verifyEvent } from './payment-events.ts'
import { isSettledByHand, type PaymentLists, createStripeLists } from './payment-lists.ts'
import { parseApiUrl } from './payment-provider.ts'
import { type Refund, sumRefunds, toRefund } from './payment-refunds.ts'
import { createStripeTaxes, type Taxes } from './payment-taxes.ts'

/** The provider's record of one payment. `clientSecret` lets a browser pay it: never logged, never in an address. */
export type Intent = {
  id: string
  clientSecret: string
  status: string
  amount: Cents
  amountReceived: Cents
  currency: string
  purchaseId: string | undefined
  /** The academy that opened it, as `PaymentOrder` names it; undefined where an earlier version did. */
  academy: string | undefined
  isLive: boolean
  /** All that was written on it, by the academy or in the dashboard. */
  metadata: Readonly<Record<string, string>>
  /** When the buyer was charged; undefined before, and where the charge was not read. */
  chargedAt: Date | undefined
  /** The operator has written on it (metadata `settled`) that nothing of it is open any more, however that was done. */
  isSettledByHand: boolean
  card: { brand: string; last4: string } | undefined
  /** How it was paid: `card`, `link`, `us_bank_account`, or the wallet of a card (`apple_pay`); undefined where the charge was not read. */
  method: string | undefined
  /** What has really been given back. */
  refunded: Cents
  /** What is on its way back, which may still fail. */
  refunding: Cents
  /** Both, each by itself, newest first. */
  refunds: Refund[]
  /** What banks hold in disputes that are open. */
  held: Cents
  /** What banks took back for good, in disputes that were lost. */
  lost: Cents
  /** Those that are open or lost, each by itself. */
  disputes: Dispute[]
}

export type PaymentOrder = {
  /** The host of the academy's address: several may use one account of the provider. */
  academy: string
  purchaseId: string
  /** As the buyer's receipt and account show it. */
  orderNumber: string
  itemName: string
  /** The provider's id of the buyer, where it has one. */
  customerId?: string | undefined
  amount: Cents
  currency: string
  /** What else is written on it, so that an order can be made of it again. */
  metadata?: Record<string, string>
}

/** The card provider. Every call ends within 4.4 seconds, or with `ProviderUnavailable`. */
export type Payments = {
  /**
   * Asked again for the same purchase and customer, it answers with the same intent; `UnusableCustomerError` when only the customer is in the way,
   * `IdempotencyConflictError` when an earlier call for the same purchase asked for something else.
   */
  openIntent(order: PaymentOrder): Promise<Intent>
  /** Undefined when the provider knows no such intent. */
  readIntent(id: string): Promise<Intent | undefined>
  /** Adds to what is written on it; what has other names stays. Nothing happens where the provider knows no such intent. */
  writeMetadata(id: string, metadata: Record<string, string>): Promise<void>
  /** Nothing happens when it is canceled already; refuses (`payment_mismatch`) when it can't be canceled any more. */
  cancelIntent(id: string): Promise<void>
  /** What was given back of a payment or is on its way, newest first, what failed included. */
  listRefunds(intentId: string): Promise<Refund[]>
  /**
   * Gives an amount of a payment back, or all that is left of it; undefined when that was given back already. Asked again after the
   * same number of earlier refunds (`refundsBefore`) it gives nothing more. Refuses (`payment_mismatch`) what the provider does not do.
   */
  refundIntent(id: string, given: { amount: Cents | 'rest'; refundsBefore: number }): Promise<Refund | undefined>
  /** An event that the provider sent, once its signature over the raw bytes was found right; refuses (`invalid`) any other. */
  readEvent(body: Buffer, signature: string, now: Date): ProviderEvent
  readonly lists: PaymentLists
  readonly taxes: Taxes
  readonly customers: Customers
  /** Whether real cards are charged. */
  readonly isLive: boolean
}

/** The provider was asked before to open a payment for this purchase, in other words: this one it never opens. */
export class IdempotencyConflictError extends Error {
  constructor(cause: unknown) {
    super('The card provider was asked otherwise before to open the payment of this purchase', { cause })
  }
}

export type StripeSettings = {
  secretKey: string
  apiUrl?: string | undefined
  /** One, or two while rotating; without any, no webhook is believed. */
  webhookSecrets?: string[]
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
      // A try that was refused at once (a lost connection, a lock) is repeated; one that timed out is past our limit.
      maxNetworkRetries: 2,
      telemetry: false,
    }))

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
    // A charge counts what is only on its way, too.
    const refunds = charge && charge.amount_refunded > 0 ? await listRefunds(id) : []
    return toIntent(intent, disputes?.data, refunds)
  }

  async function refundsAtProvider(intentId: string): Promise<Stripe.Refund[]> {
    return (await callWithTimeLimit('list', stripe().refunds.list({ payment_intent: intentId, limit: 100 }))).data
  }

  async function listRefunds(intentId: string): Promise<Refund[]> {
    return (await refundsAtProvider(intentId)).map(toRefund)
  }

  return {
    isLive: /^[sr]k_live_/.test(settings.secretKey),
    lists: createStripeLists(stripe),
    taxes: createStripeTaxes(stripe),
    customers: createStripeCustomers(stripe),

    async openIntent({ academy, purchaseId, orderNumber, itemName, customerId, amount, currency, metadata }) {
      // A key stands for one request: with another customer it is another, and so it is with what an earlier version asked.
      const key = ['payment', purchaseId, customerId].filter(Boolean).join(':')
      const intent = await callOnce('payment_intent', key, (options) =>
        stripe().paymentIntents.create(
          {
            amount,
            currency,
            ...(customerId !== undefined && { customer: customerId }),
            // What the operator finds it by; no `receipt_email`, which would send a second receipt beside ours.
            description: `Order ${orderNumber}: ${itemName}`,
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
        .catch(throwSettingsError('Settings → Payment methods'))
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
          'An earlier payment for this item is still under way. Please look again in a few minutes.',
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
        // Of another amount: whoever looks again counts from there, and goes other ways than this call.
        if (since.length > 0 && !same)
          throw new AppError('payment_mismatch', 'Another part of this payment was given back meanwhile. Run it again.')
        return same
      }
      // Without an amount it is all that is left: a second one finds nothing. A part would be given twice.
      const given =
        amount === 'rest' ? callOnce('refund', key, give) : retryWithNewKeys('refund', key, give, givenMeanwhile)
      return given.then(toRefund, undefinedWhenRefunded)
    },

    readEvent(body, signature, now) {
      return verifyEvent(stripe(), { body, signature, secrets: webhookSecrets, now })
    },
  }
}

function toIntent(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[] = [], refunds: Refund[] = []): Intent {
  const charge = getCharge(intent)
  const details = charge?.payment_method_details
  const { brand, last4, wallet } = details?.card ?? {}
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amount: cents(intent.amount),
    amountReceived: cents(intent.amount_received),
    currency: intent.currency,
    purchaseId: intent.metadata['purchase_id'],
    academy: intent.metadata['academy'],
    isLive: intent.livemode,
    metadata: intent.metadata,
    chargedAt: charge?.created === undefined ? undefined : new Date(charge.created * 1_000),
    isSettledByHand: isSettledByHand(intent.metadata),
    card: brand && last4 ? { brand, last4 } : undefined,
    method: wallet?.type ?? details?.type,
    refunded: sumRefunds(refunds, 'succeeded'),
    refunding: sumRefunds(refunds, 'pending'),
    refunds: refunds.filter(({ status: state }) => state !== 'failed'),
    ...getDisputes(intent, disputes),
  }
}

function getCharge({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof charge === 'object' && charge !== null ? charge : undefined
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof ProviderRejection && error.providerCode === 'resource_missing') return undefined
  throw error
}

function undefinedWhenRefunded(error: unknown): undefined {
  if (!(error instanceof ProviderRejection)) throw error
  if (error.providerCode === 'charge_already_refunded') return undefined
  throw new AppError('payment_mismatch', `The card provider does not give it back: ${error.reason}`)
}

function isSettledAlready(error: unknown): true {
  const codes = ['payment_intent_unexpected_state', 'resource_missing']
  if (error instanceof ProviderRejection && codes.includes(error.providerCode ?? '')) return true
  throw error
}
