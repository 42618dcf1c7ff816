import { z } from 'zod'
import { invalidParameter } from './errors.ts'
import type { Form } from './form.ts'

const amount = z
  .string()
  .regex(/^\d{1,8}$/, 'parameter_invalid_integer')
  .transform(Number)
const currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform((code) => code.toLowerCase())
const metadata = z.record(z.string().max(40), z.string().max(500))
const expand = z.array(z.string()).optional()

export const NewIntent = z.strictObject({
  amount,
  currency,
  metadata: metadata.default({}),
  automatic_payment_methods: z
    .strictObject({ enabled: z.literal(['true', 'false']), allow_redirects: z.literal(['always', 'never']).optional() })
    .optional(),
  allowed_payment_method_types: z
    .array(z.enum(['card', 'link']))
    .min(1)
    .optional(),
  description: z.string().max(1_000).optional(),
  receipt_email: z.email().optional(),
  customer: z.string().min(1).optional(),
  expand,
})

/** The provider's own limits. */
const customer = {
  email: z.email('email_invalid').max(512).optional(),
  name: z.string().max(256).optional(),
  description: z.string().max(1_000).optional(),
  expand,
}

export const NewCustomer = z.strictObject({ ...customer, metadata: metadata.default({}) })

export const CustomerUpdate = z.strictObject({ ...customer, metadata: metadata.optional() })

export const NoParams = z.strictObject({})

export const IntentUpdate = z.strictObject({
  amount: amount.optional(),
  currency: currency.optional(),
  metadata: metadata.optional(),
  description: z.string().max(1_000).optional(),
  expand,
})

export const Cancellation = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand,
})

export const Confirmation = z.strictObject({
  client_secret: z.string(),
  payment_method_data: z.object({
    type: z.literal('card'),
    card: z.object({ number: z.string(), exp_month: z.string(), exp_year: z.string(), cvc: z.string() }),
  }),
  return_url: z.string().optional(),
  use_stripe_sdk: z.string().optional(),
  expand,
})

export const Authentication = z.strictObject({ client_secret: z.string(), result: z.enum(['complete', 'fail']) })

export const NewRefund = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: amount.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.default({}),
  expand,
})

export const NewCalculation = z.strictObject({
  currency,
  line_items: z
    .array(
      z.strictObject({
        amount,
        reference: z.string().max(500).optional(),
        tax_behavior: z.literal('exclusive'),
        tax_code: z.string().optional(),
      }),
    )
    .min(1),
  customer_details: z.strictObject({
    address: z.strictObject({ country: z.string(), postal_code: z.string().optional() }),
    address_source: z.literal(['billing', 'shipping']),
  }),
  expand,
})

export const NewTaxTransaction = z.strictObject({
  calculation: z.string(),
  reference: z.string().min(1).max(500),
  metadata: metadata.default({}),
  expand,
})

export const TaxReversal = z.strictObject({
  original_transaction: z.string(),
  mode: z.literal(['full', 'partial']),
  /** Negative, and includes tax. */
  flat_amount: z
    .string()
    .regex(/^-\d{1,8}$/, 'parameter_invalid_integer')
    .transform(Number)
    .optional(),
  reference: z.string().min(1).max(500),
  metadata: metadata.default({}),
  expand,
})

export const NewDispute = z.strictObject({
  payment_intent: z.string(),
  /** Whether the bank only makes an inquiry at first. */
  is_inquiry: z.stringbool().default(false),
  /** By default, everything that was not refunded or, if nothing is left, everything that was paid. */
  amount: amount.optional(),
})

/**
 * Pays without the browser, either at once or after processing by a bank, which lasts until the test makes the payment
 * succeed or fail.
 */
export const Payment = z.strictObject({
  method: z.enum(['card', 'apple_pay', 'google_pay', 'link', 'us_bank_account']).default('card'),
  is_processed: z.stringbool().default(false),
})

export const ProcessingEnd = z.strictObject({ status: z.enum(['succeeded', 'failed']) })

export const DisputeEnd = z.strictObject({ status: z.enum(['won', 'lost']) })

