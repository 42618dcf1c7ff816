import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'
import { longDate } from '#shared/dates.ts'
import type { Kind } from '#shared/kinds.ts'
import type { AmountLine } from './orders.rules.ts'

type Receipt = {
  site: Sender
  orderNumber: string
  /** Undefined when nothing was paid: then no invoice is attached. */
  invoiceNumber: string | undefined
  /** '2026-11-21' */
  orderedOn: string
  kind: Kind
  itemName: string
  lines: AmountLine[]
  paidWith: string | undefined
  /** Where the item is, for its owner. */
  address: string
}

export function receiptLetter(receipt: Receipt): Letter {
  const { site, orderNumber, invoiceNumber, orderedOn, kind, itemName, lines, paidWith, address } = receipt
  const total = lines.find(({ isTotal }) => isTotal)?.amount ?? ''
  const attached = invoiceNumber === undefined ? '' : ' The invoice is attached as a PDF.'
  return letter({
    site,
    subject: `Your receipt: ${itemName}`,
    preview: `Order ${orderNumber}, ${total}.${attached}`,
    heading: 'Thank you for your order',
    paragraphs: [`${itemName} is ready for you.${attached}`],
    table: [
      { label: 'Order', value: orderNumber },
      ...(invoiceNumber === undefined ? [] : [{ label: 'Invoice', value: invoiceNumber }]),
      { label: 'Date', value: longDate(orderedOn) },
      { label: 'Item', value: itemName },
      ...lines.map(({ label, amount, isTotal }) => ({ label, value: amount, isStrong: isTotal })),
      ...(paidWith === undefined ? [] : [{ label: 'Paid with', value: paidWith }]),
    ],
    button: { label: `Go to the ${kind}`, address },
    afterwards: [`Sold by ${site.name}. All your orders and invoices are on your account page.`],
  })
}
