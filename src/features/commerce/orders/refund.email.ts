import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { unreachable } from '#shared/unreachable.ts'
import type { ProductAccess } from './product-access.queries.ts'
import type { OrderState } from './orders.rules.ts'

type RefundEmail = {
  site: Sender
  orderNumber: string
  itemName: string
  /** This refund, and the total refunded: '$10.00'. */
  amount: string
  amountInAll: string
  isAll: boolean
  hadEnded: boolean
  /** Undefined when the payment was not delivered. */
  state: OrderState | undefined
  access: ProductAccess
  /** Where it goes: 'to your card (Visa ending in 4242)'. */
  to: string
  address: string
}

/** Sent when the card provider confirms the refund, not when it was requested. */
export function renderRefundEmail(refund: RefundEmail): EmailContent {
  const { site, orderNumber, itemName, amount, amountInAll, to, address } = refund
  return renderEmail({
    site,
    subject: `Your refund: ${itemName}`,
    preview: `${amount} of order ${orderNumber} was given back.`,
    heading: 'Your refund',
    paragraphs: [
      `We have given ${amount} back ${to}. Banks usually show it within 5 to 10 days.`,
      describeRemainingAccess(refund),
    ],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Given back now', value: amount, isStrong: true },
      ...(amountInAll === amount ? [] : [{ label: 'Given back in all', value: amountInAll }]),
    ],
    button: { label: 'See my orders', address },
    afterwards: [`If it does not arrive, ${describeReplyTo(site)}.`],
  })
}

function describeRemainingAccess({ itemName, isAll, hadEnded, state, access }: RefundEmail): string {
  const open = access.isOpen ? ` You still have access to ${itemName}.` : ''
  switch (state) {
    case 'refunded':
      return isAll
        ? `That was all you paid for ${itemName}. Your purchase of it has ended with that.${open}`
        : `Your purchase of ${itemName} has ended${hadEnded ? '' : ' with that'}.${open}`
    case 'disputed':
      if (access.isOpen) return `The rest of the payment is disputed.${open}`
      return `${itemName} is closed, since the payment is disputed. As soon as the dispute is withdrawn or decided for us, it opens again by itself.`
    case 'paid':
      return `Your purchase of ${itemName} stays as it is.`
    case undefined:
      return `It is from a payment of ${itemName} that opened nothing: no purchase stands behind it.`
    default:
      return unreachable(state)
  }
}
