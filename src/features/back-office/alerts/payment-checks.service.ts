import type { ReportedIssues } from '#features/commerce/payments/payments.public.ts'
import { pluralize } from '#shared/pluralize.ts'
import { formatDay, formatDate } from '#shared/dates.ts'
import { formatCentsAsDollars } from '#shared/money.ts'
import { COMMAND_LANGUAGE } from '#shared/languages.ts'
import type { AlertName, HealthCheck } from './alerts.rules.ts'

type PaymentIssue = ReportedIssues['lost'][number]

/** No one would read a longer list. */
const MAX_LISTED = 20
const BY_HAND =
  'add "settled" to its metadata in the Stripe Dashboard, with any value (if the payment already has it, replace the value)'

/** Payments that need the operator's attention, by order number only. */
export function checkPaymentIssues(
  { lost, unsettled, refunds, disputes }: ReportedIssues,
  timeZone: string,
): HealthCheck[] {
  const opened = [
    ...(lost.length > 0
      ? [
          `paid but not delivered, and not refunded: ${formatOrderNumbers(lost)}. Refund each (npm run academy -- refund NUMBER), once any dispute over it is decided${lost.some(isWithoutOrder) ? '; or create an order for a payment (pi_…) whose order is not in the database (npm run academy -- adopt-payment PAYMENT --member MEMBER)' : ''}; if you settled one another way, ${BY_HAND}`,
        ]
      : []),
    ...(unsettled.length > 0
      ? [
          `payment status from Stripe could not be stored: ${formatOrderNumbers(unsettled)}. The process log says why. Look up each payment in the Stripe Dashboard`,
        ]
      : []),
  ]
  return [
    toHealthCheck('lost_payment', [...lost, ...unsettled], {
      text: opened.join('. '),
      fine: 'all delivered',
    }),
    toHealthCheck('failed_refund', refunds, {
      text: `the buyer's bank returned a refund to you, and you still owe it to the buyer: ${formatOrderNumbers(refunds, formatOwed)}. Refund each again (npm run academy -- refund NUMBER --owed), once any dispute over it is decided; or pay the buyer another way and ${BY_HAND}`,
      fine: 'you owe buyers nothing',
    }),
    toHealthCheck('open_dispute', disputes, {
      text: `waiting for your response: ${formatOrderNumbers(disputes, ({ dueAt }) => (dueAt ? ` by ${formatDate(formatDay(dueAt, timeZone), COMMAND_LANGUAGE)}` : ''))}. Respond in the Stripe Dashboard, under Disputes, or accept the dispute. If you don't respond, you lose the dispute`,
      fine: 'none need a response',
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
  return [
    ...listed,
    ...(rest > 0
      ? [`and ${pluralize(rest, 'other')} (to list them, open Orders in the studio and filter by status)`]
      : []),
  ].join(', ')
}

function formatOwed({ owedCents }: PaymentIssue): string {
  return owedCents === null ? '' : ` (${formatCentsAsDollars(owedCents)})`
}

function isWithoutOrder({ orderNumber }: PaymentIssue): boolean {
  return orderNumber === null
}

/** The argument for the `refund` command. */
function getOrderNumber({ orderNumber, intentId }: PaymentIssue): string {
  return orderNumber ?? intentId
}
