import {
  type EmailSite,
  getNameValues,
  type MemberNames,
  renderEditableEmail,
} from '#features/foundation/email-texts/email-texts.public.ts'
import { describeReplyTo, type EmailContent } from '#platform/mail/email-template.ts'
import { unreachable } from '#shared/unreachable.ts'

export type RemainingDebt =
  | { kind: 'owed'; amount: string }
  /** The provider did not report how much could not be refunded. */
  | { kind: 'unknown' }
  /** Nothing can be refunded, because a bank is holding the payment's money. */
  | { kind: 'disputed'; amount: string | undefined }
  /**
   * Nothing is owed, because the amount was refunded again or paid in another way, or a bank returned it in a dispute.
   */
  | { kind: 'none' }

type FailedRefundEmail = {
  site: EmailSite
  buyer: MemberNames
  orderNumber: string
  itemName: string
  /** The amount of the failed refund, such as '$10.00'. Undefined if it is unknown. */
  failed: string | undefined
  debt: RemainingDebt
  /**
   * The page with the buyer's orders. Undefined if the purchase was not delivered, because that page doesn't list it.
   */
  ordersAddress: string | undefined
}

/** Sent to the buyer if a refund failed at the bank after an earlier email had said that it was on its way. */
export function renderFailedRefundEmail(refund: FailedRefundEmail): EmailContent {
  const { site, buyer, orderNumber, itemName, failed, debt, ordersAddress } = refund
  const sum = failed === undefined ? 'a refund' : `a refund of ${failed}`
  return renderEditableEmail('refund_failed', {
    site,
    values: { ...getNameValues(buyer), item: itemName, order: orderNumber, refund: sum },
    preview: `Your bank didn’t accept ${sum} for order ${orderNumber}.`,
    heading: 'Your refund didn’t go through',
    paragraphs: [describeNextStep(refund)],
    table: [
      { label: 'Order', value: orderNumber },
      { label: 'Item', value: itemName },
      ...(failed === undefined ? [] : [{ label: 'Failed refund', value: failed }]),
      ...(debt.kind === 'owed' ? [{ label: 'We owe you', value: debt.amount, isStrong: true }] : []),
    ],
    ...(ordersAddress !== undefined && { button: { label: 'View my orders', address: ordersAddress } }),
    afterward: [`If you have questions, ${describeReplyTo(site)}.`],
  })
}

function describeNextStep({ site, debt }: FailedRefundEmail): string {
  switch (debt.kind) {
    case 'owed':
      return `We still owe you ${debt.amount}. We’ll refund it again or pay you another way. If your card or account is closed, ${describeReplyTo(site)}.`
    case 'unknown':
      return `We’ll refund it again or pay you another way. If your card or account is closed, ${describeReplyTo(site)}.`
    case 'disputed':
      return 'Your payment is disputed, so we can’t refund anything until your bank decides the dispute. After that, we’ll refund anything we still owe you.'
    case 'none':
      return 'We don’t owe you anything: the money was refunded again, paid another way, or returned to you by your bank in a dispute.'
    default:
      return unreachable(debt)
  }
}
