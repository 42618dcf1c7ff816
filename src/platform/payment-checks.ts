import { z } from 'zod'
import type { StripeKeys } from './config.ts'
import { compareKeys } from './payment-account.ts'
import { REQUIRED_EVENTS } from './payment-events.ts'
import { fetchFromProvider, NONEXISTENT_PAYMENT, type ProviderKeys, providerUrl } from './payment-provider.ts'
import { isLiveKey } from './payments.ts'
import { getWebhookUrl, isWebhookSecret } from '#shared/webhook.ts'
import { pluralize } from '#shared/pluralize.ts'
import { okFinding, type Finding, describeError, unknownFinding, failedFinding } from './finding.ts'

/** The clock must be accurate, because the academy rejects the provider's signatures after five minutes. */
const MAX_CLOCK_SKEW_SECONDS = 60
const TIME_LIMIT_MS = 10_000

const TaxSettings = z.object({
  status: z.string(),
  status_details: z.object({ pending: z.object({ missing_fields: z.array(z.string()).nullish() }).optional() }),
})

/** Checks the tax settings. If tax is added to prices but can't be calculated, checkout fails. */
export async function checkTax(keys: StripeKeys): Promise<Finding> {
  const reply = await callProvider(keys, '/v1/tax/settings')
  if (typeof reply === 'string') return failedFinding('tax', `Stripe's tax settings can't be read (${reply})`)
  if (reply.status === 403)
    return failedFinding(
      'tax',
      'the secret key is not allowed to read the tax settings. Change its permissions in the Stripe Dashboard (Developers, API keys)',
    )
  const settings = TaxSettings.safeParse(await reply.json().catch(() => {})).data
  const rights = await findMissingPermissions(keys, TAX_PERMISSION_PROBES)
  if (rights.length > 0)
    return failedFinding(
      'tax',
      `the secret key is not allowed to ${rights.join(', ')}. Change its permissions in the Stripe Dashboard (Developers, API keys)`,
    )
  if (settings?.status === 'active') return okFinding('tax', "Stripe's tax settings are complete")
  if (!reply.ok)
    return failedFinding('tax', `the request for Stripe's tax settings returned status ${reply.status}. Try again`)
  const missing = settings?.status_details.pending?.missing_fields?.join(', ')
  const what = missing ? `lack ${missing}` : 'are incomplete'
  return failedFinding('tax', `Stripe's tax settings ${what}. See "Sales tax" in docs/payments.md`)
}

/** Makes a request that changes nothing and is allowed for any key. The response also contains the provider's time. */
export async function checkProvider(keys: StripeKeys, publicUrl: string): Promise<Finding[]> {
  const asked = Date.now()
  const reply = await callProvider(keys, NONEXISTENT_PAYMENT)
  if (typeof reply === 'string') {
    const { host } = new URL(providerUrl(keys))
    return [failedFinding('Stripe', `${host} can't be reached (${reply}). Check the firewall`)]
  }
  const time = checkClock(reply.headers.get('date'), (asked + Date.now()) / 2)
  const key = toSecretKeyFinding(reply.status, await findMissingPermissions(keys, PERMISSION_PROBES))
  if (key.isWrong) return [key, time]
  const more = await Promise.all([
    checkPublishableKey(keys),
    checkCustomers(keys),
    checkCharging(keys),
    checkWebhookEndpoint(keys, publicUrl),
  ])
  return [key, ...more.flat(), time]
}

/** None of these requests changes anything, because the objects that they name don't exist. */
const PERMISSION_PROBES: PermissionProbes = {
  'read Events': ['GET', '/v1/events?limit=1'],
  'read Charges': ['GET', '/v1/charges?limit=1'],
  'read Disputes': ['GET', '/v1/disputes?limit=1'],
  'write PaymentIntents': ['POST', '/v1/payment_intents/pi_doctor/cancel'],
  'write Refunds': ['POST', '/v1/refunds', 'payment_intent=pi_doctor'],
}

/**
 * Requests that test the permissions for sales tax. The calculation is rejected because it has no lines, and the
 * transaction because its calculation doesn't exist.
 */
