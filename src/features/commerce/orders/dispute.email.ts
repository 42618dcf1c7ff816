import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent } from '#platform/mail/email-template.ts'
import type { ProductAccess } from './product-access.queries.ts'
import type { OrderState } from './orders.rules.ts'

type DisputeEmail = {
  site: EmailSite
  buyer: MemberNames
  orderNumber: string
  itemName: string
  amount: string
  address: string
  access: ProductAccess
}

/**
 * Says what a lost dispute means for the purchase and for access, in a short and a long version. The buyer may still
 * have access through another purchase or a grant.
 */
function describeLostDispute(
  state: OrderState,
  itemName: string,
  { isOpen, canBuy }: ProductAccess,
): { short: string; long: string } {
  const still = `You still have access to ${itemName}.`
  if (state === 'paid')
    return {
      short: 'Your purchase is unchanged.',
      long: `That was part of what you paid. Your purchase of ${itemName} is unchanged, and you still have access.`,
    }
  if (state === 'disputed')
    return isOpen
      ? { short: 'You still have access.', long: `That was part of what you paid. ${still}` }
      : {
          short: 'Your access is still paused.',
          long: `That was part of what you paid. Your access to ${itemName} is still paused, because another dispute over the payment is open.`,
        }
  if (isOpen) return { short: 'You still have access.', long: `Your order is closed. ${still}` }
  const next = canBuy ? ' You can buy it again at any time.' : ''
  return { short: 'Your access has ended.', long: `Your access to ${itemName} has ended.${next}` }
}

/**
 * Sent when a bank decides a dispute for the buyer. This ends the purchase, unless only part of the payment was
 * disputed.
 */
export function renderLostDisputeEmail(
  dispute: DisputeEmail & {
    state: OrderState
    /** The amount that the academy still owes the buyer because a refund failed. */
    owed: string | undefined
  },
): EmailContent {
  const { site, orderNumber, itemName, amount, address, access, state, owed } = dispute
  const after = describeLostDispute(state, itemName, access)
  return renderEditableEmail('dispute_decided', {
    site,
    values: getValues(dispute),
    preview: `Your bank returned ${amount} to you. ${after.short}`,
    heading: 'Your dispute was decided',
    paragraphs: [
      after.long,
      ...(owed === undefined ? [] : [`We still owe you ${owed} from a refund that failed at your bank.`]),
    ],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Returned', value: amount, isStrong: true },
    ],
    button: { label: 'View my orders', address },
    afterward: [`If you didn’t open this dispute, ${describeReplyTo(site)}.`],
  })
}

/**
 * Sent when a bank withdraws the money of a payment during a dispute. Access ends, unless the buyer has it through
 * another purchase or a grant.
 */
export function renderDisputeEmail(dispute: DisputeEmail): EmailContent {
  const { site, orderNumber, itemName, amount, address, access } = dispute
  const mistake = 'If this is a mistake, please ask your bank to withdraw the dispute.'
  return renderEditableEmail('dispute', {
    site,
    values: getValues(dispute),
    fact: access.isOpen
      ? `You still have access to ${itemName}.`
      : 'Your access is paused until the dispute is decided. Your progress is saved.',
    preview: `Your bank was asked to return ${amount}. ${access.isOpen ? 'You still have access.' : 'Your access is paused until the dispute is decided.'}`,
    heading: 'Your payment is disputed',
    paragraphs: access.isOpen
      ? [mistake]
      : [`${mistake} Your access returns automatically when the dispute is withdrawn or decided in our favor.`],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      { label: 'Amount', value: amount, isStrong: true },
    ],
    button: { label: 'View my orders', address },
    afterward: [`If something was wrong with your order, ${describeReplyTo(site)}. We’ll work with you to fix it.`],
  })
}

function getValues({ buyer, itemName, orderNumber, amount }: DisputeEmail) {
  return { ...getNameValues(buyer), item: itemName, order: orderNumber, amount }
}
