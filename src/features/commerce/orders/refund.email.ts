import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent } from '#platform/mail/email-template.ts'
import { unreachable } from '#shared/unreachable.ts'
import type { ProductAccess } from './product-access.queries.ts'
import type { OrderState } from './orders.rules.ts'

type RefundEmail = {
  site: EmailSite
  buyer: MemberNames
  orderNumber: string
  itemName: string
  /** The amount of this refund, such as '$10.00'. */
  amount: string
  amountInAll: string
  isAll: boolean
  /** The state of the order. Undefined if the purchase was not delivered. */
  state: OrderState | undefined
  access: ProductAccess
  /** Where the refund goes, such as 'to your card (Visa ending in 4242)'. */
  to: string
  address: string
}

/** Sent when the card provider confirms the refund, not when the refund is requested. */
export function renderRefundEmail(refund: RefundEmail): EmailContent {
  const { site, buyer, orderNumber, itemName, amount, amountInAll, state, to, address } = refund
  return renderEditableEmail('refund', {
    site,
    values: { ...getNameValues(buyer), item: itemName, order: orderNumber, amount, destination: to },
    preview: `${amount} was refunded for order ${orderNumber}.`,
    heading: 'Your refund',
    paragraphs: [describeRemainingAccess(refund)],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Refunded now', value: amount, isStrong: true },
      ...(amountInAll === amount ? [] : [{ label: 'Total refunded', value: amountInAll }]),
    ],
    // The page lists only delivered orders.
    ...(state !== undefined && { button: { label: 'View my orders', address } }),
    afterward: [`If it doesn’t arrive, ${describeReplyTo(site)}.`],
  })
}

function describeRemainingAccess({ itemName, isAll, state, access }: RefundEmail): string {
  const open = access.isOpen ? ` You still have access to ${itemName}.` : ''
  const ending = `${access.isOpen ? 'order is closed' : `access to ${itemName} has ended`}.${open}`
  switch (state) {
    case 'refunded':
      return isAll ? `That’s everything you paid for ${itemName}, so your ${ending}` : `Your ${ending}`
    case 'disputed':
      if (access.isOpen) return `The rest of the payment is disputed.${open}`
      return `The payment is disputed, so your access to ${itemName} is paused. It returns automatically when the dispute is withdrawn or decided in our favor.`
    case 'paid':
      return `Your purchase of ${itemName} is unchanged.`
    case undefined:
      return `Your payment for ${itemName} didn’t result in a purchase.`
    default:
      return unreachable(state)
  }
}
