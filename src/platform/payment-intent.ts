import type Stripe from 'stripe'
import { type Cents, cents } from '#shared/money.ts'
import { getAnswerTime } from './payment-clock.ts'
import { type Dispute, getDisputes } from './payment-disputes.ts'
import { type Refund, sumRefunds } from './payment-refunds.ts'
import { isSettledByHand } from './payment-settled.ts'

/** The provider's record of one payment. `clientSecret` lets a browser pay it, so never log it or put it in a URL. */
export type Intent = {
  id: string
  /** When the provider answered, by its own clock. */
  readAt: Date
  clientSecret: string
  status: string
  amount: Cents
  amountReceived: Cents
  currency: string
  /** As given in `PaymentOrder`; undefined if the description was edited. */
  itemName: string | undefined
  purchaseId: string | undefined
  /** The provider's ID for the buyer, if any. */
  customerId: string | undefined
  /** The academy that opened it, as named in `PaymentOrder`; undefined if an earlier version did. */
  academy: string | undefined
  isLive: boolean
  /** All its metadata, set by the academy or in the dashboard. */
  metadata: Readonly<Record<string, string>>
  /** When the buyer was charged; undefined before that, or if the charge was not read. */
  chargedAt: Date | undefined
  /** The operator marked the payment as settled (metadata `settled`), no matter how its issues were resolved. */
  isSettledByHand: boolean
  card: { brand: string; last4: string } | undefined
  /**
   * The payment method: `card`, `link`, `us_bank_account`, or a card's wallet (`apple_pay`); undefined if the charge
   * was not read.
   */
  method: string | undefined
  /** The amount actually refunded. */
  refunded: Cents
  /** Pending refunds, which may still fail. */
  refunding: Cents
  /** Completed and pending refunds, individually, newest first. */
  refunds: Refund[]
  /** The amount withheld in open disputes. */
  held: Cents
  /** The amount withdrawn permanently in lost disputes. */
  lost: Cents
  /** Open and lost disputes, individually. */
  disputes: Dispute[]
  /** Disputes that take no money, or no longer do. */
  wonDisputes: Pick<Dispute, 'id' | 'amount'>[]
  /** Set if it was opened in the former account, whose payments the current publishable key can't confirm. */
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
