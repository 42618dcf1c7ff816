import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import { library, lazy } from './lazy.ts'

/** The card provider's library. It consists of two hundred files, so it is loaded on first use. */
export const sdk = lazy<typeof Stripe>(() => library('stripe'))

export const SDK_TIMEOUT_MS = 4_000
// The browser stops waiting after five seconds. The SDK's own time limit applies to each attempt separately.
const TIME_LIMIT_MS = 4_400

/** The time by which all provider calls for one response must be finished. */
const end = new AsyncLocalStorage<number>()

/** Makes all provider calls in `work` share one time limit, which is as long as that of a single call. */
export function withSharedTimeLimit<Value>(work: () => Promise<Value>): Promise<Value> {
  return end.run(performance.now() + TIME_LIMIT_MS, work)
}

/** Every response from the provider is an object that names its kind, or an error that names its type. */
const Answer = z.union([
  z.looseObject({ error: z.looseObject({ type: z.string() }) }),
  z.looseObject({ object: z.string(), error: z.undefined().optional() }),
])

/** The fields of some kinds of objects that the code reads, and without which it would fail. */
const ANSWER_SHAPES: Readonly<Record<string, z.ZodType>> = {
  list: z.looseObject({ data: z.array(z.looseObject({}).refine(hasExpectedShape)) }),
  refund: z.looseObject({ id: z.string(), amount: z.int(), created: z.int() }),
  dispute: z.looseObject({ id: z.string(), amount: z.int(), evidence_details: z.looseObject({}) }),
  payment_intent: z.looseObject({
    id: z.string(),
    amount: z.int(),
    amount_received: z.int(),
    metadata: z.looseObject({}),
  }),
}

function hasExpectedShape(answer: { object?: unknown }): boolean {
  return ANSWER_SHAPES[String(answer.object)]?.safeParse(answer).success !== false
}

/**
 * Rejects responses that are not from the provider before the SDK reads them, because the SDK ends the process if a
 * response is a bare number or word. Also keeps the SDK from retrying right after an internal error at the provider,
 * because the provider would return the same response for the same key.
 */
export function createStripeHttpClient(): Stripe.HttpClient {
  const client = sdk().createNodeHttpClient()
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const response = await client.makeRequest(...request)
      const read = response.toJSON.bind(response)
      const isStored = request[3] === 'POST' && response.getStatusCode() >= 500
      const headers = { ...(isStored && { 'stripe-should-retry': 'false' }), ...response.getHeaders() }
      return Object.assign(response, {
        getHeaders: () => headers,
        async toJSON() {
          const answer: unknown = await read()
          if (!Answer.safeParse(answer).success) throw new ForeignResponseError('the response is not from Stripe')
          return answer
        },
      })
    },
  }
}

/**
 * Returns the result of a provider call that returns this kind of object. Throws `ProviderUnavailable` after the time
 * limit, or if the provider is down or rejects the API keys. Throws `ProviderRejection` if the provider rejects the
 * request.
 */
export async function callWithTimeLimit<Kind extends string, Value extends { object: Kind }>(
  kind: Kind,
  call: Promise<Value>,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const limitMs = Math.round(Math.max(0, Math.min(TIME_LIMIT_MS, (end.getStore() ?? Infinity) - performance.now())))
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProviderUnavailable(new Error(`no answer in ${limitMs} ms`))), limitMs)
  })
  try {
    const value = await Promise.race([call, limit])
    if (value.object !== kind || !hasExpectedShape(value))
      throw new UnreadableResponse(new Error(`the answer is not a ${kind}`))
    return value
  } catch (error) {
    throw isUnavailable(error) ? new ProviderUnavailable(error) : unwrapError(error)
  } finally {
    clearTimeout(timer)
    // A call that continues after the time limit must not end the process if it fails later.
    call.catch(() => {})
  }
}

