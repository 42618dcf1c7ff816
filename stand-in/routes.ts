import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountRoutes } from './account.ts'
import { type Access, accessOf, demandSecret, intentFor } from './access.ts'
import type { Call, Calls, Get, Post, Remove } from './call.ts'
import { isDisputedLater, readCard } from './cards.ts'
import { invalidRequest, missing, Refusal } from './errors.ts'
import { changed } from './control.ts'
import { customerRoutes } from './customer-routes.ts'
import { demandCustomer } from './customers.ts'
import { listEvents } from './events.ts'
import { type Form, parseForm } from './form.ts'
import { authenticate, cancelIntent, confirmIntent, createIntent, updateIntent } from './intents.ts'
import { pageOf } from './listing.ts'
import { balanceOf, browserView, type Intent } from './objects.ts'
import {
  Authentication,
  Cancellation,
  ChargeList,
  checkAmount,
  Confirmation,
  DisputeList,
  EventList,
  IntentUpdate,
  Listing,
  NewIntent,
  NewRefund,
  read,
  Reading,
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
      return answer({ access: accessOf(state, request.headers.authorization, key), id: idIn(request), form })
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
      balance_transaction: balanceOf(intent.latest_charge),
    },
  })

  const calls: Calls = { post, get, remove }
  accountRoutes(calls, state)
  customerRoutes(calls, state)
  taxRoutes(calls, state)

  post('/v1/payment_intents', ({ access, form, changes }) => {
    demandSecret(access)
    const { amount, currency, customer, metadata, description, receipt_email, ...methods } = read(NewIntent, form)
    const { automatic_payment_methods: automatic, allowed_payment_method_types: allowedMethods } = methods
    checkAmount(amount)
    if (automatic && allowedMethods) {
      const names = 'automatic_payment_methods, allowed_payment_method_types'
      throw invalidRequest(`You may only specify one of these parameters: ${names}.`)
    }
    if (customer !== undefined) demandCustomer(state, customer)
    return createIntent(changes, {
      amount,
      currency,
      customer,
      description,
      metadata,
      receiptEmail: receipt_email,
      // The provider's default where a list is not given.
      isAutomatic: allowedMethods === undefined && automatic?.enabled !== 'false',
      allowedMethods,
    })
  })

  get('/v1/payment_intents', ({ access, form }) => {
    demandSecret(access)
    const asked = read(Listing, form)
    const page = pageOf(state.intents(), asked, 'payment_intent')
    if (asked.expand?.includes('data.latest_charge.balance_transaction'))
      return { ...page, data: page.data.map(withCharge).map(withBalance) }
    if (!asked.expand?.includes('data.latest_charge')) return page
    return { ...page, data: page.data.map(withCharge) }
  })

  get('/v1/payment_intents/:id', ({ access, id, form }) => {
    const { client_secret: clientSecret, ...rest } = form
    const { expand = [] } = read(Reading, rest)
    const intent = intentFor(access, id, state.intent(id), clientSecret)
    if (access !== 'secret' || !expand.includes('latest_charge')) return viewFor(access, intent)
    return withCharge(intent)
  })

  post('/v1/payment_intents/:id', ({ access, id, form, changes }) => {
    demandSecret(access)
    const { amount, currency, metadata, description } = read(IntentUpdate, form)
    if (amount !== undefined) checkAmount(amount)
    const intent = intentFor(access, id, state.intent(id), undefined)
    return updateIntent(changes, intent, { amount, currency, metadata, description })
  })

  post('/v1/payment_intents/:id/cancel', ({ access, id, form, changes }) => {
    demandSecret(access)
    const { cancellation_reason: reason } = read(Cancellation, form)
    return cancelIntent(changes, intentFor(access, id, state.intent(id), undefined), reason)
  })

  post('/v1/payment_intents/:id/confirm', ({ access, id, form, changes }) => {
    const { client_secret: clientSecret, payment_method_data: given } = read(Confirmation, form)
    const intent = intentFor(access, id, state.intent(id), clientSecret)
    const card = readCard(given.card, changes.now)
    const outcome = confirmIntent(changes, intent, card)
    if (isDisputedLater(card)) disputes.add(setTimeout(() => disputeNow(state, id), options.disputeAfterMs).unref())
    return outcome instanceof Refusal ? outcome : viewFor(access, outcome)
  })

  // Not the provider's: where a real card's bank would show its own page, the browser says here how that went.
  post('/stand-in/payment_intents/:id/authenticate', ({ access, id, form, changes }) => {
    const { client_secret: clientSecret, result } = read(Authentication, form)
    const intent = intentFor(access, id, state.intent(id), clientSecret)
    const card = state.waitingCard(id)
    if (!card)
      throw invalidRequest('No card is waiting for authentication.', { code: 'payment_intent_unexpected_state' })
    return viewFor(access, authenticate(changes, intent, card, result === 'complete'))
  })

  get('/v1/charges', ({ access, form }) => {
    demandSecret(access)
    const { payment_intent: intentId } = read(ChargeList, form)
    const data = state.charges().filter((charge) => (intentId ?? charge.payment_intent) === charge.payment_intent)
    return { object: 'list', url: '/v1/charges', has_more: false, data }
  })

  get('/v1/charges/:id', ({ access, id }) => {
    demandSecret(access)
    return state.charge(id) ?? refuse(missing('charge', id))
  })

  post('/v1/refunds', ({ access, form, changes }) => {
    demandSecret(access)
    const { payment_intent: intentId, charge: chargeId, amount, reason, metadata } = read(NewRefund, form)
    if (intentId === undefined && chargeId === undefined) {
      throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
    }
    const intent = intentId === undefined ? undefined : intentFor(access, intentId, state.intent(intentId), undefined)
    const id = chargeId ?? intent?.latest_charge ?? ''
    return refundCharge(changes, state.charge(id) ?? refuse(missing('charge', id)), {
      amount,
      reason,
      metadata,
      isPending: state.behaviour.areRefundsPending,
      disputes: state.disputesOf(id),
    })
  })

  get('/v1/refunds', ({ access, form }) => {
    demandSecret(access)
    const { payment_intent: intentId, charge } = read(RefundList, form)
    const data = state
      .refunds()
      .filter((refund) => (intentId ?? refund.payment_intent) === refund.payment_intent)
      .filter((refund) => (charge ?? refund.charge) === refund.charge)
    return { object: 'list', url: '/v1/refunds', has_more: false, data }
  })

  get('/v1/refunds/:id', ({ access, id }) => {
    demandSecret(access)
    return state.refund(id) ?? refuse(missing('refund', id))
  })

  get('/v1/disputes', ({ access, form }) => {
    demandSecret(access)
    const { payment_intent: intentId, charge } = read(DisputeList, form)
    const data = state
      .disputes()
      .filter((dispute) => (intentId ?? dispute.payment_intent) === dispute.payment_intent)
      .filter((dispute) => (charge ?? dispute.charge) === dispute.charge)
    return { object: 'list', url: '/v1/disputes', has_more: false, data }
  })

  get('/v1/disputes/:id', ({ access, id }) => {
    demandSecret(access)
    return state.dispute(id) ?? refuse(missing('dispute', id))
  })

  get('/v1/events', ({ access, form }) => {
    demandSecret(access)
    return listEvents(state.events(), read(EventList, form))
  })

  get('/v1/events/:id', ({ access, id }) => {
    demandSecret(access)
    return state.events().find((event) => event.id === id) ?? refuse(missing('event', id))
  })
}

