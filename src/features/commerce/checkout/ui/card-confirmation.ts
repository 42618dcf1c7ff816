import type { readSiteFrame } from '#features/foundation/site/site.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'

/** How cards are entered: the provider's script, or the emulator in development. */
export type CardSetup = EndpointReply<typeof readSiteFrame>['cards']

/** The outcome of submitting a card: with `error`, nothing was charged, and `field` names the invalid entry, if any. */
export type CardOutcome =
  | { kind: 'error'; message: string; field?: CardField | undefined }
  | { kind: 'done'; status: string; intentId: string }
  /** The response was lost, or says only that the payment is already known. */
  | { kind: 'unknown' }

export type CardFailure = Extract<CardOutcome, { kind: 'error' }>

/** An error as the card provider reports it. */
export type ProviderError = {
  type?: string | undefined
  message?: string | undefined
  code?: string | undefined
  payment_intent?: { status?: string } | undefined
}

const UNKNOWN_ERRORS = new Set<string | undefined>(['api_error', 'api_connection_error', 'idempotency_error'])

/**
 * Whether the card may have been charged despite the error, because the response was lost or the payment was made
 * earlier.
 */
export function isOutcomeUnknown({ type, code, payment_intent: intent }: ProviderError): boolean {
  if (UNKNOWN_ERRORS.has(type)) return true
  return code === 'payment_intent_unexpected_state' && intent?.status !== 'canceled'
}

export function parseIntentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

/** The message to show; for a declined card, also what to do next. */
export function cardErrorMessage({ message = 'Your card was declined.', code }: ProviderError): string {
  return code === 'card_declined' ? `${message} Nothing was charged. Try another card, or contact your bank.` : message
}

export type CardField = 'number' | 'expiry' | 'cvc'

/** Submits the card on the page for the intent with this client secret. If it throws, the outcome is unknown. */
export type ConfirmCard = (clientSecret: string) => Promise<CardOutcome>
