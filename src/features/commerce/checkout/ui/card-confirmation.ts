import type { readSiteFrame } from '#features/foundation/site/site.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'

/** Whether cards are entered with the provider's script or, in development, with the emulator. */
export type CardSetup = EndpointReply<typeof readSiteFrame>['cards']

/**
 * The outcome of submitting a card. With `error`, nothing was charged. `field` is the invalid entry if the error is
 * about one.
 */
export type CardOutcome =
  | { kind: 'error'; message: string; field?: CardField | undefined }
  | { kind: 'done'; status: string; intentId: string }
  /** The response was lost, or it only says that the provider already knows the payment. */
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

/** Returns the message to show. If the card was declined, it also says what to do next. */
export function cardErrorMessage({ message = 'Your card was declined.', code }: ProviderError): string {
  return code === 'card_declined' ? `${message} Nothing was charged. Try another card, or contact your bank.` : message
}

export type CardField = 'number' | 'expiry' | 'cvc'

/** Submits the entered card for the payment with this client secret. If this throws, the outcome is unknown. */
export type ConfirmCard = (clientSecret: string) => Promise<CardOutcome>
