import { randomBytes } from 'node:crypto'
import { NO_BILLING_DETAILS, type PaymentMethod } from './cards.ts'
import type { ErrorBody } from './errors.ts'
import { newId } from './ids.ts'

export type Intent = ReturnType<typeof newIntent>
export type Charge = ReturnType<typeof newCharge>

export type NewOrder = {
  amount: number
  currency: string
  customer: string | undefined
  description: string | undefined
  metadata: Record<string, string>
  receiptEmail: string | undefined
  isAutomatic: boolean
  allowedMethods: string[] | undefined
}

type Status = 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'

export function newIntent(order: NewOrder, now: Date) {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: order.allowedMethods ?? null,
    amount: order.amount,
    amount_capturable: 0,
    amount_details: {},
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: order.isAutomatic ? { enabled: true } : null,
    canceled_at: null as number | null,
    cancellation_reason: null as string | null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(16).toString('hex')}`,
    confirmation_method: 'automatic',
    created: toUnixSeconds(now),
    currency: order.currency,
    customer: order.customer ?? null,
    description: order.description ?? null,
    last_payment_error: null as ErrorBody | null,
    latest_charge: null as string | null,
    livemode: false,
    metadata: order.metadata,
    next_action: null as object | null,
    on_behalf_of: null,
    payment_method: null as string | null,
    payment_method_types: order.allowedMethods ?? ['card'],
    processing: null,
    receipt_email: order.receiptEmail ?? null,
    setup_future_usage: null,
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method' as Status,
    transfer_data: null,
    transfer_group: null,
  }
}

/** What a publishable key may see: nothing of the shop's own records. */
export function toPublicIntent(intent: Intent): object {
  const {
    metadata: _metadata,
    customer: _customer,
    latest_charge: _charge,
    amount_received: _received,
    application_fee_amount: _fee,
    ...shown
  } = intent
  return shown
}

type PaidCard = Omit<PaymentMethod['card'], 'exp_month'> & {
  exp_month: number
  network: string
  wallet: { type: string } | null
}
export type ChargePaymentMethod = { type: string; card?: PaidCard }

export function newCharge(intent: Intent, method: PaymentMethod, now: Date) {
  const { brand, country, exp_month, exp_year, fingerprint, funding, last4, checks } = method.card
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    balance_transaction: null,
    billing_details: NO_BILLING_DETAILS,
    captured: true,
    created: toUnixSeconds(now),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_code: null as string | null,
    failure_message: null as string | null,
    livemode: false,
    metadata: intent.metadata,
    outcome: {
      network_status: 'approved_by_network',
      reason: null as string | null,
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      type: 'card',
      card: { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, network: brand, wallet: null },
    } as ChargePaymentMethod,
    receipt_email: intent.receipt_email,
    refunded: false,
    status: 'succeeded',
  }
}

/** The shop's net amount for a charge, after a fee of 2.9% and 30 cents. */
export function createBalanceTransaction({ id, amount, currency, created }: Charge) {
  const fee = Math.round(amount * 0.029) + 30
  return {
    id: id.replace('ch_', 'txn_'),
    object: 'balance_transaction',
    amount,
    created,
    currency,
    fee,
    net: amount - fee,
    source: id,
    status: 'available',
    type: 'charge',
  }
}

export function toUnixSeconds(now: Date): number {
  return Math.floor(now.getTime() / 1000)
}

export type Refund = ReturnType<typeof newRefund>
export type Dispute = ReturnType<typeof newDispute>

export function newRefund(
  charge: Charge,
  given: { amount: number; reason: string | undefined; metadata: Record<string, string>; isPending: boolean },
  now: Date,
) {
  return {
    id: newId('re'),
    object: 'refund',
    amount: given.amount,
    balance_transaction: null,
    charge: charge.id,
    created: toUnixSeconds(now),
    currency: charge.currency,
    metadata: given.metadata,
    payment_intent: charge.payment_intent,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: given.isPending ? 'pending' : 'succeeded',
    transfer_reversal: null,
  }
}

type DisputeStatus = 'warning_needs_response' | 'needs_response' | 'won' | 'lost'

export function newDispute(charge: Charge, { amount, isInquiry }: { amount: number; isInquiry: boolean }, now: Date) {
  return {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: toUnixSeconds(now),
    currency: charge.currency,
    evidence: {},
    evidence_details: {
      due_by: toUnixSeconds(now) + 7 * 86_400,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: (isInquiry ? 'warning_needs_response' : 'needs_response') as DisputeStatus,
  }
}

export type Customer = ReturnType<typeof newCustomer>
/** What remains of a deleted customer. */
export type DeletedCustomer = { id: string; object: 'customer'; deleted: true }

export type NewCustomer = {
  email: string | undefined
  name: string | undefined
  description: string | undefined
  metadata: Record<string, string>
}

export function newCustomer({ email, name, description, metadata }: NewCustomer, now: Date) {
  return {
    id: newId('cus'),
    object: 'customer' as const,
    address: null,
    balance: 0,
    created: toUnixSeconds(now),
    currency: null,
    default_source: null,
    delinquent: false,
    description: description ?? null,
    discount: null,
    email: email ?? null,
    invoice_prefix: newId('inv').slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    name: name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

export type WebhookEndpoint = ReturnType<typeof newEndpoint>

export function newEndpoint({ url, enabled_events }: { url: string; enabled_events: string[] }, now: Date) {
  return {
    id: newId('we'),
    object: 'webhook_endpoint' as const,
    api_version: null,
    application: null,
    created: toUnixSeconds(now),
    enabled_events,
    livemode: false,
    metadata: {},
    status: 'enabled' as 'enabled' | 'disabled',
    url,
  }
}
