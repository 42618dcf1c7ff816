import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { unreachable } from '#shared/unreachable.ts'
import type { RemainingDebt } from './failed-refund.email.ts'
import type { OrderState } from './orders.rules.ts'

type OrderEmail = { site: Sender; orderNumber: string; itemName: string; amount: string; buyer: string }

/** How to turn an email off with a line of `operator_mails` in site.yaml. */
const getTurnOffHint = (setting: string) => [`To have no such mail: operator_mails, ${setting}: false, in site.yaml.`]

const getOrderRows = ({ orderNumber, itemName, amount, buyer }: OrderEmail, label = 'Amount') => [
  { label: 'Order', value: orderNumber },
  { label: 'Item', value: itemName },
  { label, value: amount, isStrong: label !== 'Paid' },
  { label: 'Buyer', value: buyer },
]

export function renderSaleEmail(order: OrderEmail): EmailContent {
  const { site, itemName, amount } = order
  return renderEmail({
    site,
    subject: `Sale: ${itemName}, ${amount}`,
    preview: `${order.buyer} bought it. The receipt is on its way.`,
    heading: 'A sale',
    paragraphs: [`${itemName} was bought and paid for. The buyer gets the receipt by mail.`],
    table: getOrderRows(order),
    afterwards: getTurnOffHint('sale'),
  })
}

type OperatorDisputeEmail = OrderEmail & {
  /** Earlier refunds, when bank and academy together would return more than was paid. */
  givenBack: string | undefined
  state: OrderState
  /** Whether the buyer has access now, through this order or anything else. */
  isOpen: boolean
  isErased: boolean
  isTaxed: boolean
  /** The refundable remainder; undefined: nothing. */
  left: string | undefined
  /** The refund that is on its way to the buyer. */
  refunding: string | undefined
  /** The part of the remainder that is owed to the buyer, because a refund failed, and the command that refunds it. */
  owed: { amount: string; command: string } | undefined
}

/** What an open dispute means for access when the email is written. */
function describeAccessDuringDispute({ state, isOpen, isErased }: OperatorDisputeEmail): {
  short: string
  long: string
} {
  if (isErased)
    return { short: 'the account was erased', long: "The buyer's account was erased, so nobody was notified." }
  if (state === 'paid') return { short: 'its access is open again by now', long: 'Access is open again by now.' }
  const ended = state === 'refunded' ? 'The purchase has ended. ' : ''
  if (isOpen)
    return {
      short: 'the buyer has access by other means',
      long: `${ended}The buyer has access by other means, such as a grant${state === 'refunded' ? '' : ', and was notified of the dispute'}.`,
    }
  if (state === 'refunded') return { short: 'the purchase has ended', long: 'The purchase has ended.' }
  return {
    short: 'its access is closed',
    long: 'Access is closed until that is decided, and the buyer was told.',
  }
}

/** What happens to the purchase when the buyer keeps money through a dispute. */
const AFTER_LOST: Record<OrderState, { short: string; long: string }> = {
  paid: { short: 'stays', long: 'stays, since that was a part of it' },
  disputed: { short: 'stays closed', long: 'stays closed until another dispute over its payment is decided' },
  refunded: { short: 'has ended', long: 'has ended' },
}

function describeRemainingRefund({ state, orderNumber, left, refunding, owed }: OperatorDisputeEmail): string {
  if (state === 'disputed') return 'Until then nothing more can be given back.'
  const pending = refunding === undefined ? '' : `A refund of ${refunding} is on its way to the buyer. `
  if (left === undefined) return `${pending}There is nothing ${refunding === undefined ? '' : 'more '}to give back.`
  const debt =
    owed && `${owed.amount} is still owed to the buyer, since a refund failed: npm run academy -- ${owed.command}. `
  const wish = debt === undefined ? 'To refund that as well' : `To refund all ${left}`
  return `${pending}${left} of the payment is left. ${debt ?? ''}${wish}, run: npm run academy -- refund ${orderNumber}`
}

/** `answerBy` is the bank's response deadline as text; undefined when it gave none. */
export function renderOperatorDisputeEmail(
  order: OperatorDisputeEmail & { answerBy: string | undefined },
): EmailContent {
  const { site, orderNumber, itemName, amount, givenBack, answerBy } = order
  const access = describeAccessDuringDispute(order)
  const how = givenBack === undefined ? 'with evidence' : 'with the refund as evidence'
  return renderEmail({
    site,
    subject: `Dispute: order ${orderNumber}${answerBy === undefined ? '' : `, answer by ${answerBy}`}`,
    preview:
      givenBack === undefined
        ? `The payment of ${itemName} is disputed, and ${access.short}.`
        : `The payment of ${itemName} is disputed, although you gave ${givenBack} of it back.`,
    heading: 'A payment is disputed',
    paragraphs: [
      givenBack === undefined
        ? `The payment of ${itemName} is disputed, and the buyer's bank has taken ${amount} back for now. ${access.long}`
        : `The payment of ${itemName} is disputed, although you gave ${givenBack} of it back before and the purchase has ended. The buyer's bank has taken ${amount} for now: if the dispute is lost, the buyer has that twice.`,
      `Answer it in the dashboard of the card provider, under Disputes: ${how}${answerBy === undefined ? ', in time' : ` by ${answerBy}`}, or by accepting it. Unanswered it is lost.`,
      ...(order.owed === undefined
        ? []
        : [
            `${order.owed.amount} of an earlier refund that failed is still owed to the buyer, less what the bank takes. Nothing can be refunded until the bank decides.`,
          ]),
    ],
    table: [
      ...getOrderRows(order, 'Disputed'),
      ...(answerBy === undefined ? [] : [{ label: 'Answer by', value: answerBy }]),
    ],
    afterwards: getTurnOffHint('dispute'),
  })
}

