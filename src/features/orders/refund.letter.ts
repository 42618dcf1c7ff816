import { askBack, type Letter, letter, type Sender } from '#platform/mail/letter.ts'
import { unreachable } from '#shared/unreachable.ts'
import type { OrderState } from './orders.rules.ts'

type RefundLetter = {
  site: Sender
  orderNumber: string
  itemName: string
  /** What was given back now, and in all: '$10.00'. */
  amount: string
  amountInAll: string
  /** Whether the academy itself has given back all that was paid. */
  isAll: boolean
  /** Undefined when the payment opened nothing. */
  state: OrderState | undefined
  paidWith: string | undefined
  /** Where the buyer's orders are. */
  address: string
}

/** Sent when the card provider says that the money has been given back, not when it was asked to. */
export function refundLetter(refund: RefundLetter): Letter {
  const { site, orderNumber, itemName, amount, amountInAll, paidWith, address } = refund
  return letter({
    site,
    subject: `Your refund: ${itemName}`,
    preview: `${amount} of order ${orderNumber} was given back.`,
    heading: 'Your refund',
    paragraphs: [
      `We have given ${amount} back to ${paidWith === undefined ? 'your card' : `your card (${paidWith})`}. Banks usually show it within 5 to 10 days.`,
      whatStays(refund),
    ],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Given back now', value: amount, isStrong: true },
      ...(amountInAll === amount ? [] : [{ label: 'Given back in all', value: amountInAll }]),
    ],
    button: { label: 'See my orders', address },
    afterwards: [`If it does not arrive, ${askBack(site)}.`],
  })
}

function whatStays({ itemName, isAll, state }: RefundLetter): string {
  switch (state) {
    case 'refunded':
      return isAll
        ? `That was all you paid for ${itemName}. Your purchase of it has ended with that.`
        : `Your purchase of ${itemName} has ended with that.`
    case 'disputed':
      return `${itemName} is closed, since the payment is disputed. As soon as the dispute is withdrawn or decided for us, it opens again by itself.`
    case 'paid':
      return `Your purchase of ${itemName} stays as it is.`
    case undefined:
      return `It is from a payment of ${itemName} that opened nothing: no purchase stands behind it.`
    default:
      return unreachable(state)
  }
}
