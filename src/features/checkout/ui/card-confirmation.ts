import type { readSiteFrame } from '#features/site/site.contract.ts'
import type { ReplyOf } from '#shared/endpoint.ts'

/** How this academy's cards are paid: by the provider's own script, or with its stand-in while developing. */
export type CardSetup = ReplyOf<typeof readSiteFrame>['cards']

/** What came of giving the card to the provider; `field` names the entry that is to blame, if one is. */
export type CardOutcome =
  | { kind: 'error'; message: string; field?: CardField | undefined }
  | { kind: 'done'; status: string; intentId: string }

export type CardField = 'number' | 'expiry' | 'cvc'

/** Gives the card on the page to the provider, for the intent that this secret opens. */
export type ConfirmCard = (clientSecret: string) => Promise<CardOutcome>
