import type { ReportedIssues } from '#features/commerce/payments/payments.public.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDay, formatLongDate } from '#shared/dates.ts'
import { formatCentsAsDollars } from '#shared/money.ts'
import { COMMAND_LANGUAGE } from '#shared/languages.ts'
import type { AlertName, HealthCheck } from './alerts.rules.ts'

type PaymentIssue = ReportedIssues['lost'][number]

/** A longer line would not be read to the end. */
const MAX_LISTED = 20
const BY_HAND = 'write the metadata "settled" on it in the dashboard of the card provider'

/** Payments that need the operator, by order number only. */
export function checkPaymentIssues(
  { lost, unsettled, refunds, disputes }: ReportedIssues,
  timeZone: string,
): HealthCheck[] {
  const opened = [
    ...(lost.length > 0
      ? [
          `opened nothing, and the buyer does not have the money back: ${formatOrderNumbers(lost)}. Give it back (npm run academy -- refund NUMBER), which waits while a bank holds it in a dispute${lost.some(isWithoutOrder) ? '; or make an order of a payment (pi_…) whose order is not in the database (npm run academy -- adopt-payment PAYMENT --member MEMBER)' : ''}; where you settled it in another way, ${BY_HAND}`,
        ]
      : []),
    ...(unsettled.length > 0
      ? [
          `begun, and what the card provider says of it could not be written: ${formatOrderNumbers(unsettled)}. The log says why; look it up in the dashboard of the card provider`,
        ]
      : []),
  ]
  return [
    toHealthCheck('lost_payment', [...lost, ...unsettled], {
      text: opened.join('. '),
      fine: 'each opened what it was for',
    }),
    toHealthCheck('failed_refund', refunds, {
      text: `back with you, since the buyer's bank did not take it, and still owed to the buyer: ${formatOrderNumbers(refunds, formatOwed)}. Refund it again (npm run academy -- refund NUMBER --amount SUM), which waits while a bank holds the payment in a dispute; or pay the buyer in another way and ${BY_HAND}`,
      fine: 'nothing is owed to a buyer',
    }),
    toHealthCheck('open_dispute', disputes, {
      text: `the bank waits for an answer: ${formatOrderNumbers(disputes, ({ dueAt }) => (dueAt ? ` by ${formatLongDate(formatDay(dueAt, timeZone), COMMAND_LANGUAGE)}` : ''))}. Answer in the dashboard of the card provider, under Disputes, or accept it; unanswered it is lost`,
      fine: 'none waits for an answer',
    }),
  ]
}

function toHealthCheck(
  name: AlertName,
  issues: PaymentIssue[],
  { text, fine }: { text: string; fine: string },
): HealthCheck {
  if (issues.length === 0) return { name, is: 'fine', text: fine }
  const since = new Date(Math.min(...issues.map((each) => each.since.getTime())))
  return { name, is: 'wrong', text, since, about: issues.map(getOrderNumber) }
}

function formatOrderNumbers(issues: PaymentIssue[], more: (issue: PaymentIssue) => string = () => ''): string {
  const listed = issues.slice(0, MAX_LISTED).map((each) => `${getOrderNumber(each)}${more(each)}`)
  const rest = issues.length - listed.length
  return [...listed, ...(rest > 0 ? [`and ${pluralize(rest, 'other')}`] : [])].join(', ')
}

function formatOwed({ owedCents }: PaymentIssue): string {
  return owedCents === null ? '' : ` (${formatCentsAsDollars(owedCents)})`
}

function isWithoutOrder({ orderNumber }: PaymentIssue): boolean {
  return orderNumber === null
}

/** The argument of `refund`. */
function getOrderNumber({ orderNumber, intentId }: PaymentIssue): string {
  return orderNumber ?? intentId
}
