import { type Letter, letter } from '#platform/mail/letter.ts'
import { longDate } from '#shared/dates.ts'
import type { AmountLine } from './orders.rules.ts'

type Receipt = {
  siteName: string
  orderNumber: string
  orderedAt: Date
  itemName: string
  lines: AmountLine[]
  paidWith: string | undefined
  seller: { name: string; address: string; contact: string }
  /** Where the item is, for its owner. */
  address: string
}

export function receiptLetter(receipt: Receipt): Letter {
  const { siteName, orderNumber, orderedAt, itemName, lines, paidWith, seller, address } = receipt
  return letter({
    siteName,
    subject: `Your receipt: ${itemName}`,
    heading: 'Thank you for your order',
    paragraphs: [`${itemName} is ready for you. The invoice is attached as a PDF.`],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Date', value: longDate(orderedAt) },
      { label: 'Item', value: itemName },
      ...lines.map(({ label, amount, isTotal }) => ({ label, value: amount, isStrong: isTotal })),
      ...(paidWith === undefined ? [] : [{ label: 'Paid with', value: paidWith }]),
    ],
    button: { label: 'Open it', address },
    afterwards: [
      [`Sold by ${seller.name}`, seller.address, seller.contact].filter(Boolean).join(', '),
      'All your orders and invoices are on your account page.',
    ],
  })
}
