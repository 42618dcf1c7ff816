import { recordEvent, assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Refund as ProviderRefund } from '#platform/payment-refunds.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDay, formatLongDate } from '#shared/dates.ts'
import { COMMAND_LANGUAGE } from '#shared/languages.ts'
import { isUuid } from '#shared/ids.ts'
import { type Cents, cents, formatCentsAsDollars } from '#shared/money.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  findPurchase,
  findPurchaseByOrderNumber,
  findPurchaseByIntent,
  type Purchase,
  listPaidPurchases,
} from './payments.queries.ts'
import { foreignPaymentError, getPaymentOwnership } from './payment-ownership.service.ts'
import { callProviderAtStage } from './provider-errors.service.ts'
import { getLogSubject } from './reversal-log.service.ts'
import { refreshPurchase, type SettlementDeps } from './settlement.service.ts'

/** What is to be given back: an order by its number (or its purchase's id, or its payment's), or what a member bought. */
export type RefundTarget = { orderNumber: string } | { memberId: string; slug: string | undefined }

type RefundRequest = RefundTarget & {
  by: Staff
  /** Undefined: all that is left. */
  amount?: Cents | undefined
  /** Kept only in the log, with the buyer's name. Where the payment's purchase is gone it is not kept. */
  why?: string | undefined
  /**
   * How often this amount is to have been given back in all, 1 when it is left out. So a call whose answer was lost can be made
   * again without giving twice.
   */
  times?: number | undefined
  /** Whoever asks was told that the product stays open: a part that is all that is left, and closes it, is refused. */
  staysOpen?: boolean | undefined
}

/** What came of it. `given` is what this call gave back, `before` what was given or under way already. */
export type RefundResult = {
  /** Undefined when the payment's purchase is gone. */
  order: Pick<Purchase, 'orderNumber' | 'itemName' | 'state' | 'refundedCents'> | undefined
  given: ProviderRefund | undefined
  before: { refunded: Cents; refunding: Cents; same: ProviderRefund[] }
  /**
   * False when our own books could not be written right after: the provider's event, or the sweep, sees to it. `unconfirmed`: the payment
   * names another address, so that they wait for the owner.
   */
  isWritten: boolean | 'unconfirmed'
}

/**
 * Gives a buyer money back. The provider is asked first what was given back already, so that a call that was killed can be made
 * again: it does no more. The log hears of it before the provider does, so that nobody can deny having asked. Access closes when
 * all of it has really been given back. Refuses (`invalid`, `payment_mismatch`) what can't be given back.
 */
export async function refundOrder(deps: SettlementDeps, wish: RefundRequest): Promise<RefundResult> {
  const { payments } = deps
  const { purchase, intent, refunds } = await callProviderAtStage(deps, 'before_refund', async () => {
    const found = await findPayment(deps, wish)
    if (!hasPermission(wish.by, 'refund', found.purchase)) throw permissionDeniedError(wish.by, 'refund')
    await assertActive(deps.db, wish.by)
    const read = await payments.readIntent(found.intentId)
    if (!read) {
      if (!found.purchase) throw foreignPaymentError({ id: found.intentId, academy: undefined })
      throw new AppError('payment_mismatch', 'The card provider does not know this payment.')
    }
    if ((await getPaymentOwnership(deps, read)) === 'foreign') throw foreignPaymentError(read)
    return { purchase: found.purchase, intent: read, refunds: await payments.listRefunds(read.id) }
  })
  assertPaid(purchase, intent)

  const left = intent.amountReceived - intent.refunded - intent.refunding - intent.lost
  const same = refunds.filter((refund) => isSame(refund, wish.amount))
  const isGiven = same.length >= (wish.times ?? 1)
  assertNotTakenByBank(intent, left)
  assertNextRefund(wish, same.length)
  const before = { refunded: intent.refunded, refunding: intent.refunding, same }
  if (wish.amount !== undefined && !isGiven && wish.amount > left)
    throw refundAmountError(
      `Only ${formatCentsAsDollars(left)} of this payment can still be given back${describePendingRefund(intent)}.`,
    )
  if (wish.staysOpen && !isGiven && wish.amount === left && purchase?.state !== 'refunded')
    throw refundAmountError(
      `${formatCentsAsDollars(left)} is all that is left: with it the product closes. Choose “All that is left” if it shall.`,
    )

  const given =
    left > 0 && !isGiven
      ? await callProviderAtStage(deps, 'refunding', async () => {
          await logRefundRequest(deps, { purchase, intentId: intent.id, amount: wish.amount ?? cents(left), wish })
          // How often before: a further refund is a further request, the same one pressed twice is not.
          // What a bank has taken is counted by us: to the provider it may be a part of the rest.
          const amount = wish.amount ?? (intent.lost > 0 ? cents(left) : 'rest')
          return payments.refundIntent(intent.id, { amount, refundsBefore: refunds.length })
        })
      : undefined
  return { ...(await readOrderAfterRefund(deps, purchase)), given, before }
}

