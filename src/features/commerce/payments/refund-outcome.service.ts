import { formatDay, formatDate } from '#shared/dates.ts'
import { COMMAND_LANGUAGE } from '#shared/languages.ts'
import { formatPaymentAmount } from '#shared/format-amount.ts'
import type { Cents } from '#shared/money.ts'
import type { Refund as ProviderRefund } from '#platform/payment-refunds.ts'
import type { Purchase } from './payments.queries.ts'

/** `given` is what this request refunded. `before` is what was already refunded or in progress. */
export type RefundResult = {
  /** Undefined if the payment's purchase is not in this database. */
  order: Pick<Purchase, 'orderNumber' | 'itemName' | 'state' | 'refundedCents'> | undefined
  given: ProviderRefund | undefined
  /** Whether the refund was requested with the amount `owed`. */
  isOwed: boolean
  currency: string
  before: { refunded: Cents; refunding: Cents; same: ProviderRefund[] }
  /**
   * False if the refund could not be recorded here. Then it is recorded with the provider's event or by reconciliation.
   * `unconfirmed` means that the payment names another host, so the refund is recorded after the owner has confirmed
   * that host.
   */
  isWritten: boolean | 'unconfirmed'
}

type RefundOutcome = {
  text: string
  /** False if this request refunded nothing. */
  isDone: boolean
  /**
   * The value of `times` that refunds this amount once more. It is set if the amount was already refunded, but not by
   * this request.
   */
  nextTimes?: number
}

/** Describes the outcome to the operator, with dates in this time zone. */
export function describeRefund(refund: RefundResult, timeZone: string): RefundOutcome {
  const { text, ...outcome } = describeOutcome(refund, timeZone)
  if (refund.isWritten === true) return { text, ...outcome }
  const later =
    refund.isWritten === 'unconfirmed'
      ? ' The order here is unchanged, and the buyer was not emailed, because the payment was started at a different web address. If the academy moved, run on the server: npm run academy -- confirm-former-address HOST (npm run academy -- doctor shows the former host)'
      : ' The order could not be updated right now. The academy checks Stripe every minute and updates it automatically.'
  return { text: text + later, ...outcome }
}

function describeOutcome(refund: RefundResult, timeZone: string): RefundOutcome {
  const { order, given, before, isWritten } = refund
  const sum = (amount: number) => formatPaymentAmount(refund, amount)
  const name = order ? `Order ${order.orderNumber} (${order.itemName})` : 'The payment'
  const now = order && isWritten === true ? `. Order status: ${formatStatus(order, sum)}` : ''
  if (given?.status === 'failed')
    return {
      text: `${name}: the bank rejected the refund of ${sum(given.amount)}. Nothing was refunded.`,
      isDone: false,
    }
  if (given?.status === 'pending') {
    const text = `${name}: refund of ${sum(given.amount)} started. The bank has not confirmed it yet. The buyer will be notified when it does.`
    return { text, isDone: true }
  }
  if (given) return { text: `${name}: ${sum(given.amount)} refunded${now}.`, isDone: true }
  if (refund.isOwed)
    return {
      text: `${name}: you owe the buyer nothing from a failed refund. Nothing was refunded this time${now}.`,
      isDone: false,
    }
  const [last] = before.same
  if (last) {
    const { length } = before.same
    const text = `${name}: ${sum(last.amount)} was already refunded ${formatTimes(length)}, most recently on ${formatDate(formatDay(last.createdAt, timeZone), COMMAND_LANGUAGE)}. Nothing more was refunded this time.`
    return { text, isDone: false, nextTimes: length + 1 }
  }
  const earlier = before.refunding > 0 ? 'is already being refunded' : 'was already refunded'
  const text = `${name}: ${sum(before.refunded + before.refunding)} ${earlier}. Nothing more was refunded this time${now}.`
  return { text, isDone: false }
}

function formatStatus(
  { state, refundedCents }: NonNullable<RefundResult['order']>,
  format: (cents: number) => string,
): string {
  if (state === 'disputed') return 'payment disputed'
  return state === 'paid' && refundedCents > 0 ? `paid, ${format(refundedCents)} refunded` : state
}

export function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
