import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { REFUND_CONDITIONS } from '#features/foundation/products/products.public.ts'
import { describeReplyTo, type EmailContent } from '#platform/mail/email-template.ts'
import { formatDate } from '#shared/dates.ts'
import { pluralize } from '#shared/pluralize.ts'
import type { Kind } from '#shared/kinds.ts'
import { unreachable } from '#shared/unreachable.ts'
import type { ProductAccess } from './product-access.queries.ts'
import type { AmountLine, OrderState } from './orders.rules.ts'

type ReceiptEmail = {
  site: EmailSite & { language: string }
  buyer: MemberNames
  orderNumber: string
  /** The invoice number. Undefined if nothing was paid. Then no invoice is attached. */
  invoiceNumber: string | undefined
  /** The date in the form '2026-11-21'. */
  orderedOn: string
  kind: Kind
  itemName: string
  lines: AmountLine[]
  paidWith: string | undefined
  state: OrderState
  access: ProductAccess
  /**
   * The refund period in days, whether the built-in terms apply, and the page with the conditions. Undefined if the
   * terms promise no refunds.
   */
  refund: { days: number; isBuiltIn: boolean; address: string } | undefined
  address: string
  ordersAddress: string
}

export function renderReceiptEmail(receipt: ReceiptEmail): EmailContent {
  const { site, buyer, orderNumber, invoiceNumber, orderedOn, kind, itemName, lines, paidWith } = receipt
  const total = lines.find(({ isTotal }) => isTotal)?.amount ?? ''
  const attached = invoiceNumber === undefined ? '' : 'The invoice is attached as a PDF.'
  return renderEditableEmail('receipt', {
    site,
    values: { ...getNameValues(buyer), item: itemName, order: orderNumber, total },
    preview: `Order ${orderNumber}, ${total}.${attached && ` ${attached}`}`,
    heading: 'Thanks for your order',
    insteadOfOpening: describeLaterState(receipt),
    fact: attached,
    table: [
      { label: 'Order', value: orderNumber },
      ...(invoiceNumber === undefined ? [] : [{ label: 'Invoice', value: invoiceNumber }]),
      { label: 'Date', value: formatDate(orderedOn, site.language) },
      { label: 'Item', value: itemName },
      ...lines.map(({ label, amount, isTotal }) => ({ label, value: amount, isStrong: isTotal })),
      ...(paidWith === undefined ? [] : [{ label: 'Paid with', value: paidWith }]),
    ],
    button:
      receipt.state === 'paid'
        ? { label: `Go to the ${kind}`, address: receipt.address }
        : { label: 'View my orders', address: receipt.ordersAddress },
    afterward: [...getRefundLines(receipt), `Sold by ${site.name}. Your account has all your orders and invoices.`],
  })
}

function getRefundLines({ site, kind, refund, state, invoiceNumber }: ReceiptEmail): string[] {
  if (!refund || state !== 'paid' || invoiceNumber === undefined) return []
  const days = pluralize(refund.days, 'day')
  const offer = refund.isBuiltIn
    ? `You can request a full refund within ${days}${REFUND_CONDITIONS[kind]}.`
    : `You can request a refund within ${days} under the conditions of our refund policy.`
  return [`${offer} To request one, ${describeReplyTo(site)}. Refund policy: ${refund.address}`]
}

/** Says if the payment was refunded or disputed before the receipt was written. Undefined if it wasn't. */
function describeLaterState({ state, itemName, access }: ReceiptEmail): string | undefined {
  switch (state) {
    case 'paid':
      return undefined
    case 'refunded':
      return `This is the receipt for your payment for ${itemName}. ${access.isOpen ? 'The order is now closed.' : 'Your access has since ended.'} Your account shows what was refunded.${access.isOpen ? ` You still have access to ${itemName}.` : ''}`
    case 'disputed':
      if (access.isOpen)
        return `This is the receipt for your payment for ${itemName}. The payment is disputed. You still have access to ${itemName}.`
      return `This is the receipt for your payment for ${itemName}. The payment is disputed, so your access is paused for now.`
    default:
      return unreachable(state)
  }
}
