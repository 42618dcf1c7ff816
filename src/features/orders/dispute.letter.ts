import { askBack, type Letter, letter, type Sender } from '#platform/mail/letter.ts'
import type { OrderState } from './orders.rules.ts'

type DisputeLetter = { site: Sender; orderNumber: string; itemName: string; amount: string; address: string }

/** How a purchase stands after a dispute was lost, at a glance and in whole sentences. */
const AFTER_LOST: Record<OrderState, { short: string; told: (itemName: string) => string }> = {
  paid: {
    short: 'Your purchase stays as it is.',
    told: (itemName) =>
      `That was a part of what you paid. Your purchase of ${itemName} stays as it is, and the item is open.`,
  },
  disputed: {
    short: 'The item stays closed for now.',
    told: (itemName) =>
      `That was a part of what you paid. ${itemName} stays closed: another dispute over the payment is not decided yet.`,
  },
  refunded: {
    short: 'Your purchase has ended with that.',
    told: (itemName) => `Your purchase of ${itemName} has ended with that. You can buy it again whenever you like.`,
  },
}

/** Tells a buyer that the money stays with him, and what becomes of the purchase: it ends, unless that was only a part. */
export function lostDisputeLetter(dispute: DisputeLetter & { state: OrderState }): Letter {
  const { site, orderNumber, itemName, amount, address, state } = dispute
  const after = AFTER_LOST[state]
  return letter({
    site,
    subject: `Your dispute is decided: ${itemName}`,
    preview: `Your bank gave you ${amount} back. ${after.short}`,
    heading: 'Your dispute is decided',
    paragraphs: [
      `The dispute over your payment of ${itemName} was decided for you: ${amount} went back to you through your bank.`,
      after.told(itemName),
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