const TAX_PERMISSION_PROBES: PermissionProbes = {
  'write Tax Calculations': ['POST', '/v1/tax/calculations', 'currency=usd'],
  'write Tax Transactions': [
    'POST',
    '/v1/tax/transactions/create_from_calculation',
    'calculation=taxcalc_doctor&reference=doctor',
  ],
}

type PermissionProbes = Readonly<Record<string, readonly [method: string, call: string, body?: string]>>

async function findMissingPermissions(keys: StripeKeys, rights: PermissionProbes): Promise<string[]> {
  const asked = Object.entries(rights).map(async ([right, [method, call, body]]) => {
    const reply = await callProvider(keys, call, { method, ...(body && { body }) })
    return typeof reply !== 'string' && reply.status === 403 ? [right] : []
  })
  return (await Promise.all(asked)).flat()
}

async function callProvider(
  keys: ProviderKeys,
  call: string,
  how: { method?: string; body?: string } = {},
): Promise<Response | string> {
  return fetchFromProvider(keys, call, { ...how, limitMs: TIME_LIMIT_MS }).catch((error: unknown) =>
    describeError(error),
  )
}

/**
 * Returns the response to a request if it has the expected schema. Otherwise returns why the request failed and what to
 * do. `right` is the permission that the key needs for this request.
 */
async function callAndParse<Schema extends z.ZodType>(
  keys: StripeKeys,
  call: string,
  { schema, right }: ExpectedReply<Schema>,
) {
  const reply = await callProvider(keys, call)
  if (typeof reply === 'string') return { unasked: `could not be checked (${reply}). Try again` }
  if (reply.status === 403)
    return {
      unasked: `could not be checked: allow ${right} (read) for the secret key in the Stripe Dashboard (Developers, API keys)`,
    }
  const { data: found } = schema.safeParse(await reply.json().catch(() => {}))
  return found === undefined ? { unasked: `could not be checked (status ${reply.status}). Try again` } : { found }
}

type ExpectedReply<Schema> = { schema: Schema; right: string }

async function checkPublishableKey(keys: StripeKeys): Promise<Finding> {
  const what = 'publishable key'
  const fix =
    'No one can pay with these keys. Copy both from the same account in the Stripe Dashboard (Developers, API keys)'
  const compared = await compareKeys(keys, { mayOpenPayment: false }).catch((error: unknown) => ({ error }))
  if (typeof compared === 'object')
    return failedFinding(what, `it can't be tested (${describeError(compared.error)}). Try again`)
  switch (compared) {
    case 'publishable key rejected':
      return failedFinding(what, `Stripe rejects the publishable key. ${fix}`)
    case 'different accounts':
      return failedFinding(what, `it belongs to a different account than the secret key. ${fix}`)
    case 'same account':
      return okFinding(what, 'same account as the secret key')
    case 'unknown':
      return okFinding(
        what,
        'Stripe accepts it. After the first payment, this also checks that it belongs to the same account',
      )
  }
}

/**
 * Returns no findings if there is no problem. The academy can sell without this permission, so it is reported
 * separately.
 */
async function checkCustomers(keys: StripeKeys): Promise<Finding[]> {
  // This customer does not exist, so nothing changes.
  const reply = await callProvider(keys, '/v1/customers/cus_doctor', { method: 'POST' })
  if (typeof reply === 'string' || reply.status !== 403) return []
  const text =
    'the secret key is not allowed to write Customers, so the Stripe Dashboard does not show who paid. Change its permissions there (Developers, API keys)'
  return [failedFinding('customers', text)]
}

const Account = z.object({ charges_enabled: z.boolean() })

async function checkCharging(keys: StripeKeys): Promise<Finding> {
  const what = 'account'
  const { found, unasked } = await callAndParse(keys, '/v1/account', { schema: Account, right: 'Accounts' })
  // The dashboard has not always offered this permission for restricted keys.
  if (!found)
    return unknownFinding(what, `${unasked}. Or check in the Stripe Dashboard that the account can charge cards`)
  const remedy =
    "it can't charge cards yet. Finish the account's verification in the Stripe Dashboard: name, address, bank account"
  return found.charges_enabled ? okFinding(what, 'it can charge cards') : failedFinding(what, remedy)
}

