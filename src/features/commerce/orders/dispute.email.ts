import { describeReplyTo, type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import type { ProductAccess } from './product-access.queries.ts'
import type { OrderState } from './orders.rules.ts'

type DisputeEmail = {
  site: Sender
  orderNumber: string
  itemName: string
  amount: string
  address: string
  access: ProductAccess
}

/**
 * What a lost dispute means for the buyer, in short and in full: for the purchase, and for access, which another
 * purchase or grant may give.
 */
function describeLostDispute(
  state: OrderState,
  itemName: string,
  { isOpen, canBuy }: ProductAccess,
): { short: string; long: string } {
  const still = `You still have access to ${itemName}.`
  if (state === 'paid')
    return {
      short: 'Your purchase stays as it is.',
      long: `That was a part of what you paid. Your purchase of ${itemName} stays as it is, and the item is open.`,
    }
  if (state === 'disputed')
    return isOpen
      ? { short: 'You still have access.', long: `That was a part of what you paid. ${still}` }
      : {
          short: 'The item stays closed for now.',
          long: `That was a part of what you paid. ${itemName} stays closed: another dispute over the payment is not decided yet.`,
        }
  const next = isOpen ? ` ${still}` : canBuy ? ' You can buy it again whenever you like.' : ''
  return { short: 'Your purchase has ended.', long: `Your purchase of ${itemName} has ended.${next}` }
}

/** Sent when the buyer keeps money through a dispute: the purchase ends unless it was only a part. */
export function renderLostDisputeEmail(
  dispute: DisputeEmail & {
    state: OrderState
    /** Owed since a refund failed. */
    owed: string | undefined
  },
): EmailContent {
  const { site, orderNumber, itemName, amount, address, access, state, owed } = dispute
  const after = describeLostDispute(state, itemName, access)
  return renderEmail({
    site,
    subject: `Your dispute is decided: ${itemName}`,
    preview: `Your bank gave you ${amount} back. ${after.short}`,
    heading: 'Your dispute is decided',
    paragraphs: [
      `The dispute over your payment of ${itemName} was decided for you: ${amount} went back to you through your bank.`,
      after.long,
      ...(owed === undefined ? [] : [`We still owe you ${owed} of a refund that failed at your bank.`]),
    ],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Given back', value: amount, isStrong: true },
    ],
    button: { label: 'See my orders', address },
    afterwards: [`If you know nothing of a dispute, ${describeReplyTo(site)}.`],
  })
}

/**
 * Sent when a bank withdraws a payment's money during a dispute: the item closes unless another purchase or grant gives
 * access.
 */
export function renderDisputeEmail({
  site,
  orderNumber,
  itemName,
  amount,
  address,
  access,
}: DisputeEmail): EmailContent {
  const fact = `Your bank told us that the payment of ${itemName} is disputed, and has taken ${amount} back for now.`
  const paragraphs = access.isOpen
    ? [
        `${fact} You still have access to ${itemName}.`,
        'If this is a mistake, please tell your bank that the payment was yours.',
      ]
    : [
        `${fact} Until that is decided, the item is closed; what you did in it is kept.`,
        'If this is a mistake, please tell your bank that the payment was yours. As soon as the dispute is withdrawn or decided so, the item opens again by itself.',
      ]
  return renderEmail({
    site,
    subject: `Your payment is disputed: ${itemName}`,
    preview: `Your bank was asked to take ${amount} back. ${access.isOpen ? 'You still have access.' : 'Until that is decided, the item is closed.'}`,
    heading: 'Your payment is disputed',
    paragraphs,
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Amount', value: amount, isStrong: true },
    ],
    button: { label: 'See my orders', address },
    afterwards: [`If something was wrong with your order, ${describeReplyTo(site)}: we will look for a way with you.`],
  })
}
