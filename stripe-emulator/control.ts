import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { getAccess, requireSecretKey } from './access.ts'
import { invalidRequest, notFound, StripeApiError } from './errors.ts'
import type { Form } from './form.ts'
import { readCard } from './cards.ts'
import { endProcessing, payWith } from './intents.ts'
import { BehaviorUpdate, Delivery, DisputeEnd, NewDispute, Payment, ProcessingEnd, parseParams } from './params.ts'
import { disputeCharge, endDispute, endRefund, escalateInquiry, failRefund } from './reversals.ts'
import type { State } from './state.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * Controls for which the provider has no API: the webhook URL and delivery failures, an unavailable or slow provider,
 * and the actions of cardholder and bank. Requires the secret key, so that no page in a browser can use it.
 */
export function controlRoutes(app: FastifyInstance, { state, webhooks }: { state: State; webhooks: Webhooks }): void {
  let isAway = false
  let delayMs = 0
  let mayWriteCustomers = true

  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/v1/') || request.method === 'OPTIONS') return
    const status = state.behavior.refused.get(request.url.split('?')[0] ?? '')
    if (status !== undefined) throw createStatusError(status)
    if (delayMs > 0) await sleep(delayMs)
    if (!mayWriteCustomers && request.method !== 'GET' && request.url.startsWith('/v1/customers'))
      throw missingPermissionError()
    if (!isAway) return
    // Tells the SDK not to retry at once, which would not help the caller.
    reply.header('stripe-should-retry', 'false')
    throw new StripeApiError(503, { type: 'api_error', message: 'The provider is away.' })
  })

  const control = (url: string, answer: (form: Form, id: string) => object | Promise<object>) => {
    app.post(url, async (request) => {
      requireSecretKey(getAccess(state, request.headers.authorization, undefined))
      const { id = '' } = request.params as { id?: string }
      return answer((request.body ?? {}) as Form, id)
    })
  }

  control('/stand-in/behavior', (form) => {
    const { charges_enabled, tax_lacks, strangers_key, refused, writes_customers, ...rest } = parseParams(
      BehaviorUpdate,
      form,
    )
    const { behavior } = state
    behavior.isVerified = charges_enabled ?? behavior.isVerified
    behavior.taxLacks = tax_lacks ?? behavior.taxLacks
    behavior.strangersKey = strangers_key ?? behavior.strangersKey
    behavior.refused = refused ?? behavior.refused
    const { webhook_url: url, copies, order, is_away, delay_ms, refunds_wait, fails } = rest
    behavior.areRefundsPending = refunds_wait ?? behavior.areRefundsPending
    behavior.isFailing = fails ?? behavior.isFailing
    webhooks.behave({ url, copies, order })
    isAway = is_away ?? isAway
    delayMs = delay_ms ?? delayMs
    mayWriteCustomers = writes_customers ?? mayWriteCustomers
    return { is_away: isAway, delay_ms: delayMs }
  })

  /** Sends these events now, in this order; returns the status of each. */
  control('/stand-in/deliver', async (form) => {
    const known = new Map(state.events().map((event) => [event.id, event]))
    const events = parseParams(Delivery, form).ids.map((id) => known.get(id) ?? refuse(notFound('event', id)))
    return { statuses: await webhooks.sendNow(events) }
  })

  control('/stand-in/refunds/:id/fail', (_form, id) =>
    applyChange(state, 'fail', (changes) => {
      const refund = state.refund(id) ?? refuse(notFound('refund', id))
      return failRefund(changes, refund, state.charge(refund.charge) ?? refuse(notFound('charge', refund.charge)))
    }),
  )

  control('/stand-in/refunds/:id/arrive', (_form, id) =>
    applyChange(state, 'arrive', (changes) => endRefund(changes, state.refund(id) ?? refuse(notFound('refund', id)))),
  )

  control('/stand-in/payment_intents/:id/pay', (form, id) => {
    const { method, is_processed: isProcessed } = parseParams(Payment, form)
    return applyChange(state, 'pay', (changes) => {
      const fields = { number: '4242424242424242', exp_month: '12', exp_year: '40', cvc: '123' }
      const intent = state.intent(id) ?? refuse(notFound('payment_intent', id))
      return payWith(changes, intent, readCard(fields, changes.now), { method, isProcessed })
    })
  })

  control('/stand-in/payment_intents/:id/process', (form, id) => {
    const { status } = parseParams(ProcessingEnd, form)
    return applyChange(state, 'process', (changes) => {
      const intent = state.intent(id) ?? refuse(notFound('payment_intent', id))
      const card = state.waitingCard(id) ?? refuse(notFound('payment_intent', id))
      return endProcessing(changes, intent, card, status === 'succeeded')
    })
  })

  control('/stand-in/disputes', (form) => {
    const { payment_intent: intentId, is_inquiry: isInquiry, amount } = parseParams(NewDispute, form)
    return applyChange(state, 'dispute', (changes) => {
      const charge = state.charge(state.intent(intentId)?.latest_charge ?? '')
      if (!charge) throw invalidRequest('Nothing was paid with this intent.', { param: 'payment_intent' })
      return disputeCharge(changes, charge, { amount, isInquiry, disputes: state.disputesOf(charge.id) })
    })
  })

  control('/stand-in/disputes/:id/escalate', (_form, id) =>
    applyChange(state, 'escalate', (changes) =>
      escalateInquiry(changes, state.dispute(id) ?? refuse(notFound('dispute', id))),
    ),
  )

  control('/stand-in/disputes/:id/close', (form, id) => {
    const { status } = parseParams(DisputeEnd, form)
    return applyChange(state, 'close', (changes) =>
      endDispute(changes, state.dispute(id) ?? refuse(notFound('dispute', id)), status),
    )
  })
}

function missingPermissionError(): StripeApiError {
  const right = 'rak_customer_write'
  return invalidRequest(
    `The provided key 'sk_test_***' does not have the required permissions for this endpoint on this account. Having the '${right}' permission would allow this request to continue.`,
    {},
    403,
  )
}

type ChangeCallback<Result> = (changes: ReturnType<State['begin']>['changes']) => Result

/** Makes changes that are not caused by an API request. */
export function applyChange<Result>(state: State, why: string, work: ChangeCallback<Result>): Result {
  const { changes, commit } = state.begin({ id: `req_${why}`, idempotencyKey: null, apiVersion: null })
  const result = work(changes)
  commit()
  return result
}

function refuse(refusal: StripeApiError): never {
  throw refusal
}

function createStatusError(status: number): StripeApiError {
  if (status !== 403) return new StripeApiError(status, { type: 'api_error', message: 'An unknown error occurred.' })
  return invalidRequest('The provided key does not have the required permissions for this endpoint.', {}, 403)
}
