import { pluralize } from '#shared/pluralize.ts'
import { formatDay, formatDate } from '#shared/dates.ts'
import { COMMAND_LANGUAGE } from '#shared/languages.ts'
import { formatPaymentAmount } from '#shared/format-amount.ts'
import { type Cents, cents } from '#shared/money.ts'

/**
 * A payment whose purchase was not delivered, because its order had ended or is missing in the database. If it is
 * missing, `orderNumber` is undefined.
 */
export type UnmatchedPayment = { intentId: string; orderNumber: string | undefined; amount: Cents; currency: string }

/** The email lists no more payments than this, because no one would read it to the end. */
const MAX_REPORTED = 50

/** Describes all of these payments in one text, with the commands to type. */
export function describeUnmatchedPayments(payments: UnmatchedPayment[]): {
  sentence: string
  facts: Record<string, string>
} {
  const reported = payments.slice(0, MAX_REPORTED).map((payment) => {
    const { intentId, orderNumber, amount } = payment
    const why = orderNumber === undefined ? 'its order is not in the database' : 'its order was closed'
    return [orderNumber ?? intentId, `${formatPaymentAmount(payment, amount)}: ${why}`] as const
  })
  const more = payments.length - reported.length
  const [what, which] = payments.length === 1 ? ['the purchase was', 'it'] : ['the purchases were', 'each']
  const reference = payments.length === 1 ? (payments[0]?.orderNumber ?? payments[0]?.intentId) : 'NUMBER'
  return {
    sentence: `${pluralize(payments.length, 'payment')} arrived, but ${what} not delivered. Refund ${which} (npm run academy -- refund ${reference}). If a payment's order is not in the database, you can create an order instead (npm run academy -- adopt-payment PAYMENT --member MEMBER). If you settled a payment another way, add "settled" to its metadata in the Stripe Dashboard, with any value. To list the payments, run: npm run academy -- doctor`,
    facts: { ...Object.fromEntries(reported), ...(more > 0 && { 'And more': pluralize(more, 'payment') }) },
  }
}

type DisputedUnmatchedPayment = {
  what: string
  held: Cents
  currency: string
  disputes: { isLost: boolean; dueAt: Date | undefined }[]
  timeZone: string
}

/**
 * Describes a payment whose purchase was not delivered and of which a bank is holding some money. Until the bank
 * decides, the provider refunds none of it.
 */
export function describeDisputedPayment(payment: DisputedUnmatchedPayment): string {
  const { what, held, disputes, timeZone } = payment
  const dueAt = disputes.find(({ isLost }) => !isLost)?.dueAt
  const by = dueAt === undefined ? '' : ` by ${formatDate(formatDay(dueAt, timeZone), COMMAND_LANGUAGE)}`
  return `A payment does not match its order (${what}), so the purchase was not delivered, and the payment is disputed. The buyer's bank has withdrawn ${formatPaymentAmount(payment, held)} until the dispute is decided, and nothing can be refunded until then. Accept the dispute in the Stripe Dashboard, under Disputes, or respond to it${by}.`
}

/**
 * Describes a failed refund of a payment whose order is missing in the database. Includes the command to try again.
 * `owedCents` is null if the amount is unknown.
 */
export function describeFailedRefund(
  payment: { id: string; currency: string },
  failed: Cents | undefined,
  owedCents: number | null,
): { sentence: string; facts: Record<string, string> } {
  const { id } = payment
  const owed = owedCents === null ? undefined : cents(owedCents)
  const sum = failed === undefined ? 'A refund' : `The refund of ${formatPaymentAmount(payment, failed)}`
  return {
    sentence: `${sum} failed at the buyer's bank, and the money was returned to you. The payment's order is not in the database. Refund it again (npm run academy -- refund ${id} ${owed === undefined ? '--amount AMOUNT' : '--owed'}), or pay the buyer another way. Then, in the Stripe Dashboard, add "settled" to the payment's metadata with any value (if the payment already has it, replace the value).`,
    facts: { payment: id, ...(owed !== undefined && { 'to refund': formatPaymentAmount(payment, owed) }) },
  }
}
