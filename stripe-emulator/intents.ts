import { getOutcome, createPaymentMethod, type Card, type PaymentMethod } from './cards.ts'
import { type ErrorBody, invalidRequest, StripeApiError } from './errors.ts'
import {
  toPublicIntent,
  type Charge,
  type Intent,
  newCharge,
  newIntent,
  type NewOrder,
  type ChargePaymentMethod,
  toUnixSeconds,
} from './objects.ts'
import type { Changes } from './state.ts'

const OPEN: Intent['status'][] = ['requires_payment_method', 'requires_action']

export function createIntent(changes: Changes, order: NewOrder): Intent {
  const intent = newIntent(order, changes.now)
  changes.saveIntent(intent)
  changes.emit('payment_intent.created', intent)
  return intent
}

type IntentChanges = {
  amount: number | undefined
  currency: string | undefined
  metadata: Record<string, string> | undefined
  description: string | undefined
}

/** Metadata is merged; an empty value removes its key. */
export function updateIntent(
  changes: Changes,
  intent: Intent,
  { amount, currency, metadata = {}, description }: IntentChanges,
): Intent {
  if ((amount !== undefined || currency !== undefined) && !OPEN.includes(intent.status)) {
    throw unexpectedStateError(intent, 'This PaymentIntent could not be updated')
  }
  const merged = Object.entries({ ...intent.metadata, ...metadata }).filter(([, value]) => value !== '')
  if (merged.length > 50 || merged.some(([, text]) => text.length > 500))
    throw invalidRequest('You can only specify up to 50 metadata keys, of up to 500 characters.', { param: 'metadata' })
  const updated: Intent = {
    ...intent,
    amount: amount ?? intent.amount,
    currency: currency ?? intent.currency,
    description: description ?? intent.description,
    metadata: Object.fromEntries(merged),
  }
  changes.saveIntent(updated)
  return updated
}

export function cancelIntent(changes: Changes, intent: Intent, reason: string | undefined): Intent {
  if (!OPEN.includes(intent.status)) throw unexpectedStateError(intent, 'You cannot cancel this PaymentIntent')
  const canceled: Intent = {
    ...intent,
    status: 'canceled',
    canceled_at: toUnixSeconds(changes.now),
    cancellation_reason: reason ?? null,
    next_action: null,
  }
  changes.saveIntent(canceled)
  changes.emit('payment_intent.canceled', canceled)
  return canceled
}

/** Handles a card that the browser submitted. Returns the intent, or the error to send once the changes are stored. */
export function confirmIntent(changes: Changes, intent: Intent, card: Card): Intent | StripeApiError {
  if (!OPEN.includes(intent.status)) throw unexpectedStateError(intent, 'You cannot confirm this PaymentIntent')
  const outcome = getOutcome(card)
  const method = createPaymentMethod(card, changes.now)
  switch (outcome.kind) {
    case 'succeeds':
      return succeed(changes, intent, method)
    case 'authenticates':
      return askForAuthentication(changes, intent, method)
    case 'declined':
      return decline(changes, intent, method, {
        code: outcome.code,
        decline_code: outcome.declineCode,
        message: outcome.message,
      })
  }
}

/** Records that the cardholder completed the 3-D Secure step, or failed it. */
export function authenticate(changes: Changes, intent: Intent, card: PaymentMethod, hasPassed: boolean): Intent {
  if (hasPassed) return succeed(changes, intent, card)
  const failed = clearPaymentMethod(intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
    payment_method: card,
  })
  changes.saveIntent(failed)
  changes.emit('payment_intent.payment_failed', failed)
  return failed
}

/** A card, a wallet that contains one, or another payment method such as `link`. */
export type Method = 'card' | 'apple_pay' | 'google_pay' | 'link' | 'us_bank_account'

