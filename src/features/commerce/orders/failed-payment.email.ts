import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import type { ProductAccess } from './product-access.queries.ts'

type FailedPaymentEmail = {
  site: Sender
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
  const { site, orderNumber, itemName, amount, access, address, ordersAddress } = payment
  return renderEmail({
    site,
    subject: `Payment failed: ${itemName}`,
    preview: `Your bank didn’t complete the payment of ${amount}. You weren’t charged.`,
    heading: 'Your payment didn’t go through',
    paragraphs: [
      `Your bank didn’t complete the payment of ${amount} for ${itemName}. You weren’t charged.`,
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
