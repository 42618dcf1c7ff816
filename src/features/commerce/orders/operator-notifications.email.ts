import { type EmailContent, renderEmail, type Sender } from '#platform/mail/email-template.ts'
import { unreachable } from '#shared/unreachable.ts'
import type { RemainingDebt } from './failed-refund.email.ts'
import type { OrderState } from './orders.rules.ts'

type OrderEmail = { site: Sender; orderNumber: string; itemName: string; amount: string; buyer: string }

/** Says how to turn off an email with its setting under `operator_mails` in site.yaml. */
const getTurnOffHint = (setting: string) => [
  `To turn these emails off, set ${setting}: false under operator_mails in site.yaml and import the file (see docs/your-academy.md).`,
]

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
    subject: `Sale: ${amount}, ${itemName}`,
    preview: `${order.buyer} bought it. We’re emailing the receipt.`,
    heading: 'New sale',
    paragraphs: [`${itemName} was sold. We’re emailing the buyer a receipt.`],
    table: getOrderRows(order),
    afterward: getTurnOffHint('sale'),
  })
}

type OperatorDisputeEmail = OrderEmail & {
  /**
   * The amount that was refunded earlier. It is set if this amount and the money that the bank returns would add up to
   * more than was paid.
   */
  givenBack: string | undefined
  state: OrderState
  /** Whether the buyer has access now, whether through this order or in another way. */
  isOpen: boolean
  isErased: boolean
  isTaxed: boolean
  /** How much can still be refunded. Undefined if nothing can. */
  left: string | undefined
  /** A refund that is on its way to the buyer. */
  refunding: string | undefined
  /** The part of the remainder that the academy owes the buyer because a refund failed. */
  owed: string | undefined
}

/** Says what an open dispute means for access when the email is written. */
function describeAccessDuringDispute({ state, isOpen, isErased }: OperatorDisputeEmail): {
  short: string
  long: string
} {
  if (isErased)
    return {
      short: 'the buyer’s account was deleted earlier',
      long: 'The buyer’s account was deleted, so no one was notified.',
    }
  const ended = state === 'refunded' ? 'The purchase is no longer active. ' : ''
  if (isOpen)
    return {
      short: 'the buyer still has access',
      long: `${ended}The buyer still has access another way, such as free access you gave them${state === 'refunded' ? '' : ', and was notified of the dispute'}.`,
    }
  if (state === 'refunded') return { short: 'the buyer’s access has ended', long: 'The buyer’s access has ended.' }
  return {
    short: 'access is paused',
    long: 'Access is paused until the dispute is decided, and the buyer was notified.',
  }
}

/** Says what happens to the purchase when a bank decides a dispute for the buyer. */
const AFTER_LOST: Record<OrderState, { short: string; long: string }> = {
  paid: { short: 'is unchanged', long: 'is unchanged, because only part of the payment was disputed' },
  disputed: { short: 'stays paused', long: 'stays paused until another dispute over its payment is decided' },
  refunded: { short: 'is no longer active', long: 'is no longer active' },
}

function describeRemainingRefund({ state, orderNumber, left, refunding, owed }: OperatorDisputeEmail): string {
  if (state === 'disputed') return 'Nothing more can be refunded until the dispute is decided.'
  const pending = refunding === undefined ? '' : `A refund of ${refunding} is on its way to the buyer. `
  if (left === undefined) return `${pending}There is nothing ${refunding === undefined ? '' : 'more '}to refund.`
  const command = `npm run academy -- refund ${orderNumber}`
  const next =
    owed === undefined
      ? `To refund that as well, run: ${command}`
      : `You still owe the buyer ${owed}, because a refund failed. Refund that (${command} --owed), or all ${left}: ${command}`
  return `${pending}${left} of the payment can still be refunded. ${next}`
}

/** `answerBy` is the bank's deadline for a response, as text. It is undefined if the bank gave none. */
export function renderOperatorDisputeEmail(
  order: OperatorDisputeEmail & { answerBy: string | undefined },
): EmailContent {
  const { site, orderNumber, itemName, amount, givenBack, answerBy } = order
  const access = describeAccessDuringDispute(order)
  const how = givenBack === undefined ? 'with evidence' : 'with the refund as evidence'
  return renderEmail({
    site,
    subject: `Dispute: order ${orderNumber}${answerBy === undefined ? '' : `, respond by ${answerBy}`}`,
    preview:
      givenBack === undefined
        ? `The payment for ${itemName} is disputed, and ${access.short}.`
        : `The payment for ${itemName} is disputed, although you refunded ${givenBack}.`,
    heading: 'A payment is disputed',
    paragraphs: [
      givenBack === undefined
        ? `The payment for ${itemName} is disputed, and the buyer’s bank has withdrawn ${amount} for now. ${access.long}`
        : `The payment for ${itemName} is disputed, although you already refunded ${givenBack} and the purchase is no longer active. The buyer’s bank has withdrawn ${amount} for now. If you lose the dispute, the buyer gets that money twice.`,
      `Respond ${how}${answerBy === undefined ? ' before the deadline' : ` by ${answerBy}`} in the Stripe Dashboard, under Disputes, or accept the dispute. If you don’t respond, you lose the dispute.`,
      ...(order.owed === undefined
        ? []
        : [
            `You still owe the buyer ${order.owed} from an earlier refund that failed, minus any amount the buyer gets back through the dispute. Nothing can be refunded until the bank decides.`,
          ]),
    ],
    table: [
      ...getOrderRows(order, 'Disputed'),
      ...(answerBy === undefined ? [] : [{ label: 'Respond by', value: answerBy }]),
    ],
    afterward: getTurnOffHint('dispute'),
  })
}

