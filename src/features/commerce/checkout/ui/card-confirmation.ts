import type { readSiteFrame } from '#features/foundation/site/site.contract.ts'
import type { EndpointReply } from '#shared/endpoint.ts'

/** How this academy's cards are paid: by the provider's own script, or with its stand-in while developing. */
export type CardSetup = EndpointReply<typeof readSiteFrame>['cards']

/** What came of giving the card to the provider: `error` is sure that nothing was charged, and `field` names the entry that is to blame, if one is. */
export type CardOutcome =
  | { kind: 'error'; message: string; field?: CardField | undefined }
  | { kind: 'done'; status: string; intentId: string }
  /** Its answer was lost, or says only that it knows this payment already. */
  | { kind: 'unknown' }

export type CardFailure = Extract<CardOutcome, { kind: 'error' }>

/** As the provider tells of what went wrong with a card. */
export type ProviderError = {
  type?: string | undefined
  message?: string | undefined
  code?: string | undefined
  payment_intent?: { status?: string } | undefined
}

const UNKNOWN_ERRORS = new Set<string | undefined>(['api_error', 'api_connection_error', 'idempotency_error'])

/** Whether the card may have been charged all the same: the answer broke on its way, or the payment was made before. */
export function isOutcomeUnknown({ type, code, payment_intent: intent }: ProviderError): boolean {
  if (UNKNOWN_ERRORS.has(type)) return true
  return code === 'payment_intent_unexpected_state' && intent?.status !== 'canceled'
}

/** The payment that a client secret opens. */
export function parseIntentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}

/** What the page says of it: where the card itself was declined, also what to do now. */
export function cardErrorMessage({ message = 'Your card was declined.', code }: ProviderError): string {
  return code === 'card_declined' ? `${message} Nothing was charged. Try another card, or ask your bank.` : message
}

export type CardField = 'number' | 'expiry' | 'cvc'

/** Gives the card on the page to the provider, for the intent that this secret opens. When it throws, nobody knows what came of it. */
export type ConfirmCard = (clientSecret: string) => Promise<CardOutcome>
