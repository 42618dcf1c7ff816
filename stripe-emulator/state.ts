import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { newId } from './ids.ts'
import { openJournal } from './journal.ts'
import type { Charge, Customer, DeletedCustomer, Dispute, Intent, Refund, WebhookEndpoint } from './objects.ts'
import type { PaymentMethod } from './cards.ts'
import type { Calculation, TaxTransaction } from './tax-objects.ts'

export type Event = {
  id: string
  object: 'event'
  api_version: string | null
  created: number
  data: { object: object }
  livemode: false
  pending_webhooks: number
  request: { id: string; idempotency_key: string | null }
  type: string
}

export type IdempotentReply = { key: string; fingerprint: string; status: number; body: object }

export type ApiKeys = { secretKey: string; publishableKey: string; webhookSecret: string }

type Entry =
  // Journals from before webhooks were emulated lack this secret.
  | { keys: Omit<ApiKeys, 'webhookSecret'> & Partial<ApiKeys> }
  | { customer: Customer | DeletedCustomer }
  | { intent: Intent; card?: PaymentMethod }
  | { charge: Charge }
  | { refund: Refund }
  | { dispute: Dispute }
  | { tax: Calculation | TaxTransaction }
  | { endpoint: WebhookEndpoint }
  | { removedEndpoint: string }
  | { event: Event }
  | { reply: IdempotentReply }

/** The changes of the current request so far. */
export type Changes = {
  readonly now: Date
  saveCustomer(customer: Customer | DeletedCustomer): void
  saveIntent(intent: Intent, card?: PaymentMethod): void
  saveCharge(charge: Charge): void
  saveRefund(refund: Refund): void
  saveDispute(dispute: Dispute): void
  saveTax(tax: Calculation | TaxTransaction): void
  saveEndpoint(endpoint: WebhookEndpoint): void
  removeEndpoint(id: string): void
  /** Records an event, which is sent once it is stored. */
  emit(type: string, object: object): void
}

export type State = ReturnType<typeof openState>

/** The emulator's whole state: read from the journal at start, written back once per request. */
export function openState(folder: string, now: () => Date, onEvents: (events: Event[]) => void = () => {}) {
  const journal = openJournal<Entry>(path.join(folder, 'journal.jsonl'))
  const customers = new Map<string, Customer | DeletedCustomer>()
  const intents = new Map<string, Intent>()
  const charges = new Map<string, Charge>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const taxCalculations = new Map<string, Calculation>()
  const endpoints = new Map<string, WebhookEndpoint>()
  const taxTransactions = new Map<string, TaxTransaction>()
  // The card waiting for its holder's authentication, by intent.
  const waitingCards = new Map<string, PaymentMethod>()
  const events: Event[] = []
  const replies = new Map<string, IdempotentReply>()
  let keys: ApiKeys | undefined

  function apply(entry: Entry): void {
    if ('keys' in entry) keys = { ...newKeys(), ...entry.keys }
    else if ('customer' in entry) customers.set(entry.customer.id, entry.customer)
    else if ('intent' in entry) {
      intents.set(entry.intent.id, entry.intent)
      if (entry.card) waitingCards.set(entry.intent.id, entry.card)
      else waitingCards.delete(entry.intent.id)
    } else if ('charge' in entry) charges.set(entry.charge.id, entry.charge)
    else if ('refund' in entry) refunds.set(entry.refund.id, entry.refund)
    else if ('dispute' in entry) disputes.set(entry.dispute.id, entry.dispute)
    else if ('tax' in entry) saveTax(entry.tax)
    else if ('endpoint' in entry) endpoints.set(entry.endpoint.id, entry.endpoint)
    else if ('removedEndpoint' in entry) endpoints.delete(entry.removedEndpoint)
    else if ('event' in entry) events.push(entry.event)
    else replies.set(entry.reply.key, entry.reply)
  }

  function saveTax(tax: Calculation | TaxTransaction): void {
    if (tax.object === 'tax.calculation') taxCalculations.set(tax.id, tax)
    else taxTransactions.set(tax.id, tax)
  }

  function write(entries: Entry[]): void {
    if (entries.length === 0) return
    journal.append(entries)
    for (const entry of entries) apply(entry)
    onEvents(entries.flatMap((entry) => ('event' in entry ? [entry.event] : [])))
  }

  for (const entry of journal.entries) apply(entry)
  if (!keys) write([{ keys: newKeys() }])

  return {
    /** Not stored: applies until this process ends. */
    behavior: {
      areRefundsPending: false,
      isFailing: false,
      isVerified: true,
      taxLacks: '',
      strangersKey: '',
      /** URLs of rejected requests, with the status. */
      refused: new Map<string, number>(),
    },
    keys: keys ?? newKeys(),
    customer: (id: string) => customers.get(id),
    intent: (id: string) => intents.get(id),
    intents: () => [...intents.values()].toReversed(),
    charge: (id: string) => charges.get(id),
    charges: () => [...charges.values()].toReversed(),
    refund: (id: string) => refunds.get(id),
    refunds: () => [...refunds.values()].toReversed(),
    dispute: (id: string) => disputes.get(id),
    disputes: () => [...disputes.values()].toReversed(),
    disputesOf: (chargeId: string) => [...disputes.values()].filter(({ charge }) => charge === chargeId),
    endpoint: (id: string) => endpoints.get(id),
    endpoints: () => [...endpoints.values()].toReversed(),
    taxCalculation: (id: string) => taxCalculations.get(id),
    taxTransactions: () => [...taxTransactions.values()],
    waitingCard: (intentId: string) => waitingCards.get(intentId),
    reply: (key: string) => replies.get(key),
    events: () => events.toReversed(),
    /** Starts a set of changes; `commit` stores all of them and their response at once. */
    begin(request: { id: string; idempotencyKey: string | null; apiVersion: string | null }) {
      const entries: Entry[] = []
      const at = now()
      const changes: Changes = {
        now: at,
        saveCustomer: (customer) => entries.push({ customer }),
        saveIntent: (intent, card) => entries.push({ intent, ...(card && { card }) }),
        saveCharge: (charge) => entries.push({ charge }),
        saveRefund: (refund) => entries.push({ refund }),
        saveDispute: (dispute) => entries.push({ dispute }),
        saveTax: (tax) => entries.push({ tax }),
        saveEndpoint: (endpoint) => entries.push({ endpoint }),
        removeEndpoint: (id) => entries.push({ removedEndpoint: id }),
        emit: (type, object) => {
          const event: Event = {
            id: newId('evt'),
            object: 'event',
            api_version: request.apiVersion,
            created: Math.floor(at.getTime() / 1000),
            data: { object },
            livemode: false,
            pending_webhooks: 0,
            request: { id: request.id, idempotency_key: request.idempotencyKey },
            type,
          }
          entries.push({ event })
        },
      }
      return { changes, commit: (reply?: IdempotentReply) => write(reply ? [...entries, { reply }] : entries) }
    },
    close: () => journal.close(),
  }
}

function newKeys(): ApiKeys {
  const random = () => randomBytes(18).toString('hex')
  return {
    secretKey: `sk_test_${random()}`,
    publishableKey: `pk_test_${random()}`,
    webhookSecret: `whsec_${random()}`,
  }
}