const Endpoints = z.object({
  data: z.array(z.object({ url: z.string(), status: z.string(), enabled_events: z.array(z.string()) })),
})

async function checkWebhookEndpoint(keys: StripeKeys, publicUrl: string): Promise<Finding> {
  const what = 'webhook'
  const asked = { schema: Endpoints, right: 'Webhook Endpoints' }
  const { found, unasked } = await callAndParse(keys, '/v1/webhook_endpoints?limit=100', asked)
  if (!found)
    return unknownFinding(
      what,
      `${unasked}. Or check in the Stripe Dashboard that it has the events listed in docs/payments.md, step 4`,
    )
  const url = getWebhookUrl({ publicUrl })
  const ours = found.data.find((each) => each.url === url)
  if (!ours)
    return failedFinding(
      what,
      `Stripe has no webhook for ${url}. Add it in the Stripe Dashboard (Developers, Webhooks)`,
    )
  if (ours.status !== 'enabled') return failedFinding(what, 'it is turned off. Turn it on in the Stripe Dashboard')
  const { enabled_events: events } = ours
  const missing = events.includes('*') ? [] : REQUIRED_EVENTS.filter((event) => !events.includes(event))
  if (missing.length > 0)
    return failedFinding(what, `these events are missing: ${missing.join(', ')}. Add them in the Stripe Dashboard`)
  return okFinding(what, `Stripe sends events to ${url}`)
}

const REQUIRED_PERMISSIONS =
  'It must be able to write PaymentIntents, Refunds, and Customers, and to read Events, Charges, and Disputes. Change its permissions in the Stripe Dashboard (Developers, API keys)'

function toSecretKeyFinding(status: number, missing: string[]): Finding {
  const what = 'secret key'
  if (status !== 401 && missing.length > 0)
    return failedFinding(what, `it is not allowed to ${missing.join(', ')}. ${REQUIRED_PERMISSIONS}`)
  // The payment doesn't exist, so this response proves that the key was accepted.
  if (status === 404 || status === 200)
    return okFinding(what, 'Stripe accepts the secret key, which can charge and refund')
  if (status === 401)
    return failedFinding(
      what,
      'Stripe rejects the secret key. Copy it again from the Stripe Dashboard (Developers, API keys)',
    )
  if (status === 403) return failedFinding(what, `it is restricted. ${REQUIRED_PERMISSIONS}`)
  return failedFinding(what, `Stripe returned status ${status}. Check its status page, then try again`)
}

function checkClock(date: string | null, here: number): Finding {
  const there = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(there)) return failedFinding('clock', 'Stripe did not report its time. Try again')
  const seconds = Math.round(Math.abs(here - there) / 1000)
  return seconds > MAX_CLOCK_SKEW_SECONDS
    ? failedFinding(
        'clock',
        `differs from Stripe's clock by ${seconds} seconds, so signed events would be rejected. Turn on time synchronization (NTP)`,
      )
    : okFinding('clock', `within ${pluralize(Math.max(seconds, 1), 'second')} of Stripe's`)
}

/** Returns whether the keys are test keys or live keys. Keys of different modes were already rejected. */
export function describeKeyMode(keys: StripeKeys): Finding {
  return okFinding(
    'mode',
    isLiveKey(keys.secretKey) ? 'live: real cards are charged' : 'test: no real cards are charged',
  )
}

export function checkWebhookSecrets({ webhookSecrets }: StripeKeys): Finding {
  const what = 'webhook secret'
  if (webhookSecrets.length === 0)
    return failedFinding(
      what,
      "it is missing, so refunds and disputes would show up late. Copy it from the webhook's page in the Stripe Dashboard",
    )
  if (!webhookSecrets.every(isWebhookSecret))
    return failedFinding(what, 'it must start with whsec_. It is the signing secret of the webhook, not an API key')
  if (webhookSecrets.length > 2) return failedFinding(what, 'there are more than two. Remove those no longer in use')
  return okFinding(
    what,
    webhookSecrets.length === 2 ? 'two are set: remove the old one when the new one is in use' : 'set',
  )
}
