import { type Kind, KINDS } from '#shared/kinds.ts'

/**
 * What the browser knows about the charge: the provider confirmed it, or the response was lost. Payment methods other
 * than cards count, too.
 */
export type ChargeStatus = 'made' | 'unknown'

/** Says where the buyer will find the product. */
function getLocation(kind: Kind): string {
  const { owned } = KINDS[kind]
  return owned ? `in ${owned.label}` : 'on this page'
}

/**
 * The message until a payment is settled. It says what may have happened, that we are checking, and where the product
 * will be.
 */
export function checkingMessage(kind: Kind, charge: ChargeStatus): string {
  const place = getLocation(kind)
  return charge === 'made'
    ? `Your payment went through, but your ${kind} isn’t ready yet. We’re still checking. Within a few minutes, your ${kind} will be ${place}, and we’ll email your receipt. You can leave this page and come back. Please don’t pay again.`
    : `We don’t know yet whether your payment went through. We’re still checking. If it did, your ${kind} will be ${place} within a few minutes, and we’ll email your receipt. You can leave this page and come back. You won’t be charged twice.`
}

/**
 * Returns a message about the provider's card form. While the outcome of an earlier payment is unknown, the message
 * says nothing about charges.
 */
export function cardFormMessage(problem: 'not shown' | 'no answer', isUnfinished: boolean): string {
  const [what, then] =
    problem === 'not shown'
      ? ['The card form couldn’t be loaded.', 'Try again in a moment.']
      : ['The card form didn’t respond.', 'Try again.']
  return [what, ...(isUnfinished ? [] : ['Nothing was charged.']), then].join(' ')
}

/**
 * The message if the session ended after the card was submitted, because only the member who paid may ask for the
 * outcome.
 */
export function signInMessage(kind: Kind, charge: ChargeStatus): string {
  const what = charge === 'made' ? 'Your payment went through' : 'Your payment might have gone through'
  return `${what}, and you were logged out before we could open your ${kind}. Nothing is lost. Log in again, and we’ll check the payment right away.`
}

/** The message if the payment succeeded, but opening the next page failed. */
export function readyMessage(kind: Kind): string {
  const { owned } = KINDS[kind]
  return `Your payment went through, and your ${kind} is ready. Reload the page${owned ? `, or find it in ${owned.label}` : ' to see it'}.`
}

/** Says what a payment status other than `succeeded` means. Returns undefined if nothing was charged. */
export function pendingMessage(kind: Kind, status: string): string | undefined {
  if (status !== 'processing') return undefined
  return `Your bank is still processing this payment. When it’s done, your ${kind} will be ${getLocation(kind)}, and we’ll email your receipt. You can leave this page. Please don’t pay again.`
}

export function paidMessage({
  order_number: orderNumber,
  receipt_to: email,
}: {
  order_number?: string | undefined
  receipt_to?: string | undefined
}): string {
  const receipt = email === undefined ? '' : ` We’re emailing the receipt to ${email}.`
  return `Paid.${receipt}${orderNumber === undefined ? '' : ` Order ${orderNumber}.`}`
}
