import type Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import { type Cents, cents } from '#shared/money.ts'
import { sdk } from './payment-calls.ts'

/** Something that happened at the provider. It tells us where to look; what is true we ask there. */
export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date
  isLive: boolean
  /** The payment that it is about, if it is about one. */
  intentId: string | undefined
  /** Of an event about one refund: how much that is. Of what an event tells, this alone can't have changed since. */
  refundAmount: Cents | undefined
}

/** How old a signed event may be, and how far ahead the provider's clock may run. */
const EVENT_AGE_SECONDS = 300
const CLOCK_SKEW_SECONDS = 30

/** Days after a refund its bank may send the money back to us. */
export const REFUND_FAILED = 'refund.failed'

/** A bank takes a payment in, and says days later whether it made it. */
export const PROCESSING = 'payment_intent.processing'

/** The events that can change what somebody owns, or is owed. */
export const REQUIRED_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  // One that was on its way has arrived.
  'refund.updated',
  REFUND_FAILED,
  'charge.dispute.created',
  // An inquiry that became a dispute.
  'charge.dispute.updated',
  'charge.dispute.closed',
]

/** An endpoint from before `PROCESSING` was followed may lack it: the sweep finds it. */
export const WATCHED_EVENTS = [...REQUIRED_EVENTS, PROCESSING]

type SignedRequest = { body: Buffer; signature: string; secrets: string[]; now: Date }

/** The event that a request carries, once one of the secrets signed its raw bytes a short while ago. */
export function verifyEvent(stripe: Stripe, { body, signature, secrets, now }: SignedRequest): ProviderEvent {
  rejectFutureEvent(signature, now)
  const age = [EVENT_AGE_SECONDS, undefined, now.getTime()] as const
  for (const secret of secrets) {
    try {
      return parseEvent(stripe.webhooks.constructEvent(body, signature, secret, ...age))
    } catch (error) {
      // Only another secret may change the answer.
      if (!(error instanceof sdk().errors.StripeSignatureVerificationError)) throw invalidEventError()
    }
  }
  throw invalidEventError()
}

// An intent names itself; charges, refunds and disputes name theirs.
const EventAboutPayment = z.object({
  id: z.string().regex(/^evt_\w{1,200}$/),
  type: z.string().max(200),
  created: z.int(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().optional(),
      payment_intent: z.unknown().optional(),
      amount: z.unknown().optional(),
    }),
  }),
})

export function parseEvent(event: unknown): ProviderEvent {
  const parsed = EventAboutPayment.safeParse(event)
  if (!parsed.success) throw invalidEventError()
  const { id, type, created, livemode: isLive, data } = parsed.data
  const { object, id: objectId, payment_intent: ofPayment, amount } = data.object
  const named = object === 'payment_intent' ? objectId : ofPayment
  const intentId = WATCHED_EVENTS.includes(type) && typeof named === 'string' ? named : undefined
  const refundAmount = object === 'refund' && Number.isSafeInteger(amount) ? cents(Number(amount)) : undefined
  return { id, type, createdAt: new Date(created * 1_000), isLive, intentId, refundAmount }
}

/** The SDK refuses what is too old, and believes any future. */
function rejectFutureEvent(signature: string, now: Date): void {
  const times = signature.split(',').filter((part) => part.trim().startsWith('t='))
  const seconds = Number(times[0]?.trim().slice('t='.length))
  if (times.length !== 1 || !(seconds * 1_000 <= now.getTime() + CLOCK_SKEW_SECONDS * 1_000)) throw invalidEventError()
}

function invalidEventError(): AppError {
  return new AppError('invalid', 'This is not an event that the card provider signed.')
}