/** Whether the provider is down, or something else responded, such as a proxy with an error or a maintenance page. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof ForeignResponseError) return true
  if (!(error instanceof sdk().errors.StripeError)) return false
  return (
    error instanceof sdk().errors.StripeConnectionError ||
    error instanceof sdk().errors.StripeRateLimitError ||
    error.statusCode === undefined ||
    error.statusCode === 409 ||
    error.statusCode >= 500
  )
}

class ForeignResponseError extends Error {}

/**
 * Makes a call that is harmless if it is made twice. For a day, the provider repeats a rejection or an internal failure
 * under the same key. So if the first key fails that way, this tries a second key, which concurrent callers share. If
 * that fails that way, too, this tries a new key. With `unlessFailed`, a failed call is not tried again, because it may
 * have succeeded and would be rejected under another key.
 */
export async function callOnce<Kind extends string, Value extends { object: Kind }>(
  kind: Kind,
  key: string,
  call: (options: { idempotencyKey: string }) => Promise<Value>,
  { unlessFailed = false } = {},
): Promise<Value> {
  const retryIfStored = (error: unknown, again: () => Promise<Value>) => {
    if (!isReplayedAnswer(error) || (unlessFailed && findStripeError(error))) throw error
    return again()
  }
  const under = (idempotencyKey: string) => callWithTimeLimit(kind, call({ idempotencyKey }))
  return under(key)
    .catch((error: unknown) => retryIfStored(error, () => under(`${key}:${Math.floor(Date.now() / 1_000)}`)))
    .catch((error: unknown) => retryIfStored(error, () => under(`${key}:${randomUUID()}`)))
}

/** After this many failed attempts of one call, the operator should check the provider's dashboard. */
const MAX_TRIES = 20

/**
 * Makes a call that is harmful if it is made twice. If the provider repeats a stored rejection or failure, this uses
 * the next key, unless `doneMeanwhile` finds a result, which is then returned. Concurrent callers use the same keys in
 * the same order, so the call is made only once.
 */
export async function retryWithNewKeys<Kind extends string, Value extends { object: Kind }>(
  kind: Kind,
  key: string,
  call: (options: { idempotencyKey: string }) => Promise<Value>,
  doneMeanwhile: () => Promise<Value | undefined>,
): Promise<Value> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await callWithTimeLimit(kind, call({ idempotencyKey: tries === 1 ? key : `${key}:try${tries}` }))
    } catch (error) {
      if (!isReplayedAnswer(error)) throw error
      const done = await doneMeanwhile()
      if (done !== undefined) return done
      if (tries === MAX_TRIES) throw tooManyFailuresError(kind, error)
    }
  }
}

function tooManyFailuresError(kind: string, cause: unknown): ProviderUnavailable {
  return new ProviderUnavailable(cause, {
    kind: `failures:${kind}`,
    sentence: `The same ${kind} failed or was rejected ${MAX_TRIES} times, and Stripe will repeat the same response for a day. Check Stripe's status page and the Stripe Dashboard (Developers, Logs). Try again tomorrow, or make the change in the Dashboard.`,
  })
}

/**
 * Whether the provider repeated a stored response for an idempotency key: a failure, or a rejection whose reason might
 * no longer apply.
 */
function isReplayedAnswer(error: unknown): boolean {
  const said = error instanceof ProviderUnavailable && error.cause instanceof ProviderRejection ? error.cause : error
  return said instanceof ProviderRejection ? said.isRepeated : isRepeated(findStripeError(error))
}

function isRepeated(error: InstanceType<typeof Stripe.errors.StripeError> | undefined): boolean {
  return error?.headers?.['idempotent-replayed'] === 'true'
}

/** Whether the provider itself rejected the call or failed. Returns false if it is down or slow. */
export function isProviderRejection(error: unknown): boolean {
  return (
    error instanceof ProviderRejection || error instanceof MissingPermission || findStripeError(error) !== undefined
  )
}

function findStripeError(error: unknown): InstanceType<typeof Stripe.errors.StripeError> | undefined {
  const cause = error instanceof ProviderUnavailable ? error.cause : undefined
  return cause instanceof sdk().errors.StripeError && (cause.statusCode ?? 0) >= 500 ? cause : undefined
}

const RETRY_AFTER_SECONDS = 60

/** What the operator must fix: a sentence, and a kind, so that the same problem is not reported repeatedly. */
export type ProviderProblem = { kind: string; sentence: string }

