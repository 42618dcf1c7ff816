import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { formatLongDate } from '#shared/dates.ts'
import type { Kind } from '#shared/kinds.ts'
import { unreachable } from '#shared/unreachable.ts'
import type { ProductAccess } from './product-access.queries.ts'
import type { AmountLine, OrderState } from './orders.rules.ts'

type ReceiptEmail = {
  site: Sender & { language: string }
  orderNumber: string
  /** Undefined when nothing was paid; then no invoice is attached. */
  invoiceNumber: string | undefined
  /** '2026-11-21' */
  orderedOn: string
  kind: Kind
  itemName: string
  lines: AmountLine[]
  paidWith: string | undefined
  state: OrderState
  access: ProductAccess
  /** The refund period in days and the page of its terms; undefined when the terms promise none. */
  refund: { days: number; address: string } | undefined
  address: string
  ordersAddress: string
}

export function renderReceiptEmail(receipt: ReceiptEmail): EmailContent {
  const { site, orderNumber, invoiceNumber, orderedOn, kind, itemName, lines, paidWith } = receipt
  const total = lines.find(({ isTotal }) => isTotal)?.amount ?? ''
  const attached = invoiceNumber === undefined ? '' : ' The invoice is attached as a PDF.'
  return renderEmail({
    site,
    subject: `Your receipt: ${itemName}`,
    preview: `Order ${orderNumber}, ${total}.${attached}`,
    heading: 'Thank you for your order',
    paragraphs: [`${describeOrderState(receipt)}${attached}`],
    table: [
      { label: 'Order', value: orderNumber },
      ...(invoiceNumber === undefined ? [] : [{ label: 'Invoice', value: invoiceNumber }]),
      { label: 'Date', value: formatLongDate(orderedOn, site.language) },
      { label: 'Item', value: itemName },
      ...lines.map(({ label, amount, isTotal }) => ({ label, value: amount, isStrong: isTotal })),
      ...(paidWith === undefined ? [] : [{ label: 'Paid with', value: paidWith }]),
    ],
    button:
      receipt.state === 'paid'
        ? { label: `Go to the ${kind}`, address: receipt.address }
        : { label: 'See my orders', address: receipt.ordersAddress },
    afterwards: [
      ...getRefundLines(receipt),
      `Sold by ${site.name}. All your orders and invoices are on your account page.`,
    ],
  })
}

function getRefundLines({ site, refund, state, invoiceNumber }: ReceiptEmail): string[] {
  if (!refund || state !== 'paid' || invoiceNumber === undefined) return []
  return [
    `If it is not what you need, you can ask for your money within ${refund.days} days: ${describeReplyTo(site)}. The conditions are at ${refund.address}`,
  ]
}

/** It may have been refunded or disputed before the receipt was written. */
function describeOrderState({ state, itemName, access }: ReceiptEmail): string {
  switch (state) {
    case 'paid':
      return `${itemName} is ready for you.`
    case 'refunded':
      return `This is the receipt for your payment of ${itemName}. Your purchase has ended since then; your account page shows what was refunded.${access.isOpen ? ` You still have access to ${itemName}.` : ''}`
    case 'disputed':
      if (access.isOpen)
        return `This is the receipt for your payment of ${itemName}. The payment is disputed. You still have access to ${itemName}.`
      return `This is the receipt for your payment of ${itemName}. For now ${itemName} is closed, since the payment is disputed.`
    default:
      return unreachable(state)
  }
}