function disputeNow(state: State, intentId: string): void {
  const charge = state.charge(state.intent(intentId)?.latest_charge ?? '')
  if (charge && !charge.disputed) changed(state, 'dispute', (changes) => disputeCharge(changes, charge))
}

type Asked = { request: FastifyRequest; reply: FastifyReply; answer: (call: Call) => object }

/** Runs a changing call once for its idempotency key; what it changed is on disk before it is answered. */
function answerChange(state: State, { request, reply, answer }: Asked): FastifyReply {
  const { key: browserKey, ...form } = (request.body ?? {}) as Form
  const access = accessOf(state, request.headers.authorization, browserKey)
  const key = headerOf(request, 'idempotency-key')
  const fingerprint = `${request.url} ${JSON.stringify(form)}`
  const kept = key === null ? undefined : state.reply(key)
  if (kept && kept.fingerprint !== fingerprint) throw reusedKey(kept.key)
  if (kept) return reply.code(kept.status).header('idempotent-replayed', 'true').send(kept.body)

  const begin = () =>
    state.begin({
      id: String(reply.getHeader('request-id')),
      idempotencyKey: key,
      apiVersion: headerOf(request, 'stripe-version'),
    })
  const { changes, commit } = begin()
  let keep = commit
  let outcome: object
  try {
    outcome = state.behaviour.isFailing ? BROKEN : answer({ access, id: idIn(request), form, changes })
  } catch (error) {
    // The provider, too, keeps no reply to a call that it did not begin.
    if (!(error instanceof Refusal && error.hasBegun)) throw error
    outcome = error
    keep = begin().commit
  }
  const status = outcome instanceof Refusal ? outcome.status : 200
  const body = outcome instanceof Refusal ? { error: outcome.body } : outcome
  keep(key === null ? undefined : { key, fingerprint, status, body })
  if (key !== null) reply.header('idempotency-key', key)
  return reply.code(status).send(body)
}

const BROKEN = new Refusal(500, { type: 'api_error', message: 'An unknown error occurred.' })

function viewFor(access: Access, intent: Intent): object {
  return access === 'secret' ? intent : browserView(intent)
}

function idIn(request: FastifyRequest): string {
  const { params } = request
  return typeof params === 'object' && params !== null && 'id' in params ? String(params.id) : ''
}

function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function refuse(refusal: Refusal): never {
  throw refusal
}

function reusedKey(key: string): Refusal {
  return new Refusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}
