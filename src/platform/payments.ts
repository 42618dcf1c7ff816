import Stripe from 'stripe'
import { AppError } from '#shared/app-error.ts'
import { cents, type Cents } from '#shared/money.ts'
import { PAYMENT_METHODS } from '#shared/payment-methods.ts'
import { once, ProviderRefusal, refusedSettings, SDK_TIMEOUT_MS, withinLimit } from './payment-calls.ts'
import { eventOf, type ProviderEvent, signedEvent, WATCHED_EVENTS } from './payment-events.ts'
import { stripeTaxes, type Taxes } from './payment-taxes.ts'

/** The provider's record of one payment. `clientSecret` lets a browser pay it: never logged, never in an address. */
export type Intent = {
  id: string
  clientSecret: string
  status: string
  amount: Cents
  amountReceived: Cents
  currency: string
  purchaseId: string | undefined
  isLive: boolean
  card: { brand: string; last4: string } | undefined
  refunded: Cents
  /** The worst that its disputes came to. */
  dispute: 'none' | 'open' | 'lost'
}

export type PaymentOrder = {
  purchaseId: string
  /** As the buyer's receipt and account show it. */
  orderNumber: string
  itemName: string
  amount: Cents
  currency: string
}

/** The card provider. Every call ends within 4.4 seconds, or with `ProviderUnavailable`. */
export type Payments = {
  /** Asked again for the same purchase, it answers with the same intent. */
  openIntent(order: PaymentOrder): Promise<Intent>
  /** Undefined when the provider knows no such intent. */
  readIntent(id: string): Promise<Intent | undefined>
  /** Nothing happens when it is canceled already; refuses (`payment_mismatch`) when it can't be canceled any more. */
  cancelIntent(id: string): Promise<void>
  /** Gives back what is left of a payment; nothing happens when all of it was given back already. */
  refundIntent(id: string, idempotencyKey: string): Promise<void>
  /** An event that the provider sent, once its signature over the raw bytes was found right; refuses (`invalid`) any other. */
  readEvent(body: Buffer, signature: string, now: Date): ProviderEvent
  /** The events about payments since a time, oldest first. */
  listEvents(since: Date): Promise<ProviderEvent[]>
  readonly taxes: Taxes
  /** Whether real cards are charged. */
  readonly isLive: boolean
}

export type StripeSettings = {
  secretKey: string
  apiUrl?: string | undefined
  /** One, or two while rotating; without any, no webhook is believed. */
  webhookSecrets?: string[]
}

export function stripePayments(settings: StripeSettings): Payments {
  const { webhookSecrets = [] } = settings
  if (webhookSecrets.some((secret) => secret.trim() === '')) {
    throw new Error('A webhook secret is empty: anybody could sign with it.')
  }
  const stripe = new Stripe(settings.secretKey, {
    ...addressOf(settings.apiUrl),
    timeout: SDK_TIMEOUT_MS,
    // A try that was refused at once (a lost connection, a lock) is repeated; one that timed out is past our limit.
    maxNetworkRetries: 2,
    telemetry: false,
  })

  async function readIntent(id: string): Promise<Intent | undefined> {
    const intent = await withinLimit(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).catch(
      undefinedWhenMissing,
    )
    if (!intent) return undefined
    const isDisputed = chargeOf(intent)?.disputed === true
    const disputes = isDisputed
      ? await withinLimit(stripe.disputes.list({ payment_intent: id, limit: 100 }))
      : undefined
    return intentOf(intent, disputes?.data)
  }

  return {
    isLive: /^[sr]k_live_/.test(settings.secretKey),
    taxes: stripeTaxes(stripe),

    async openIntent({ purchaseId, orderNumber, itemName, amount, currency }) {
      const intent = await once(`order:${purchaseId}`, (options) =>
        stripe.paymentIntents.create(
          {
            amount,
            currency,
            // What the operator finds it by; no `receipt_email`, which would send a second receipt beside ours.
            description: `Order ${orderNumber}: ${itemName}`,
            metadata: { purchase_id: purchaseId, order_number: orderNumber },
            allowed_payment_method_types: [...PAYMENT_METHODS],
          },
          options,
        ),
      ).catch(refusedSettings('Settings → Payment methods'))
      return intentOf(intent)
    },

    readIntent,

    async cancelIntent(id) {
      const refused = await withinLimit(stripe.paymentIntents.cancel(id)).then(() => false, isSettledAlready)
      if (!refused) return
      const intent = await readIntent(id)
      if (intent && intent.status !== 'canceled') {
        throw new AppError(
          'payment_mismatch',
          'An earlier payment for this item is still under way. Please look again in a few minutes.',
        )
      }
    },

    async refundIntent(id, idempotencyKey) {
      // Without an amount it is all that is left: a second one finds nothing.
      await once(idempotencyKey, (options) => stripe.refunds.create({ payment_intent: id }, options)).catch(
        isRefundedAlready,
      )
    },

    readEvent(body, signature, now) {
      return signedEvent(stripe, { body, signature, secrets: webhookSecrets, now })
    },

    async listEvents(since) {
      const newestFirst: ProviderEvent[] = []
      const query = { types: WATCHED_EVENTS, created: { gte: Math.floor(since.getTime() / 1_000) }, limit: 100 }
      for (let after: string | undefined; ;) {
        const page = await withinLimit(stripe.events.list({ ...query, ...(after && { starting_after: after }) }))
        newestFirst.push(...page.data.map(eventOf))
        after = page.data.at(-1)?.id
        if (!page.has_more || after === undefined) return newestFirst.toReversed()
      }
    },
  }
}

function addressOf(apiUrl: string | undefined): { host?: string; port?: string; protocol?: 'http' | 'https' } {
  if (apiUrl === undefined) return {}
  const { hostname, port, protocol } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return { host: hostname, port: port || (isPlain ? '80' : '443'), protocol: isPlain ? 'http' : 'https' }
}

function intentOf(intent: Stripe.PaymentIntent, disputes: Stripe.Dispute[] = []): Intent {
  const charge = chargeOf(intent)
  const { brand, last4 } = charge?.payment_method_details?.card ?? {}
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amount: cents(intent.amount),
    amountReceived: cents(intent.amount_received),
    currency: intent.currency,
    purchaseId: intent.metadata['purchase_id'],
    isLive: intent.livemode,
    card: brand && last4 ? { brand, last4 } : undefined,
    refunded: cents(charge?.amount_refunded ?? 0),
    dispute: worstOf(disputes),
  }
}

function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof charge === 'object' && charge !== null ? charge : undefined
}

/** An inquiry (`warning_…`) takes no money back, and a won dispute gave it back. In any other, known or new, it is gone. */
function worstOf(disputes: Stripe.Dispute[]): Intent['dispute'] {
  const statuses = disputes.map(({ status }): string => status)
  if (statuses.includes('lost')) return 'lost'
  return statuses.every((status) => HARMLESS_DISPUTES.has(status) || status.startsWith('warning_')) ? 'none' : 'open'
}

const HARMLESS_DISPUTES = new Set(['won', 'prevented'])

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof ProviderRefusal && error.providerCode === 'resource_missing') return undefined
  throw error
}

function isRefundedAlready(error: unknown): void {
  if (!(error instanceof ProviderRefusal)) throw error
  if (error.providerCode === 'charge_already_refunded') return
  throw new AppError('payment_mismatch', error.message)
}

function isSettledAlready(error: unknown): true {
  const codes = ['payment_intent_unexpected_state', 'resource_missing']
  if (error instanceof ProviderRefusal && codes.includes(error.providerCode ?? '')) return true
  throw error
}
