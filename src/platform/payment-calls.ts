import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import { library, lazy } from './lazy.ts'

/** The card provider's library: two hundred files. */
export const sdk = lazy<typeof Stripe>(() => library('stripe'))

export const SDK_TIMEOUT_MS = 4_000
// The browser gives up at five seconds; the SDK's own limit counts each try by itself.
const TIME_LIMIT_MS = 4_400

/** When the calls that are made for one answer must all be over. */
const end = new AsyncLocalStorage<number>()

/** All calls of the card provider that the work makes share one time limit, as long as that of a single call. */
export function withSharedTimeLimit<Value>(work: () => Promise<Value>): Promise<Value> {
  return end.run(performance.now() + TIME_LIMIT_MS, work)
}

/** All that the provider ever says: an object that names its kind, or an error that names its type. */
const Answer = z.union([
  z.looseObject({ error: z.looseObject({ type: z.string() }) }),
  z.looseObject({ object: z.string(), error: z.undefined().optional() }),
])

/** What the code reads of objects of some kinds; without it the code would fail. */
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
 * For the SDK, which ends the process over an answer that is a bare number or word: whatever is none of the provider's fails before it.
 * Nor does it ask again at once after a failure inside the provider, which stays the answer to the key of that call.
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
          if (!Answer.safeParse(answer).success) throw new ForeignResponseError('the answer is not the card provider’s')
          return answer
        },
      })
    },
  }
}

/**
 * What came of a call of the card provider, which answers with an object of this kind. `ProviderUnavailable` after the time limit,
 * when it is away or does not let us in, and `ProviderRefusal` when it refuses what was asked.
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
    // A try that goes on after the limit must not end the process when it fails.
    call.catch(() => {})
  }
}

/** An answer that the provider did not write: a proxy's, or a maintenance page, in HTML or other JSON. */
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
 * A call that is done once for its key, and does no harm when it is done twice. A refusal, or a failure of the provider's own, stays its
 * answer to a key for a day: so that this stands in nobody's way the next key names the second, which callers at the same moment share,
 * and where that second has such an answer, too, the last one is new. A call that may have been done although it failed, and would be
 * refused under another key then, stays with its failure (`unlessFailed`).
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

/** After so many failed tries of one thing somebody should look at the provider's own page. */
const MAX_TRIES = 20

/**
 * A call that does more when it is done twice. Where the provider repeats a refusal or a failure that it keeps under a key, the next key
 * names the next try, but only when `doneMeanwhile` has found nothing; what it has found is the answer. So callers at the same moment go the same
 * way from key to key, and do it once.
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
    sentence: `The card provider has failed at the same ${kind} or refused it ${MAX_TRIES} times, and repeats that answer for a day. Look at its status page and at Developers, Logs, in its dashboard. Try the same again tomorrow, or do it in the dashboard.`,
  })
}

/** Whether the provider repeated what it keeps under an idempotency key: it failed, or it refused, for a reason that may be gone. */
function isReplayedAnswer(error: unknown): boolean {
  const said = error instanceof ProviderUnavailable && error.cause instanceof ProviderRejection ? error.cause : error
  return said instanceof ProviderRejection ? said.isRepeated : isRepeated(findStripeError(error))
}

function isRepeated(error: InstanceType<typeof Stripe.errors.StripeError> | undefined): boolean {
  return error?.headers?.['idempotent-replayed'] === 'true'
}

/** Whether the provider itself answered that it does not do what was asked: it refused, or failed. False where it is away or slow. */
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

/** What the operator must mend: in a sentence, and of which kind the trouble is, so that the same one is not told again and again. */
export type ProviderProblem = { kind: string; sentence: string }

/**
 * The card provider can't be reached, or does not let us in. What that means for the money depends on the point of the
 * purchase, which only the caller knows: the message says nothing of it.
 */
export class ProviderUnavailable extends AppError {
  /** Undefined when there is nothing to do but wait. */
  readonly toMend: ProviderProblem | undefined

  constructor(cause: unknown, toMend?: ProviderProblem) {
    const message = toMend
      ? 'Payments are not possible right now.'
      : 'The card provider cannot be reached right now. Please try again in a minute.'
    super('payment_provider_unavailable', message, { retryAfterSeconds: getRetryAfter(cause) })
    this.name = 'ProviderUnavailable'
    this.cause = cause
    this.toMend = toMend
  }
}

/** The provider answered, but with something else than was asked for, or in a form that the code does not read. */
export class UnreadableResponse extends ProviderUnavailable {}

/** The key may not do what was asked, whatever else it may do. */
export class MissingPermission extends ProviderUnavailable {}

function getRetryAfter(cause: unknown): number {
  const seconds = cause instanceof sdk().errors.StripeError ? Number(cause.headers?.['retry-after']) : Number.NaN
  return Number.isInteger(seconds) && seconds > 0 ? seconds : RETRY_AFTER_SECONDS
}

/**
 * The provider said no to this very call. A call that expects a refusal says what it means; any other is the operator's to mend.
 * Has the provider's code and sentence only, since the SDK's own error may carry the intent and its secret.
 */
export class ProviderRejection extends ProviderUnavailable {
  readonly providerCode: string | undefined
  /** What of the request it is about. */
  readonly param: string | undefined
  /** The provider's sentence. */
  readonly reason: string
  /** What its dashboard finds the call by. */
  readonly requestId: string
  /** Whether it was said to an earlier call, and is only repeated under its key. */
  readonly isRepeated: boolean
  /** Whether an earlier call has asked for something else under the same key. */
  readonly isOfAnotherRequest: boolean

  constructor(error: InstanceType<typeof Stripe.errors.StripeError>) {
    const { type, code, param, message, requestId } = error
    const what = `${code ?? type}, request ${requestId ?? 'unknown'}`
    super(undefined, {
      kind: `refused:${code ?? type}`,
      sentence: `The card provider refuses what the academy asks of it (${what}): ${message} Run doctor. If it finds nothing wrong, look the request up in the provider’s dashboard (Developers, Logs), and update the academy.`,
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

/** For calls that ask for nothing a buyer could have chosen otherwise: a refusal is the operator's to mend, in the dashboard. */
export function throwSettingsError(place: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ProviderRejection)) throw error
    throw new ProviderUnavailable(error, {
      kind: `settings:${place}`,
      sentence: `The card provider refuses what the academy asks as its account is set up: ${error.reason} Look at ${place} in its dashboard, and run doctor.`,
    })
  }
}

function unwrapError(error: unknown): unknown {
  if (!(error instanceof sdk().errors.StripeError)) return error
  const refusal = new ProviderRejection(error)
  if (error.statusCode === 401)
    return new ProviderUnavailable(refusal, {
      kind: 'key',
      sentence: `STRIPE_SECRET_KEY is refused by the card provider: ${refusal.reason} Copy the key again from its dashboard (Developers, API keys), set it and restart the academy.`,
    })
  if (error.statusCode === 403)
    return new MissingPermission(refusal, {
      // The provider names the right that lacks: each is a trouble of its own.
      kind: `right:${/\brak_\w+/.exec(refusal.reason)?.[0] ?? ''}`,
      sentence: `STRIPE_SECRET_KEY lacks a right: ${refusal.reason} Give the key the rights of docs/payments.md, step 3, and run doctor.`,
    })
  return refusal
}
