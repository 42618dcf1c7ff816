import { parseExpiry } from '../card-entry.rules.ts'
import {
  type CardField,
  type CardOutcome,
  type CardSetup,
  parseIntentId,
  isOutcomeUnknown,
  cardErrorMessage,
  type ProviderError,
} from './card-confirmation.ts'

export type EmulatorSetup = Extract<CardSetup, { provider: 'stand-in' }>
export type TypedCard = { number: string; expiry: string; cvc: string }

type EmulatorReply = {
  id?: string
  status?: string
  last_payment_error?: CardError | null
  next_action?: { use_stripe_sdk?: { path?: string } } | null
  error?: CardError
}
type CardError = ProviderError & { param?: string }

const TIME_LIMIT_MS = 10_000

const FIELDS: Record<string, CardField> = { number: 'number', exp_month: 'expiry', exp_year: 'expiry', cvc: 'cvc' }

/**
 * Confirms a payment with the emulator, as the provider's script does with the provider. `authenticate` asks the
 * cardholder to authenticate.
 */
export async function confirmWithEmulator(
  setup: EmulatorSetup,
  payment: { clientSecret: string; card: TypedCard; authenticate: () => Promise<'complete' | 'fail'> },
): Promise<CardOutcome> {
  const { clientSecret, card, authenticate } = payment
  const { month, year } = parseExpiry(card.expiry)
  const answer = await post(setup, `/v1/payment_intents/${encodeURIComponent(parseIntentId(clientSecret))}/confirm`, {
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number.replaceAll(' ', ''),
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': year,
    'payment_method_data[card][cvc]': card.cvc,
  })
  const path = answer.next_action?.use_stripe_sdk?.path
  if (answer.status !== 'requires_action' || path === undefined) return toCardOutcome(answer)
  return toCardOutcome(await post(setup, path, { client_secret: clientSecret, result: await authenticate() }))
}

async function post(
  { url, publishableKey }: EmulatorSetup,
  path: string,
  fields: Record<string, string>,
): Promise<EmulatorReply> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ key: publishableKey, ...fields }),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  })
  return (await response.json()) as EmulatorReply
}

function toCardOutcome({ id = '', status = '', error, last_payment_error: lastError }: EmulatorReply): CardOutcome {
  const problem = error ?? (status === 'requires_payment_method' ? lastError : undefined)
  if (!problem) return { kind: 'done', status, intentId: id }
  if (isOutcomeUnknown(problem)) return { kind: 'unknown' }
  // Here, the provider's script also shows its own message, because the API's message is for developers.
  const message =
    problem.code === 'payment_intent_authentication_failure'
      ? 'We are unable to authenticate your payment method. Please choose a different payment method and try again.'
      : cardErrorMessage(problem)
  return { kind: 'error', message, field: FIELDS[problem.param ?? ''] }
}
