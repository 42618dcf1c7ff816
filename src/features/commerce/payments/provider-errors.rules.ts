import { unreachable } from '#shared/unreachable.ts'

/** The stage of a purchase or refund when the card provider could not be reached. */
export type PurchaseStage =
  | 'opening'
  /** A payment was opened earlier, perhaps in another window, and may have been paid. */
  | 'reopening'
  | 'confirming'
  /** This command has refunded nothing. */
  | 'before_refund'
  /** The provider may have received the refund request. */
  | 'refunding'

/**
 * The message when the provider could not be reached; never denies what may have happened. `isAway` is false when the
 * provider rejects our key.
 */
export function unavailableMessage(point: PurchaseStage, isAway: boolean): string {
  const why = isAway ? 'The card provider cannot be reached right now' : 'Payments are not possible right now'
  const when = isAway ? 'Please try again in a minute.' : 'The academy has been told. Please try again later.'
  switch (point) {
    case 'opening':
      return `${why}. Nothing was charged. ${when}`
    case 'reopening':
      return `${why}, so an earlier payment for this item could not be checked. Nothing more was charged. ${when}`
    case 'confirming':
      return `${isAway ? why : 'Payments cannot be checked right now'}, so we do not know yet whether your payment went through. We are still checking: if it did, your purchase opens by itself, and the receipt comes by email. It is safe to come back later, and you are not charged twice.`
    case 'before_refund':
      return `${why}. Nothing was given back. ${isAway ? 'Run this again in a minute.' : 'Run doctor, then this again.'}`
    case 'refunding':
      return `${why}. The money may have been given back, or not. Run the same command again ${isAway ? 'in a minute' : 'once doctor finds nothing wrong'}: it asks first, and gives nothing back twice.`
    default:
      return unreachable(point)
  }
}
