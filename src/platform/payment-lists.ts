import type Stripe from 'stripe'
import { type Cents, cents } from '#shared/money.ts'
import { callWithTimeLimit } from './payment-calls.ts'
import { getAnswerTime } from './payment-clock.ts'
import { isSettledByHand } from './payment-settled.ts'
import { parseEvent, type ProviderEvent, WATCHED_EVENTS } from './payment-events.ts'

/**
 * A payment in the provider's list. `academy` is the academy that opened it, or undefined if an earlier version did.
 */
export type ListedPayment = { id: string; amountReceived: Cents; academy: string | undefined }

/** A successful payment for a purchase, with all its metadata. */
export type AnnotatedPayment = {
  id: string
  isLive: boolean
  academy: string | undefined
  /** The ID that the academy shares with its copies. Undefined if an earlier version opened the payment. */
  academyId: string | undefined
  metadata: Readonly<Record<string, string>>
  /** Whether the payment was fully refunded, or the operator marked it as settled. */
  isOver: boolean
  isDisputed: boolean
}

/** The provider's record of a successful payment. `fee` is the provider's fee, or undefined if it is not known yet. */
export type PaymentDetails = { id: string; isLive: boolean; fee: { cents: number; currency: string } | undefined }

/** The provider's long lists. Each starts at a given time. */
export type PaymentLists = {
  /**
   * Lists the paid payments for purchases that were opened since a given time, without those that are fully refunded or
   * marked as settled. Newest first, one page at a time.
   */
  paid(since: Date): AsyncGenerator<ListedPayment[]>
  /**
   * Lists the successful payments for purchases that were opened since a given time. To read the fees, the API key may
   * need an extra permission (`MissingPermission`).
   */
  details(since: Date, how: { withFees: boolean }): AsyncGenerator<PaymentDetails[]>
  /**
   * Lists the successful payments for purchases that were opened since a given time, even if they were refunded or
   * disputed later. Newest first, one page at a time. Each page includes the provider's time.
   */
  written(since: Date): AsyncGenerator<{ page: AnnotatedPayment[]; readAt: Date }>
  /** Lists the events about payments since a given time, oldest first. Without `types`, lists all watched types. */
  events(since: Date, types?: string[]): Promise<ProviderEvent[]>
}

const PAGE_SIZE = 100

export function createStripeLists(stripe: () => Stripe): PaymentLists {
  return {
    async *paid(since) {
      const query = { ...createdSince(since), expand: ['data.latest_charge'] }
      const pages = allPages((after) => stripe().paymentIntents.list({ ...query, ...after }))
      for await (const { data } of pages) yield data.flatMap(toListedPayment)
    },

    async *details(since, { withFees }) {
      const query = { ...createdSince(since), ...(withFees && { expand: ['data.latest_charge.balance_transaction'] }) }
      const pages = allPages((after) => stripe().paymentIntents.list({ ...query, ...after }))
      for await (const { data } of pages) yield data.flatMap(toPaymentDetails)
    },

    async *written(since) {
      const query = { ...createdSince(since), expand: ['data.latest_charge'] }
      for await (const { data, readAt } of allPages((after) => stripe().paymentIntents.list({ ...query, ...after })))
        yield { page: data.flatMap(toAnnotatedPayment), readAt }
    },

    async events(since, types = WATCHED_EVENTS) {
      const query = { ...createdSince(since), types }
      const newestFirst: ProviderEvent[] = []
      for await (const { data } of allPages((after) => stripe().events.list({ ...query, ...after })))
        newestFirst.push(...data.map(parseEvent))
      return newestFirst.toReversed()
    },
  }
}

function createdSince(time: Date) {
  return { created: { gte: Math.floor(time.getTime() / 1_000) }, limit: PAGE_SIZE }
}

type Page<Item> = Stripe.Response<{ object: 'list'; data: Item[]; has_more: boolean }>

export async function* allPages<Item extends { id: string }>(
  ask: (after: { starting_after?: string }) => Promise<Page<Item>>,
): AsyncGenerator<{ data: Item[]; readAt: Date }> {
  for (let after: string | undefined; ;) {
    const page = await callWithTimeLimit('list', ask(after === undefined ? {} : { starting_after: after }))
    yield { data: page.data, readAt: getAnswerTime(page) }
    after = page.data.at(-1)?.id
    if (!page.has_more || after === undefined) return
  }
}

function toListedPayment({ id, amount_received: received, metadata, latest_charge: charge }: Stripe.PaymentIntent) {
  const { purchase_id: purchaseId, academy } = metadata
  if (purchaseId === undefined || received === 0 || isSettledByHand(metadata)) return []
  if (typeof charge === 'object' && charge?.refunded) return []
  return [{ id, academy, amountReceived: cents(received) }]
}

function toPaymentDetails({
  id,
  livemode: isLive,
  amount_received: received,
  metadata,
  latest_charge: charge,
}: Stripe.PaymentIntent) {
  if (metadata['purchase_id'] === undefined || received === 0) return []
  const moved = typeof charge === 'object' ? charge?.balance_transaction : undefined
  const fee = moved && typeof moved === 'object' ? { cents: moved.fee, currency: moved.currency } : undefined
  return [{ id, isLive, fee }]
}

function toAnnotatedPayment({
  id,
  livemode: isLive,
  amount_received: received,
  metadata,
  latest_charge: charge,
}: Stripe.PaymentIntent) {
  if (metadata['purchase_id'] === undefined || received === 0) return []
  const isOver = isSettledByHand(metadata) || (typeof charge === 'object' && charge?.refunded === true)
  const isDisputed = typeof charge === 'object' && charge?.disputed === true
  const { academy, academy_id: academyId } = metadata
  return [{ id, isLive, academy, academyId, metadata, isOver, isDisputed }]
}
