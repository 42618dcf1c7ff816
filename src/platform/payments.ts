import Stripe from 'stripe'
import { AppError } from '#shared/app-error.ts'
import { cents, type Cents } from '#shared/money.ts'

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
}

export type PaymentOrder = { purchaseId: string; amount: Cents; currency: string; description: string }

/** The card provider. Every call ends within `TIME_LIMIT_MS`, or says that the provider can't be reached. */
export type Payments = {
  /** Asked again for the same purchase, it answers with the same intent. */
  openIntent(order: PaymentOrder): Promise<Intent>
  /** Undefined when the provider knows no such intent. */
  readIntent(id: string): Promise<Intent | undefined>
  /** Nothing happens when it is canceled already; refuses (`payment_mismatch`) when it can't be canceled any more. */
  cancelIntent(id: string): Promise<void>
  /** Whether real cards are charged. */
  readonly isLive: boolean
}

const SDK_TIMEOUT_MS = 4_000
// The browser gives up at five seconds; the SDK's own limit counts each try by itself.
const TIME_LIMIT_MS = 4_400

export function stripePayments(settings: { secretKey: string; apiUrl?: string | undefined }): Payments {
  const stripe = new Stripe(settings.secretKey, {
    ...addressOf(settings.apiUrl),
    timeout: SDK_TIMEOUT_MS,
    // A try that was refused at once (a lost connection, a lock) is repeated; one that timed out is past our limit.
    maxNetworkRetries: 2,
    telemetry: false,
  })

  async function readIntent(id: string): Promise<Intent | undefined> {
    const intent = await withinLimit(stripe.paymentIntents.retrieve(id)).catch(undefinedWhenMissing)
    return intent && intentOf(intent)
  }

  return {
    isLive: /^[sr]k_live_/.test(settings.secretKey),

    async openIntent({ purchaseId, amount, currency, description }) {
      const intent = await withinLimit(
        stripe.paymentIntents.create(
          {
            amount,
            currency,
            metadata: { purchase_id: purchaseId, product: description },
            // Cards: whatever would lead the buyer away from the page is left out.
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          },
          { idempotencyKey: `purchase:${purchaseId}` },
        ),
      )
      return intentOf(intent)
    },

    readIntent,

    async cancelIntent(id) {
      const refused = await withinLimit(stripe.paymentIntents.cancel(id)).then(() => false, isSettledAlready)
      if (!refused) return
      const intent = await readIntent(id)
      if (intent && intent.status !== 'canceled') {
        throw new AppError('payment_mismatch', 'This payment can no longer be canceled.')
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

function intentOf(intent: Stripe.PaymentIntent): Intent {
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amount: cents(intent.amount),
    amountReceived: cents(intent.amount_received),
    currency: intent.currency,
    purchaseId: intent.metadata['purchase_id'],
    isLive: intent.livemode,
  }
}

async function withinLimit<Value>(call: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable(new Error(`no answer in ${TIME_LIMIT_MS} ms`))), TIME_LIMIT_MS)
  })
  try {
    return await Promise.race([call, limit])
  } catch (error) {
    throw isAway(error) ? unavailable(error) : plain(error)
  } finally {
    clearTimeout(timer)
    // A try that goes on after the limit must not end the process when it fails.
    call.catch(() => {})
  }
}

function isAway(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error.statusCode === 409 ||
    (error.statusCode ?? 0) >= 500
  )
}

function unavailable(cause: unknown): AppError {
  const error = new AppError(
    'payment_provider_unavailable',
    'The card provider can’t be reached at the moment. Nothing was charged; please try again in a minute.',
    { retryAfterSeconds: 60 },
  )
  error.cause = cause
  return error
}

/** The provider said no: its code and sentence only, since the SDK's own error may carry the intent and its secret. */
class ProviderRefusal extends Error {
  readonly providerCode: string | undefined

  constructor({ type, code, message, requestId }: InstanceType<typeof Stripe.errors.StripeError>) {
    super(`The card provider refused (${code ?? type}, request ${requestId ?? 'unknown'}): ${message}`)
    this.name = 'ProviderRefusal'
    this.providerCode = code
  }
}

function plain(error: unknown): unknown {
  return error instanceof Stripe.errors.StripeError ? new ProviderRefusal(error) : error
}

function undefinedWhenMissing(error: unknown): undefined {
  if (error instanceof ProviderRefusal && error.providerCode === 'resource_missing') return undefined
  throw error
}

function isSettledAlready(error: unknown): true {
  const codes = ['payment_intent_unexpected_state', 'resource_missing']
  if (error instanceof ProviderRefusal && codes.includes(error.providerCode ?? '')) return true
  throw error
}