/** `amount` is what the buyer keeps. */
export function renderOperatorLostDisputeEmail(order: OperatorDisputeEmail): EmailContent {
  const { site, orderNumber, itemName, amount, givenBack, state, isErased } = order
  const after = AFTER_LOST[state]
  const buyerNotice = isErased
    ? ". The buyer's account was erased, so nobody was notified."
    : ', and the buyer was told.'
  return renderEmail({
    site,
    subject: `Dispute lost: order ${orderNumber}`,
    preview: `The buyer keeps ${amount}, and the purchase of ${itemName} ${after.short}.`,
    heading: 'A dispute was lost',
    paragraphs: [
      givenBack !== undefined
        ? `The bank has decided the dispute over the payment of ${itemName} for the buyer, who keeps ${amount} beside the ${givenBack} that you gave back before. The purchase has ended.`
        : `The bank has decided the dispute over the payment of ${itemName} for the buyer, who keeps ${amount}. The purchase ${after.long}${buyerNotice}`,
      ...(order.isTaxed
        ? ["The tax of this order stays in the card provider's tax reports until you correct it there."]
        : []),
      describeRemainingRefund(order),
    ],
    table: getOrderRows(order, 'Disputed'),
    afterwards: getTurnOffHint('dispute'),
  })
}

type OperatorFailedRefundEmail = OrderEmail & {
  /** The refund that failed: '$10.00'; undefined when unknown. */
  failed: string | undefined
  debt: RemainingDebt
  /** The command that refunds what is owed. */
  command: string
  /** What else went back: refunds that did not fail, and what banks took in lost disputes. */
  refunded: string | undefined
  lost: string | undefined
}

export function renderOperatorFailedRefundEmail(order: OperatorFailedRefundEmail): EmailContent {
  const { site, orderNumber, failed, debt, refunded, lost } = order
  const sum = failed === undefined ? 'a refund' : `the refund of ${failed}`
  return renderEmail({
    site,
    subject: `Refund failed: order ${orderNumber}`,
    preview:
      debt.kind === 'none'
        ? 'Nothing is owed to the buyer any more.'
        : 'The money is back with you. The buyer still waits for it.',
    heading: 'A refund has failed',
    paragraphs: [
      `The buyer's bank did not take ${sum} for order ${orderNumber}, and the money is back with you.`,
      describeOwed(order),
    ],
    table: [
      ...getOrderRows(order, 'Paid'),
      ...(refunded === undefined ? [] : [{ label: 'Refunded', value: refunded }]),
      ...(lost === undefined ? [] : [{ label: 'Taken by the bank', value: lost }]),
      ...(debt.kind === 'owed' ? [{ label: 'To give back', value: debt.amount, isStrong: true }] : []),
    ],
    afterwards: getTurnOffHint('failed_refund'),
  })
}

function describeOwed({ debt, command }: OperatorFailedRefundEmail): string {
  switch (debt.kind) {
    case 'owed':
      return `${debt.amount} is still owed to the buyer. Refund it again (npm run academy -- ${command}), or pay the buyer in another way.`
    case 'unknown':
      return 'The dashboard of the card provider says how much it was. Refund that again, or pay the buyer in another way.'
    case 'disputed':
      return `The payment is disputed, and nothing can be refunded until the bank decides.${debt.amount === undefined ? '' : ` ${debt.amount} is still owed to the buyer, less what the bank takes.`} After the decision, an alert and doctor show what is still owed.`
    case 'none':
      return debt.lost === undefined
        ? 'Nothing is owed to the buyer any more: it was refunded again, or you marked the payment as settled.'
        : `Nothing is owed to the buyer any more: the bank took ${debt.lost} in a dispute that was lost, and gave it to the buyer.`
    default:
      return unreachable(debt)
  }
}

/** Problems only the operator can fix: a rejected key, or a payment that was not delivered. */
export function renderOperatorIssueEmail(issue: {
  site: Sender
  sentence: string
  facts: Record<string, string | number>
}): EmailContent {
  const { site, sentence, facts } = issue
  return renderEmail({
    site,
    subject: `Payments need you: ${site.name}`,
    preview: sentence,
    heading: 'Payments need you',
    paragraphs: [sentence],
    table: Object.entries(facts).map(([label, value]) => ({ label, value: String(value) })),
    afterwards: [
      'Such a mail comes at most once a day for each trouble, until it is mended.',
      ...getTurnOffHint('trouble'),
    ],
  })
}