/**
 * The card provider is unreachable or rejects the API keys. The message doesn't say what that means for the money,
 * because only the caller knows the step of the purchase.
 */
export class ProviderUnavailable extends AppError {
  /** Undefined if the operator only has to wait. */
  readonly problem: ProviderProblem | undefined

  constructor(cause: unknown, problem?: ProviderProblem) {
    const message = problem
      ? 'Payments aren’t available right now. Try again later.'
      : 'Our payment provider can’t be reached right now. Try again in a minute.'
    super('payment_provider_unavailable', message, { retryAfterSeconds: getRetryAfter(cause) })
    this.name = 'ProviderUnavailable'
    this.cause = cause
    this.problem = problem
  }
}

/** The provider's response is not what was requested, or is in a format that the code can't read. */
export class UnreadableResponse extends ProviderUnavailable {}

/** The API key lacks the permission for this request. */
export class MissingPermission extends ProviderUnavailable {}

function getRetryAfter(cause: unknown): number {
  const seconds = cause instanceof sdk().errors.StripeError ? Number(cause.headers?.['retry-after']) : Number.NaN
  return Number.isInteger(seconds) && seconds > 0 ? seconds : RETRY_AFTER_SECONDS
}

/**
 * The provider rejected this call. A caller that expects a rejection handles it, and the operator has to fix any other.
 * The error contains only the provider's code and message, because the SDK's error may contain the payment intent and
 * its client secret.
 */
export class ProviderRejection extends ProviderUnavailable {
  readonly providerCode: string | undefined
  /** The request parameter that the error is about. */
  readonly param: string | undefined
  readonly reason: string
  /** The request ID, with which the operator finds the call in the provider's dashboard. */
  readonly requestId: string
  /** Whether this is the stored rejection of an earlier call with the same key. */
  readonly isRepeated: boolean
  /** Whether an earlier call made a different request with the same key. */
  readonly isOfAnotherRequest: boolean

  constructor(error: InstanceType<typeof Stripe.errors.StripeError>) {
    const { type, code, param, message, requestId } = error
    const what = `${code ?? type}, request ${requestId ?? 'unknown'}`
    super(undefined, {
      kind: `refused:${code ?? type}`,
      sentence: `Stripe rejected a request from the academy (${what}): ${message} Run this first: npm run academy -- doctor. If it finds nothing wrong, look up the request in the Stripe Dashboard (Developers, Logs), and update the academy.`,
    })
    this.name = 'ProviderRefusal'
    this.providerCode = code
    this.param = param
    this.reason = message
    this.requestId = requestId ?? 'unknown'
    this.isRepeated = isRepeated(error)
    this.isOfAnotherRequest = error instanceof sdk().errors.StripeIdempotencyError
  }
}

/**
 * Handles a rejection of a call that contains no input from the buyer. The operator has to fix such a rejection in the
 * dashboard.
 */
export function throwSettingsError(place: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ProviderRejection)) throw error
    throw new ProviderUnavailable(error, {
      kind: `settings:${place}`,
      sentence: `Stripe rejected a request because of the account's settings: ${error.reason} Check ${place} in the Stripe Dashboard, and run: npm run academy -- doctor`,
    })
  }
}

function unwrapError(error: unknown): unknown {
  if (!(error instanceof sdk().errors.StripeError)) return error
  const refusal = new ProviderRejection(error)
  if (error.statusCode === 401)
    return new ProviderUnavailable(refusal, {
      kind: 'key',
      sentence: `Stripe rejects the secret key: ${refusal.reason} Copy the key again from the Stripe Dashboard (Developers, API keys). Save it under Payments in the studio, or in STRIPE_SECRET_KEY.`,
    })
  if (error.statusCode === 403)
    return new MissingPermission(refusal, {
      // The provider names the missing permission. Each permission is a separate problem.
      kind: `right:${/\brak_\w+/.exec(refusal.reason)?.[0] ?? ''}`,
      sentence: `Stripe's secret key lacks a permission: ${refusal.reason} Give the key the permissions in docs/payments.md, step 3, and run: npm run academy -- doctor`,
    })
  return refusal
}
