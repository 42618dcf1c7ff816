import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountRoutes } from './account.ts'
import { type Access, getAccess, requireSecretKey, findIntentFor } from './access.ts'
import type { Call, Calls, Get, Post, Remove } from './call.ts'
import { isDisputedLater, readCard } from './cards.ts'
import { invalidRequest, notFound, StripeApiError } from './errors.ts'
import { applyChange } from './control.ts'
import { customerRoutes } from './customer-routes.ts'
import { requireCustomer } from './customers.ts'
import { listEvents } from './events.ts'
import { type Form, parseForm } from './form.ts'
import { authenticate, cancelIntent, confirmIntent, createIntent, updateIntent } from './intents.ts'
import { paginate } from './paginate.ts'
import { createBalanceTransaction, toPublicIntent, type Intent } from './objects.ts'
import {
  Authentication,
  Cancellation,
  ChargeList,
  checkAmount,
  Confirmation,
  DisputeList,
  EventList,
  IntentUpdate,
  ListQuery,
  NewIntent,
  NewRefund,
  parseParams,
  ReadParams,
  RefundList,
} from './params.ts'
import { disputeCharge, refundCharge } from './reversals.ts'
import type { State } from './state.ts'
import { taxRoutes } from './tax-routes.ts'

export function providerRoutes(app: FastifyInstance, state: State, options: { disputeAfterMs: number }): void {
  const disputes = new Set<NodeJS.Timeout>()
  app.addHook('onClose', async () => disputes.forEach((timer) => clearTimeout(timer)))
  const post: Post = (url, answer) => {
    app.post(url, async (request, reply) => answerChange(state, { request, reply, answer }))
  }
  const remove: Remove = (url, answer) => {
    app.delete(url, async (request, reply) => answerChange(state, { request, reply, answer }))
  }
  const get: Get = (url, answer) => {
    app.get(url, async (request) => {
      const { key, ...form } = parseForm(request.url.split('?')[1] ?? '')
      return answer({ access: getAccess(state, request.headers.authorization, key), id: getId(request), form })
    })
  }

  const withCharge = (intent: Intent) => ({
    ...intent,
    latest_charge: state.charge(intent.latest_charge ?? '') ?? null,
  })

  const withBalance = (intent: ReturnType<typeof withCharge>) => ({
    ...intent,
    latest_charge: intent.latest_charge && {
      ...intent.latest_charge,
      balance_transaction: createBalanceTransaction(intent.latest_charge),
    },
  })

  const calls: Calls = { post, get, remove }
  accountRoutes(calls, state)
  customerRoutes(calls, state)
  taxRoutes(calls, state)

  post('/v1/payment_intents', ({ access, form, changes }) => {
    requireSecretKey(access)
    const { amount, currency, customer, metadata, description, receipt_email, ...methods } = parseParams(
      NewIntent,
      form,
    )
    const { automatic_payment_methods: automatic, allowed_payment_method_types: allowedMethods } = methods
    checkAmount(amount)
    if (automatic && allowedMethods) {
      const names = 'automatic_payment_methods, allowed_payment_method_types'
      throw invalidRequest(`You may only specify one of these parameters: ${names}.`)
    }
    if (customer !== undefined) requireCustomer(state, customer)
    return createIntent(changes, {
      amount,
      currency,
      customer,
      description,
      metadata,
      receiptEmail: receipt_email,
      // The provider's default for a missing list.
      isAutomatic: allowedMethods === undefined && automatic?.enabled !== 'false',
      allowedMethods,
    })
  })

  get('/v1/payment_intents', ({ access, form }) => {
    requireSecretKey(access)
    const asked = parseParams(ListQuery, form)
    const page = paginate(state.intents(), asked, 'payment_intent')
    if (asked.expand?.includes('data.latest_charge.balance_transaction'))
      return { ...page, data: page.data.map(withCharge).map(withBalance) }
    if (!asked.expand?.includes('data.latest_charge')) return page
    return { ...page, data: page.data.map(withCharge) }
  })

  get('/v1/payment_intents/:id', ({ access, id, form }) => {
    const { client_secret: clientSecret, ...rest } = form
    const { expand = [] } = parseParams(ReadParams, rest)
    const intent = findIntentFor(access, id, state.intent(id), clientSecret)
    if (access !== 'secret' || !expand.includes('latest_charge')) return getIntentView(access, intent)
    return withCharge(intent)
  })

  post('/v1/payment_intents/:id', ({ access, id, form, changes }) => {
    requireSecretKey(access)
    const { amount, currency, metadata, description } = parseParams(IntentUpdate, form)
    if (amount !== undefined) checkAmount(amount)
    const intent = findIntentFor(access, id, state.intent(id), undefined)
    return updateIntent(changes, intent, { amount, currency, metadata, description })
  })

  post('/v1/payment_intents/:id/cancel', ({ access, id, form, changes }) => {
    requireSecretKey(access)
    const { cancellation_reason: reason } = parseParams(Cancellation, form)
    return cancelIntent(changes, findIntentFor(access, id, state.intent(id), undefined), reason)
  })

  post('/v1/payment_intents/:id/confirm', ({ access, id, form, changes }) => {
    const { client_secret: clientSecret, payment_method_data: given } = parseParams(Confirmation, form)
    const intent = findIntentFor(access, id, state.intent(id), clientSecret)
    const card = readCard(given.card, changes.now)
    const outcome = confirmIntent(changes, intent, card)
    if (isDisputedLater(card)) disputes.add(setTimeout(() => disputeNow(state, id), options.disputeAfterMs).unref())
    return outcome instanceof StripeApiError ? outcome : getIntentView(access, outcome)
  })

  // Not part of the provider's API: the browser reports the result here, instead of on a page of the card's bank.
  post('/stand-in/payment_intents/:id/authenticate', ({ access, id, form, changes }) => {
    const { client_secret: clientSecret, result } = parseParams(Authentication, form)
    const intent = findIntentFor(access, id, state.intent(id), clientSecret)
    const card = state.waitingCard(id)
    if (!card)
      throw invalidRequest('No card is waiting for authentication.', { code: 'payment_intent_unexpected_state' })
    return getIntentView(access, authenticate(changes, intent, card, result === 'complete'))
  })

  get('/v1/charges', ({ access, form }) => {
    requireSecretKey(access)
    const { payment_intent: intentId } = parseParams(ChargeList, form)
    const data = state.charges().filter((charge) => (intentId ?? charge.payment_intent) === charge.payment_intent)
    return { object: 'list', url: '/v1/charges', has_more: false, data }
  })

  get('/v1/charges/:id', ({ access, id }) => {
    requireSecretKey(access)
    return state.charge(id) ?? refuse(notFound('charge', id))
  })

  post('/v1/refunds', ({ access, form, changes }) => {
    requireSecretKey(access)
    const { payment_intent: intentId, charge: chargeId, amount, reason, metadata } = parseParams(NewRefund, form)
    if (intentId === undefined && chargeId === undefined) {
      throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
    }
    const intent =
      intentId === undefined ? undefined : findIntentFor(access, intentId, state.intent(intentId), undefined)
    const id = chargeId ?? intent?.latest_charge ?? ''
    return refundCharge(changes, state.charge(id) ?? refuse(notFound('charge', id)), {
      amount,
      reason,
      metadata,
      isPending: state.behavior.areRefundsPending,
      disputes: state.disputesOf(id),
    })
  })

  get('/v1/refunds', ({ access, form }) => {
    requireSecretKey(access)
    const { payment_intent: intentId, charge, ...asked } = parseParams(RefundList, form)
    const found = state
      .refunds()
      .filter((refund) => (intentId ?? refund.payment_intent) === refund.payment_intent)
      .filter((refund) => (charge ?? refund.charge) === refund.charge)
    return paginate(found, asked, 'refund')
  })

  get('/v1/refunds/:id', ({ access, id }) => {
    requireSecretKey(access)
    return state.refund(id) ?? refuse(notFound('refund', id))
  })

  get('/v1/disputes', ({ access, form }) => {
    requireSecretKey(access)
    const { payment_intent: intentId, charge } = parseParams(DisputeList, form)
    const data = state
      .disputes()
      .filter((dispute) => (intentId ?? dispute.payment_intent) === dispute.payment_intent)
      .filter((dispute) => (charge ?? dispute.charge) === dispute.charge)
    return { object: 'list', url: '/v1/disputes', has_more: false, data }
  })

  get('/v1/disputes/:id', ({ access, id }) => {
    requireSecretKey(access)
    return state.dispute(id) ?? refuse(notFound('dispute', id))
  })

  get('/v1/events', ({ access, form }) => {
    requireSecretKey(access)
    return listEvents(state.events(), parseParams(EventList, form))
  })

  get('/v1/events/:id', ({ access, id }) => {
    requireSecretKey(access)
    return state.events().find((event) => event.id === id) ?? refuse(notFound('event', id))
  })
}

