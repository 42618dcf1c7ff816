import Stripe from 'stripe'
import { AppError } from '#shared/app-error.ts'

export const SDK_TIMEOUT_MS = 4_000
// The browser gives up at five seconds; the SDK's own limit counts each try by itself.
const TIME_LIMIT_MS = 4_400

/** What came of a call of the card provider, or after the time limit that it can't be reached. */
export async function withinLimit<Value>(call: Promise<Value>): Promise<Value> {
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

/**
 * A call that is done once for its key. A failure of the provider's own stays its answer to a key for a day, so then it
 * is asked under another key: only for calls that do no more when the first was done all the same.
 */
export async function once<Value>(key: string, call: (options: { idempotencyKey: string }) => Promise<Value>) {
  return withinLimit(call({ idempotencyKey: key })).catch((error: unknown) => {
    if (isKeptFailure(error)) return withinLimit(call({ idempotencyKey: `${key}:again` }))
    throw error
  })
}

/** Whether the provider repeated a failure that it keeps under an idempotency key. */
function isKeptFailure(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : undefined
  if (!(cause instanceof Stripe.errors.StripeError) || (cause.statusCode ?? 0) < 500) return false
  return cause.headers?.['idempotent-replayed'] === 'true'
}

function unavailable(cause: unknown): AppError {
  const error = new AppError(
    'payment_provider_unavailable',
    'The card provider cannot be reached right now. Nothing was charged. Please try again in a minute.',
    { retryAfterSeconds: 60 },
  )
  error.cause = cause
  return error
}

/** The provider said no: its code and sentence only, since the SDK's own error may carry the intent and its secret. */
export class ProviderRefusal extends Error {
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
