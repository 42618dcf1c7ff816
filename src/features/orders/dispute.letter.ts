import { askBack, type Letter, letter, type Sender } from '#platform/mail/letter.ts'

type DisputeLetter = { site: Sender; orderNumber: string; itemName: string; amount: string; address: string }

/** Tells a buyer that the money stays with him, and what becomes of the purchase: it ends, unless that was only a part. */
export function lostDisputeLetter(dispute: DisputeLetter & { hasEnded: boolean }): Letter {
  const { site, orderNumber, itemName, amount, address, hasEnded } = dispute
  return letter({
    site,
    subject: `Your dispute is decided: ${itemName}`,
    preview: `Your bank gave you ${amount} back. Your purchase ${hasEnded ? 'has ended with that' : 'stays as it is'}.`,
    heading: 'Your dispute is decided',
    paragraphs: [
      `The dispute over your payment of ${itemName} was decided for you: ${amount} went back to you through your bank.`,
      hasEnded
        ? `Your purchase of ${itemName} has ended with that. You can buy it again whenever you like.`
        : `That was a part of what you paid. Your purchase of ${itemName} stays as it is, and the item is open.`,
    ],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Given back', value: amount, isStrong: true },
    ],
    button: { label: 'See my orders', address },
    afterwards: [`If you know nothing of a dispute, ${askBack(site)}.`],
  })
}

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
    afterwards: [`If something was wrong with your order, ${askBack(site)}: we will look for a way with you.`],
  })
}
