import type { readSiteFrame } from '#features/site/site.contract.ts'
import type { ReplyOf } from '#shared/endpoint.ts'

/** How this academy's cards are paid: by the provider's own script, or with its stand-in while developing. */
export type CardSetup = ReplyOf<typeof readSiteFrame>['cards']

/** What came of giving the card to the provider; `field` names the entry that is to blame, if one is. */
export type CardOutcome =
  | { kind: 'error'; message: string; field?: CardField | undefined }
  | { kind: 'done'; status: string; intentId: string }

/** As the provider tells of what went wrong with a card. */
type ProviderError = { message?: string | undefined; code?: string | undefined }

/** What the page says of it: where the card itself was declined, also what to do now. */
export function messageOfCard({ message = 'Your card was declined.', code }: ProviderError): string {
  return code === 'card_declined' ? `${message} Nothing was charged. Try another card, or ask your bank.` : message
}

export type CardField = 'number' | 'expiry' | 'cvc'

/** Gives the card on the page to the provider, for the intent that this secret opens. */
export type ConfirmCard = (clientSecret: string) => Promise<CardOutcome>
