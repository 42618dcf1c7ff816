import type Stripe from 'stripe'
import { type Cents, cents } from '#shared/money.ts'
import { getAnswerTime } from './payment-clock.ts'
import { type Dispute, getDisputes } from './payment-disputes.ts'
import { type Refund, sumRefunds } from './payment-refunds.ts'
import { isSettledByHand } from './payment-settled.ts'

/** The provider's record of one payment. A browser can pay with `clientSecret`, so never log it or put it in a URL. */
export type Intent = {
  id: string
  /** When the provider responded, by its own clock. */
  readAt: Date
  clientSecret: string
  status: string
  amount: Cents
  amountReceived: Cents
  currency: string
  /** The name given in `PaymentOrder`, or undefined if the description was edited. */
  itemName: string | undefined
  purchaseId: string | undefined
  /** The provider's ID for the buyer, if any. */
  customerId: string | undefined
  /** The academy that opened the payment, as named in `PaymentOrder`. Undefined if an earlier version opened it. */
  academy: string | undefined
  isLive: boolean
  /** All metadata of the payment, set by the academy or in the dashboard. */
  metadata: Readonly<Record<string, string>>
  /** When the buyer was charged. Undefined before that, or if the charge was not read. */
  chargedAt: Date | undefined
  /**
   * Whether the operator marked the payment as settled (metadata `settled`), no matter how its issues were resolved.
   */
  isSettledByHand: boolean
  card: { brand: string; last4: string } | undefined
  /**
   * The payment method: `card`, `link`, `us_bank_account`, or the wallet of a card (`apple_pay`). Undefined if the
   * charge was not read.
   */
  method: string | undefined
  /** The amount that was actually refunded. */
  refunded: Cents
  /** The amount of pending refunds, which may still fail. */
  refunding: Cents
  /** All completed and pending refunds, newest first. */
  refunds: Refund[]
  /** The amount that banks withhold in open disputes. */
  held: Cents
  /** The amount that banks withdrew permanently in lost disputes. */
  lost: Cents
  /** All open and lost disputes. */
  disputes: Dispute[]
  /** Disputes that take no money, or no longer do. */
  wonDisputes: Pick<Dispute, 'id' | 'amount'>[]
  /** Set if the payment was opened in the former account, whose payments the current publishable key can't confirm. */
  isOfFormerAccount?: true
}

type NamedOrder = { orderNumber: string; itemName: string }

export function toDescription({ orderNumber, itemName }: NamedOrder): string {
  return `Order ${orderNumber}: ${itemName}`
}

function parseItemName({ description, metadata }: Stripe.PaymentIntent): string | undefined {
  const start = toDescription({ orderNumber: metadata['order_number'] ?? '', itemName: '' })
  return description?.startsWith(start) ? description.slice(start.length).trim() || undefined : undefined
}

export function toIntent(
  intent: Stripe.Response<Stripe.PaymentIntent>,
  disputes: Stripe.Dispute[] = [],
  refunds: Refund[] = [],
): Intent {
  const charge = getCharge(intent)
  const details = charge?.payment_method_details
  const { brand, last4, wallet } = details?.card ?? {}
  return {
    id: intent.id,
    readAt: getAnswerTime(intent),
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amount: cents(intent.amount),
    amountReceived: cents(intent.amount_received),
    currency: intent.currency,
    itemName: parseItemName(intent),
    purchaseId: intent.metadata['purchase_id'],
    customerId: typeof intent.customer === 'string' ? intent.customer : intent.customer?.id,
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

export function getCharge({ latest_charge: charge }: Stripe.PaymentIntent): Stripe.Charge | undefined {
  return typeof charge === 'object' && charge !== null ? charge : undefined
}
