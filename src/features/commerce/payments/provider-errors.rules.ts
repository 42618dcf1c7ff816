import { unreachable } from '#shared/unreachable.ts'

/** How far a purchase or refund had got when the card provider could not be reached. */
export type PurchaseStage =
  | 'opening'
  /** A payment was opened earlier, perhaps in another window, and may have been paid. */
  | 'reopening'
  | 'confirming'
  /** The refund request has not been sent. */
  | 'before_refund'
  /** The provider may have received the refund request. */
  | 'refunding'

/**
 * Returns the message that is shown if the provider could not be reached. It never denies what may have happened.
 * `isAway` is false if the provider rejects the academy's key.
 */
export function unavailableMessage(point: PurchaseStage, isAway: boolean): string {
  const why = isAway ? 'Our payment provider can’t be reached right now' : 'Payments aren’t available right now'
  const when = isAway ? 'Try again in a minute.' : 'We’ve been notified. Try again later.'
  switch (point) {
    case 'opening':
      return `${why}. Nothing was charged. ${when}`
    case 'reopening':
      return `${why}, so we couldn’t check an earlier payment for this item. You weren’t charged again. ${when}`
    case 'confirming':
      return `${isAway ? why : 'We can’t check payments right now'}, so we don’t know yet whether your payment went through. We’re still checking. If it did, you’ll get access automatically and a receipt by email. You can come back later, and you won’t be charged twice.`
    case 'before_refund':
      return `${why}. Nothing was refunded. ${isAway ? 'Try again in a minute.' : 'To find out why, run on the server: npm run academy -- doctor. Try again once payments work.'}`
    case 'refunding':
      return `${why}. The money may or may not have been refunded. ${isAway ? 'Try the same refund again in a minute' : 'To find out why, run on the server: npm run academy -- doctor. Try the same refund again once payments work'}. The academy checks first and never refunds twice.`
    default:
      return unreachable(point)
  }
}
