import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent } from '#platform/mail/email-template.ts'
import type { ProductAccess } from './product-access.queries.ts'

type FailedPaymentEmail = {
  site: EmailSite
  buyer: MemberNames
  orderNumber: string
  itemName: string
  amount: string
  access: ProductAccess
  address: string
  ordersAddress: string
}

/**
 * Sent when a bank rejects a payment after processing it for some time. Until then, the buyer sees the payment as in
 * progress.
 */
export function renderFailedPaymentEmail(payment: FailedPaymentEmail): EmailContent {
  const { site, buyer, orderNumber, itemName, amount, access, address, ordersAddress } = payment
  return renderEditableEmail('payment_failed', {
    site,
    values: { ...getNameValues(buyer), item: itemName, order: orderNumber, amount },
    preview: `Your bank didn’t complete the payment of ${amount}. You weren’t charged.`,
    heading: 'Your payment didn’t go through',
    paragraphs: [
      ...(access.isOpen ? [`You still have access to ${itemName}.`] : []),
      ...(access.canBuy ? ['You can try again with the same payment method or a different one.'] : []),
    ],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Amount', value: amount },
    ],
    button: access.canBuy ? { label: 'Try again', address } : { label: 'View my orders', address: ordersAddress },
    afterward: [`If you have questions, ${describeReplyTo(site)}.`],
  })
}