/** The order as it is now. From here on the money has gone: no trouble with our own books may hide that. */
async function readOrderAfterRefund(
  deps: SettlementDeps,
  purchase: Purchase | undefined,
): Promise<Pick<RefundResult, 'order' | 'isWritten'>> {
  if (!purchase) return { order: undefined, isWritten: true }
  try {
    const settlement = await refreshPurchase(deps, () => findPurchase(deps.db, purchase.id))
    if (settlement?.kind === 'elsewhere') return { order: purchase, isWritten: 'unconfirmed' }
    return { order: (await findPurchase(deps.db, purchase.id)) ?? purchase, isWritten: true }
  } catch (error) {
    deps.log.warn({ err: error, orderNumber: purchase.orderNumber }, 'a refund could not be written yet')
    return { order: purchase, isWritten: false }
  }
}

type RefundAttempt = { purchase: Purchase | undefined; intentId: string; amount: Cents; wish: RefundRequest }

async function logRefundRequest(
  { db, now }: SettlementDeps,
  { purchase, intentId, amount, wish }: RefundAttempt,
): Promise<void> {
  const { by, why } = wish
  const event = { at: now(), kind: 'refund.asked', by, after: { amount: formatCentsAsDollars(amount) } } as const
  await db.transaction((tx) =>
    recordEvent(
      tx,
      purchase
        ? { ...event, memberId: purchase.memberId, subject: getLogSubject(purchase), personal: why ? { why } : {} }
        : { ...event, subject: { id: intentId } },
    ),
  )
}

function describePendingRefund({ refunding }: Pick<Intent, 'refunding'>): string {
  return refunding > 0 ? `: ${formatCentsAsDollars(refunding)} is on its way back already` : ''
}

function refundAmountError(sentence: string): AppError {
  return new AppError('invalid', sentence, { fields: { amount: [sentence] } })
}

function isSame(refund: ProviderRefund, amount: Cents | undefined): boolean {
  return refund.status !== 'failed' && refund.amount === amount
}

/** More often than once more was asked for; `next` would be the next time. */
export class RepeatedRefundError extends AppError {
  readonly next: number

  constructor(message: string, next: number) {
    super('invalid', message)
    this.next = next
  }
}

/** One call gives back once. To ask for more is a slip, or shows that the caller does not know what was given already. */
function assertNextRefund({ amount, times = 1 }: RefundRequest, before: number): void {
  if (times === 1) return
  if (amount === undefined)
    throw new AppError('invalid', 'Nothing was given back. How often is counted of a part alone: name its sum.')
  if (times <= before + 1) return
  const given = `${formatCentsAsDollars(amount)} was given back ${formatTimes(before)} so far`
  throw new RepeatedRefundError(
    `Nothing was given back. ${given}, and each time it is asked for gives it once. Look at the order again.`,
    before + 1,
  )
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}

type PaidPurchase = { purchase: Purchase | undefined; intentId: string }

async function findPayment(deps: SettlementDeps, wish: RefundTarget): Promise<PaidPurchase> {
  if (!('orderNumber' in wish)) return requireSinglePurchase(await listPaidPurchases(deps.db, wish.memberId, wish.slug))
  const { db } = deps
  const reference = wish.orderNumber.trim()
  if (reference.startsWith('pi_')) {
    return { purchase: await findPurchaseByIntent(db, reference), intentId: reference }
  }
  const purchase = isUuid(reference)
    ? await findPurchase(db, reference)
    : await findPurchaseByOrderNumber(db, reference.toUpperCase())
  if (!purchase) throw new AppError('not_found', `There is no order ${reference}.`)
  return toPaidPurchase(purchase)
}

