import type Stripe from 'stripe'
import { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import { type Cents, cents } from '#shared/money.ts'
import { sdk } from './payment-calls.ts'

/** An event at the provider. It says only what to check. The facts are then read from the provider. */
export type ProviderEvent = {
  id: string
  type: string
  createdAt: Date
  isLive: boolean
  /** The payment that the event is about, if any. */
  intentId: string | undefined
  /** The ID of the refund or dispute that the event is about, if any, and its status according to the event. */
  objectId: string | undefined
  status: string | undefined
  /** Set for an event about one refund: its amount and time, which can't have changed since the event. */
  refund: { amount: Cents; createdAt: Date } | undefined
}

/** The maximum age of a signed event, and how far the provider's clock may be ahead of ours. */
const EVENT_AGE_SECONDS = 300
const CLOCK_SKEW_SECONDS = 30

/** Sent if a refund fails because the bank returns the money to us days later. */
export const REFUND_FAILED = 'refund.failed'

export const DISPUTE_CLOSED = 'charge.dispute.closed'

/** `updated` means that an inquiry has become a dispute. */
export const DISPUTE_EVENTS = ['charge.dispute.created', 'charge.dispute.updated', DISPUTE_CLOSED]

/** Sent when a bank has accepted a payment. Days later, the bank reports whether the payment succeeded. */
export const PROCESSING = 'payment_intent.processing'

/** The events that can change a member's access or what we owe the member. */
export const REQUIRED_EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  // Sent when a pending refund was completed.
  'refund.updated',
  REFUND_FAILED,
  ...DISPUTE_EVENTS,
]

/**
 * An endpoint created before `PROCESSING` was supported may not receive that event. Then reconciling finds the payment.
 */
export const WATCHED_EVENTS = [...REQUIRED_EVENTS, PROCESSING]

type SignedRequest = { body: Buffer; signature: string; secrets: string[]; now: Date }

/** Returns the event in a request if one of the secrets signed its raw bytes recently. Otherwise throws. */
export function verifyEvent(stripe: Stripe, { body, signature, secrets, now }: SignedRequest): ProviderEvent {
  rejectFutureEvent(signature, now)
  const age = [EVENT_AGE_SECONDS, undefined, now.getTime()] as const
  for (const secret of secrets) {
    try {
      return parseEvent(stripe.webhooks.constructEvent(body, signature, secret, ...age))
    } catch (error) {
      // With any other error, the next secret would give the same result.
      if (!(error instanceof sdk().errors.StripeSignatureVerificationError)) throw invalidEventError()
    }
  }
  throw invalidEventError()
}

// A payment intent contains its own ID. Charges, refunds, and disputes contain the ID of their intent.
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
      created: z.unknown().optional(),
      status: z.string().nullish().catch(undefined),
    }),
  }),
})

export function parseEvent(event: unknown): ProviderEvent {
  const parsed = EventAboutPayment.safeParse(event)
  if (!parsed.success) throw invalidEventError()
  const { id, type, created, livemode: isLive, data } = parsed.data
  const { object, id: objectId, payment_intent: ofPayment, amount, created: madeAt, status } = data.object
  const named = object === 'payment_intent' ? objectId : ofPayment
  const intentId = WATCHED_EVENTS.includes(type) && typeof named === 'string' ? named : undefined
  const isRefund = object === 'refund' && Number.isSafeInteger(amount) && Number.isSafeInteger(madeAt)
  const refund = isRefund ? { amount: cents(Number(amount)), createdAt: new Date(Number(madeAt) * 1_000) } : undefined
  return {
    id,
    type,
    createdAt: new Date(created * 1_000),
    isLive,
    intentId,
    objectId,
    status: status ?? undefined,
    refund,
  }
}

/** Rejects events from the future. The SDK rejects only old ones. */
function rejectFutureEvent(signature: string, now: Date): void {
  const times = signature.split(',').filter((part) => part.trim().startsWith('t='))
  const seconds = Number(times[0]?.trim().slice('t='.length))
  if (times.length !== 1 || !(seconds * 1_000 <= now.getTime() + CLOCK_SKEW_SECONDS * 1_000)) throw invalidEventError()
}

function invalidEventError(): AppError {
  return new AppError('invalid', 'This event was not signed by Stripe.')
}