function disputeNow(state: State, intentId: string): void {
  const charge = state.charge(state.intent(intentId)?.latest_charge ?? '')
  if (charge && !charge.disputed) applyChange(state, 'dispute', (changes) => disputeCharge(changes, charge))
}

type RouteRequest = { request: FastifyRequest; reply: FastifyReply; answer: (call: Call) => object }

/** Runs a request that changes something, once per idempotency key. Its changes are on disk before the response. */
function answerChange(state: State, { request, reply, answer }: RouteRequest): FastifyReply {
  const { key: browserKey, ...form } = (request.body ?? {}) as Form
  const access = getAccess(state, request.headers.authorization, browserKey)
  const key = getHeader(request, 'idempotency-key')
  const fingerprint = `${request.url} ${JSON.stringify(form)}`
  const savedReply = key === null ? undefined : state.reply(key)
  if (savedReply && savedReply.fingerprint !== fingerprint) throw reusedKeyError(savedReply.key)
  if (savedReply) return reply.code(savedReply.status).header('idempotent-replayed', 'true').send(savedReply.body)

  const begin = () =>
    state.begin({
      id: String(reply.getHeader('request-id')),
      idempotencyKey: key,
      apiVersion: getHeader(request, 'stripe-version'),
    })
  const { changes, commit } = begin()
  let saveReply = commit
  let outcome: object
  try {
    outcome = state.behavior.isFailing ? INTERNAL_ERROR : answer({ access, id: getId(request), form, changes })
  } catch (error) {
    // Like the provider, stores no response for a request that did not begin.
    if (!(error instanceof StripeApiError && error.hasBegun)) throw error
    outcome = error
    saveReply = begin().commit
  }
  const status = outcome instanceof StripeApiError ? outcome.status : 200
  const body = outcome instanceof StripeApiError ? { error: outcome.body } : outcome
  saveReply(key === null ? undefined : { key, fingerprint, status, body })
  if (key !== null) reply.header('idempotency-key', key)
  return reply.code(status).send(body)
}

const INTERNAL_ERROR = new StripeApiError(500, { type: 'api_error', message: 'An unknown error occurred.' })

function getIntentView(access: Access, intent: Intent): object {
  return access === 'secret' ? intent : toPublicIntent(intent)
}

function getId(request: FastifyRequest): string {
  const { params } = request
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : ''
}

function getHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function refuse(refusal: StripeApiError): never {
  throw refusal
}

function reusedKeyError(key: string): StripeApiError {
  return new StripeApiError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}