/** Pays with any payment method, without a card form. A payment from a bank account is first processed by the bank. */
export function payWith(
  changes: Changes,
  intent: Intent,
  card: Card,
  { method, isProcessed }: { method: Method; isProcessed: boolean },
) {
  if (!OPEN.includes(intent.status)) throw unexpectedStateError(intent, 'You cannot confirm this PaymentIntent')
  const paid = createPaymentMethod(card, changes.now)
  if (!isProcessed) return succeed(changes, intent, paid, method)
  const processing: Intent = { ...intent, status: 'processing', payment_method: paid.id, last_payment_error: null }
  changes.saveIntent(processing, paid)
  changes.emit('payment_intent.processing', processing)
  return processing
}

/** Records whether a payment that the bank was processing has succeeded. */
export function endProcessing(changes: Changes, intent: Intent, card: PaymentMethod, hasSucceeded: boolean): Intent {
  if (intent.status !== 'processing') throw unexpectedStateError(intent, 'This PaymentIntent is not being processed')
  if (hasSucceeded) return succeed(changes, intent, card, 'us_bank_account')
  const failed = clearPaymentMethod(intent, {
    type: 'invalid_request_error',
    code: 'payment_intent_payment_attempt_failed',
    message: 'The payment failed.',
    payment_method: card,
  })
  changes.saveIntent(failed)
  changes.emit('payment_intent.payment_failed', failed)
  return failed
}

function succeed(changes: Changes, intent: Intent, paid: PaymentMethod, method: Method = 'card'): Intent {
  const charge = paidBy(newCharge(intent, paid, changes.now), method)
  const succeeded: Intent = {
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: paid.id,
    next_action: null,
    last_payment_error: null,
  }
  changes.saveCharge(charge)
  changes.saveIntent(succeeded)
  changes.emit('charge.succeeded', charge)
  changes.emit('payment_intent.succeeded', succeeded)
  return succeeded
}

function paidBy(charge: Charge, method: Method): Charge {
  const { card } = charge.payment_method_details
  if (method === 'card' || !card) return charge
  const isWallet = method === 'apple_pay' || method === 'google_pay'
  const details: ChargePaymentMethod = isWallet
    ? { type: 'card', card: { ...card, wallet: { type: method } } }
    : { type: method }
  return { ...charge, payment_method_details: details }
}

function askForAuthentication(changes: Changes, intent: Intent, method: PaymentMethod): Intent {
  const asking: Intent = {
    ...intent,
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'stand_in_3d_secure', path: `/stand-in/payment_intents/${intent.id}/authenticate` },
    },
  }
  changes.saveIntent(asking, method)
  changes.emit('payment_intent.requires_action', asking)
  return asking
}

function decline(
  changes: Changes,
  intent: Intent,
  method: PaymentMethod,
  failure: { code: string; decline_code: string; message: string },
): StripeApiError {
  const charge: Charge = {
    ...newCharge(intent, method, changes.now),
    status: 'failed',
    paid: false,
    captured: false,
    amount_captured: 0,
    failure_code: failure.code,
    failure_message: failure.message,
    outcome: {
      network_status: 'declined_by_network',
      reason: failure.decline_code,
      seller_message: 'The bank did not return any further details with this decline.',
      type: 'issuer_declined',
    },
  }
  const error: ErrorBody = { type: 'card_error', charge: charge.id, ...failure, payment_method: method }
  const declined: Intent = { ...clearPaymentMethod(intent, error), latest_charge: charge.id }
  changes.saveCharge(charge)
  changes.saveIntent(declined)
  changes.emit('charge.failed', charge)
  changes.emit('payment_intent.payment_failed', declined)
  return new StripeApiError(402, { ...error, payment_intent: toPublicIntent(declined) })
}

function clearPaymentMethod(intent: Intent, error: ErrorBody): Intent {
  return {
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: error,
  }
}

function unexpectedStateError(intent: Intent, what: string): StripeApiError {
  return invalidRequest(`${what} because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
  })
}
