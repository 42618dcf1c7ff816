import { type Letter, letter, type Sender } from '#platform/mail/letter.ts'

type DisputeLetter = { site: Sender; orderNumber: string; itemName: string; amount: string; address: string }

/** Tells a buyer why an item has closed, and how it opens again. */
export function disputeLetter({ site, orderNumber, itemName, amount, address }: DisputeLetter): Letter {
  return letter({
    site,
    subject: `Your payment is disputed: ${itemName}`,
    preview: `Your bank was asked to take ${amount} back. Until that is decided, the item is closed.`,
    heading: 'Your payment is disputed',
    paragraphs: [
      `Your bank told us that the payment of ${itemName} is disputed, and has taken ${amount} back for now. Until that is decided, the item is closed; what you did in it is kept.`,
      'If this is a mistake, please tell your bank that the payment was yours. As soon as the dispute is withdrawn or decided so, the item opens again by itself.',
    ],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Amount', value: amount, isStrong: true },
    ],
    button: { label: 'See my orders', address },
    afterwards: [
      'If something was wrong with your order, please answer this message: we will look for a way with you.',
    ],
  })
}