/** Controls the emulator's behavior; options that are left out stay the same. */
export const BehaviorUpdate = z.strictObject({
  /** The webhook URL; empty for none. */
  webhook_url: z.string().optional(),
  /** How often each event is sent. */
  copies: z
    .string()
    .regex(/^[1-9]$/)
    .transform(Number)
    .optional(),
  order: z.enum(['as_they_happen', 'newest_first', 'random']).optional(),
  /** Refunds stay pending until the test makes them succeed or fail. */
  refunds_wait: z.stringbool().optional(),
  /**
   * Each request that changes something fails inside the provider, which stores that response under the request's key.
   */
  fails: z.stringbool().optional(),
  /** Whether the secret key may create and change customers. */
  writes_customers: z.stringbool().optional(),
  charges_enabled: z.stringbool().optional(),
  /** What is missing in the tax settings, such as 'head_office'; empty if nothing is. */
  tax_lacks: z.string().optional(),
  /** A publishable key that is treated as another account's. */
  strangers_key: z.string().optional(),
  /** Requests that are rejected, as for a restricted key: '/v1/events=403,/v1/charges=403'; empty for none. */
  refused: z
    .string()
    .transform(
      (text) => new Map([...text.matchAll(/([^,=]+)=(\d{3})/g)].map(([, url = '', status]) => [url, Number(status)])),
    )
    .optional(),
  /** Unavailable: every API request gets 503. */
  is_away: z.stringbool().optional(),
  /** The delay of each API request. */
  delay_ms: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .optional(),
})

export const Delivery = z.strictObject({ ids: z.array(z.string()).min(1) })

export const ReadParams = z.strictObject({ expand })

export const DisputeList = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  limit: z.string().optional(),
  expand,
})

export const ChargeList = z.strictObject({
  payment_intent: z.string().optional(),
  limit: z.string().optional(),
  expand,
})

const time = z.string().regex(/^\d+$/).transform(Number)

export const ListQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)$/)
    .transform(Number)
    .default(10),
  created: z.union([time, z.strictObject({ gt: time, gte: time, lt: time, lte: time }).partial()]).optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  expand,
})

export const RefundList = ListQuery.extend({ payment_intent: z.string().optional(), charge: z.string().optional() })

export const EventList = ListQuery.extend({ type: z.string().optional(), types: z.array(z.string()).optional() })

const listLimit = z
  .string()
  .regex(/^([1-9]\d?|100)$/)
  .transform(Number)
  .default(10)

export const EndpointList = z.strictObject({ limit: listLimit, expand })

const address = z.string().min(1)
const enabledEvents = z.array(z.string()).min(1)

export const NewEndpoint = z.strictObject({ url: address, enabled_events: enabledEvents })

export const EndpointUpdate = z.strictObject({
  url: address.optional(),
  enabled_events: enabledEvents.optional(),
  disabled: z.stringbool().optional(),
})

/** The provider's minimum amount; smaller ones are rejected here too. */
const MIN_AMOUNT = 50

export function parseParams<Schema extends z.ZodObject>(schema: Schema, form: Form): z.output<Schema> {
  const parsed = schema.safeParse(form)
  if (!parsed.success) throw toParameterError(parsed.error.issues[0], form)
  return parsed.data
}

export function checkAmount(cents: number): void {
  if (cents >= MIN_AMOUNT) return
  throw invalidParameter('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' })
}

function toParameterError(issue: z.core.$ZodIssue | undefined, form: Form) {
  if (issue?.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys
    return invalidParameter(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
  }
  const path = issue?.path.map(String) ?? []
  const param = path.map((part, index) => (index === 0 ? part : `[${part}]`)).join('')
  if (valueAt(form, path) === undefined) {
    return invalidParameter(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (issue?.message === 'parameter_invalid_integer') {
    return invalidParameter('Invalid integer', { code: 'parameter_invalid_integer', param })
  }
  if (issue?.message === 'email_invalid') {
    return invalidParameter(`Invalid email address: ${String(valueAt(form, path))}`, { code: 'email_invalid', param })
  }
  return invalidParameter(`Invalid ${param}`, { param })
}

function valueAt(form: Form, path: string[]): unknown {
  let value: unknown = form
  for (const part of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  return value
}