/** `amount` is the amount that the buyer keeps. */
export function renderOperatorLostDisputeEmail(order: OperatorDisputeEmail): EmailContent {
  const { site, orderNumber, itemName, amount, givenBack, state, isErased } = order
  const after = AFTER_LOST[state]
  const buyerNotice = isErased
    ? '. The buyer’s account was deleted, so no one was notified.'
    : ', and the buyer was notified.'
  return renderEmail({
    site,
    subject: `Dispute lost: order ${orderNumber}`,
    preview: `The buyer keeps ${amount}, and the purchase of ${itemName} ${after.short}.`,
    heading: 'You lost a dispute',
    paragraphs: [
      givenBack !== undefined
        ? `The bank decided the dispute over the payment for ${itemName} in the buyer’s favor. The buyer keeps ${amount} in addition to the ${givenBack} that you already refunded. The purchase is no longer active.`
        : `The bank decided the dispute over the payment for ${itemName} in the buyer’s favor. The buyer keeps ${amount}. The purchase ${after.long}${buyerNotice}`,
      ...(order.isTaxed
        ? ['The tax for this order stays in Stripe’s tax reports until you correct it in the Stripe Dashboard.']
        : []),
      describeRemainingRefund(order),
    ],
    table: getOrderRows(order, 'Disputed'),
    afterward: getTurnOffHint('dispute'),
  })
}

type OperatorFailedRefundEmail = OrderEmail & {
  /** The amount of the failed refund, such as '$10.00'. Undefined if it is unknown. */
  failed: string | undefined
  debt: RemainingDebt
  /** Other money that the buyer got back: refunds that did not fail, and what banks took in lost disputes. */
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
        ? 'You don’t owe the buyer anything.'
        : 'The money was returned to you. The buyer is still waiting for it.',
    heading: 'A refund failed',
    paragraphs: [
      `The buyer’s bank didn’t accept ${sum} for order ${orderNumber}, and the money was returned to you.`,
      describeOwed(order),
    ],
    table: [
      ...getOrderRows(order, 'Paid'),
      ...(refunded === undefined ? [] : [{ label: 'Refunded', value: refunded }]),
      ...(lost === undefined ? [] : [{ label: 'Lost in disputes', value: lost }]),
      ...(debt.kind === 'owed' ? [{ label: 'Owed to buyer', value: debt.amount, isStrong: true }] : []),
    ],
    afterward: getTurnOffHint('failed_refund'),
  })
}

function describeOwed({ orderNumber, debt }: OperatorFailedRefundEmail): string {
  switch (debt.kind) {
    case 'owed':
      return `You still owe the buyer ${debt.amount}. Refund it again (npm run academy -- refund ${orderNumber} --owed), or pay the buyer another way.`
    case 'unknown':
      return 'Find the amount in the Stripe Dashboard. Refund it again, or pay the buyer another way.'
    case 'disputed':
      return `The payment is disputed, and nothing can be refunded until the bank decides.${debt.amount === undefined ? '' : ` You still owe the buyer ${debt.amount}, minus any amount the buyer gets back through the dispute.`} After the decision, an alert shows what you still owe. To check it yourself, run: npm run academy -- doctor`
    case 'none':
      return 'You don’t owe the buyer anything. The money was refunded again, the buyer got it in a dispute that you lost, or you marked the payment as settled.'
    default:
      return unreachable(debt)
  }
}

/** Labels of logged values that help the operator find the payment. */
const FACT_LABELS: Readonly<Record<string, string>> = { orderNumber: 'Order', intentId: 'Stripe payment' }

/**
 * Sent for problems that only the operator can fix, such as a rejected key or a purchase that was paid but not
 * delivered.
 */
export function renderOperatorIssueEmail(issue: {
  site: Sender
  sentence: string
  facts: Record<string, string | number>
}): EmailContent {
  const { site, sentence, facts } = issue
  return renderEmail({
    site,
    subject: 'Payments need attention',
    preview: sentence,
    heading: 'Payments need attention',
    paragraphs: [sentence],
    table: Object.entries(FACT_LABELS).flatMap(([fact, label]) =>
      facts[fact] === undefined ? [] : [{ label, value: String(facts[fact]) }],
    ),
    afterward: ['You get this email at most once a day per issue until it is fixed.', ...getTurnOffHint('trouble')],
  })
}