function requireSinglePurchase(purchases: Purchase[]): PaidPurchase {
  const [one, ...others] = purchases
  if (!one) throw new AppError('not_found', 'This member has no order that was paid for.')
  if (others.length === 0) return toPaidPurchase(one)
  const list = purchases
    .map(({ orderNumber, itemName, state }) => `  ${orderNumber}  ${itemName} (${state})`)
    .join('\n')
  throw new AppError('invalid', `This member has several orders. Name one of them:\n${list}`)
}

function toPaidPurchase(purchase: Purchase): PaidPurchase {
  if (purchase.priceCents === 0) throw new AppError('invalid', `Nothing was paid for order ${purchase.orderNumber}.`)
  const { paymentIntentId: intentId } = purchase
  if (intentId === null) throw notPaidError(purchase)
  return { purchase, intentId }
}

function assertPaid(purchase: Purchase | undefined, { amountReceived }: Intent): void {
  if (amountReceived > 0) return
  throw purchase ? notPaidError(purchase) : new AppError('invalid', 'Nothing was paid with this payment.')
}

function notPaidError({ orderNumber, state }: Purchase): AppError {
  return new AppError('invalid', `Order ${orderNumber} was not paid (it is ${state}). Nothing was given back.`)
}

/** What the bank took back, or holds, is not ours to give. While it holds any of a payment the provider gives nothing of it back. */
function assertNotTakenByBank({ held, lost }: Intent, left: number): void {
  if (held > 0) {
    const what = `This payment is disputed: the bank has taken ${formatCentsAsDollars(held)} back until that is decided. Answer it in the dashboard of the card provider.`
    throw new AppError('invalid', `Nothing was given back. ${what}`)
  }
  if (lost === 0 || left > 0) return
  const what = `The bank has given the buyer ${formatCentsAsDollars(lost)} already, in a dispute that was lost, and nothing is left.`
  throw new AppError('invalid', `Nothing was given back. ${what}`)
}

type RefundOutcome = {
  text: string
  /** False when this call gave nothing back. */
  isDone: boolean
  /** What `times` must be to give the same amount once more, where it was given before and not now. */
  nextTimes?: number
}

/** What came of a refund, for the operator, with days of a time zone. */
export function describeRefund(refund: RefundResult, timeZone: string): RefundOutcome {
  const { text, ...outcome } = describeOutcome(refund, timeZone)
  if (refund.isWritten === true) return { text, ...outcome }
  const later =
    refund.isWritten === 'unconfirmed'
      ? ' The order stays as it is here, and its buyer is not emailed: the payment was opened at another address of the academy. If the academy has moved, the owner confirms it with confirm-former-address; doctor names the address.'
      : ' The order itself could not be written right now: the academy asks the card provider each minute and does it by itself.'
  return { text: text + later, ...outcome }
}

function describeOutcome({ order, given, before, isWritten }: RefundResult, timeZone: string): RefundOutcome {
  const name = order ? `Order ${order.orderNumber} (${order.itemName})` : 'The payment'
  const now = order && isWritten === true ? `; it is ${order.state} now` : ''
  if (given?.status === 'failed')
    return {
      text: `${name}: the bank refused the ${formatCentsAsDollars(given.amount)}. Nothing was given back.`,
      isDone: false,
    }
  if (given?.status === 'pending') {
    const text = `${name}: ${formatCentsAsDollars(given.amount)} on the way back, which the bank has not confirmed yet. The buyer is told when it has.`
    return { text, isDone: true }
  }
  if (given) return { text: `${name}: ${formatCentsAsDollars(given.amount)} given back${now}.`, isDone: true }
  const [last] = before.same
  if (last) {
    const { length } = before.same
    const text = `${name}: ${formatCentsAsDollars(last.amount)} was given back ${formatTimes(length)} before, last on ${formatLongDate(formatDay(last.createdAt, timeZone), COMMAND_LANGUAGE)}; nothing more was given back now.`
    return { text, isDone: false, nextTimes: length + 1 }
  }
  const earlier = before.refunding > 0 ? 'is on its way back already' : 'was given back before'
  const text = `${name}: ${formatCentsAsDollars(before.refunded + before.refunding)} ${earlier}; nothing more was given back now${now}.`
  return { text, isDone: false }
}
