import { recordEvent, assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Refund as ProviderRefund } from '#platform/payment-refunds.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { formatDay, formatDate } from '#shared/dates.ts'
import { COMMAND_LANGUAGE } from '#shared/languages.ts'
import { isUuid } from '#shared/ids.ts'
import { formatPaymentAmount } from '#shared/format-amount.ts'
import type { Cents } from '#shared/money.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  findPurchase,
  findPurchaseByOrderNumber,
  findPurchaseByIntent,
  type Purchase,
  listPaidPurchases,
} from './payments.queries.ts'
import { getRefundableCents } from './payment-issues.rules.ts'
import { requireOwedCents } from './payment-issues.service.ts'
import { getPaidState } from './payments.rules.ts'
import { foreignPaymentError, getPaymentOwnership } from './payment-ownership.service.ts'
import { callProviderAtStage } from './provider-errors.service.ts'
import { getLogSubject } from './reversal-log.service.ts'
import { refreshPurchase, type SettlementDeps } from './settlement.service.ts'

/** An order by its number (or its purchase or payment id), or a member's purchase. */
export type RefundTarget = { orderNumber: string } | { memberId: string; slug: string | undefined }

type RefundRequest = RefundTarget & {
  by: Staff
  /** Undefined: everything left. */
  amount?: Cents | undefined
  /** Instead of an amount: what is owed to the buyer, now, since refunds failed. */
  isOwed?: boolean | undefined
  /** Stored only in the log, with the buyer's name. Not stored when the payment's purchase is gone. */
  why?: string | undefined
  /**
   * How often this amount is to have been refunded in total, default 1. Lets a call whose reply was lost be repeated
   * without refunding twice.
   */
  times?: number | undefined
  /** The caller saw that access stays: a part that is everything left, and would end access, is rejected. */
  staysOpen?: boolean | undefined
}

/** `given` is what this call refunded, `before` what was refunded or in progress earlier. */
export type RefundResult = {
  /** Undefined when the payment's purchase is gone. */
  order: Pick<Purchase, 'orderNumber' | 'itemName' | 'state' | 'refundedCents'> | undefined
  given: ProviderRefund | undefined
  currency: string
  before: { refunded: Cents; refunding: Cents; same: ProviderRefund[] }
  /**
   * False when the refund could not be recorded here; the provider's event or reconciliation will. `unconfirmed`: the
   * payment names another address, so recording waits for the owner.
   */
  isWritten: boolean | 'unconfirmed'
}

/**
 * Refunds a buyer. Asks the provider first what was already refunded, so a killed call can be repeated safely. Logged
 * before the provider is called, so the request can't be denied later. Access ends when everything was actually
 * refunded. Throws (`invalid`, `payment_mismatch`) when a refund is not possible.
 */
export async function refundOrder(deps: SettlementDeps, request: RefundRequest): Promise<RefundResult> {
  const { payments } = deps
  const { purchase, intent, refunds } = await callProviderAtStage(deps, 'before_refund', async () => {
    const found = await findPayment(deps, request)
    if (!hasPermission(request.by, 'refund', found.purchase)) throw permissionDeniedError(request.by, 'refund')
    await assertActive(deps.db, request.by)
    const read = await payments.readIntent(found.intentId)
    if (!read) {
      if (!found.purchase) throw foreignPaymentError({ id: found.intentId, academy: undefined })
      throw new AppError('payment_mismatch', 'Stripe has no record of this payment.')
    }
    if ((await getPaymentOwnership(deps, read)) === 'foreign') throw foreignPaymentError(read)
    return { purchase: found.purchase, intent: read, refunds: await payments.listRefunds(read.id) }
  })
  assertPaid(purchase, intent)

  const left = getRefundableCents(intent)
  const amount = request.isOwed ? await requireOwedCents(deps, intent) : request.amount
  const same = refunds.filter((refund) => isSame(refund, amount))
  const wish = { ...request, amount, ...(request.isOwed && { times: same.length + 1 }) }
  const isGiven = same.length >= (wish.times ?? 1)
  assertNotTakenByBank(intent, left)
  assertNextRefund(wish, intent, same.length)
  const before = { refunded: intent.refunded, refunding: intent.refunding, same }
  if (wish.amount !== undefined && !isGiven && wish.amount > left)
    throw refundAmountError(
      `Only ${formatPaymentAmount(intent, left)} of this payment can still be refunded${describePendingRefund(intent)}.`,
    )
  if (wish.staysOpen && wish.amount !== undefined && !isGiven && purchase?.state !== 'refunded')
    assertStaysOpen(intent, wish.amount, left)

  const given =
    left > 0 && !isGiven
      ? await callProviderAtStage(deps, 'refunding', async () => {
          await logRefundRequest(deps, { purchase, intent, amount: wish.amount ?? left, wish })
          // Includes the count so far: a further refund is a new request, a double click is not. We count what a bank
          // has taken ourselves, because the provider may treat it as part of the remainder.
          const amount = wish.amount ?? (intent.lost > 0 ? left : 'rest')
          return payments.refundIntent(intent.id, { amount, refundsBefore: refunds.length })
        })
      : undefined
  return { ...(await readOrderAfterRefund(deps, purchase)), given, currency: intent.currency, before }
}

/** The order now. The money is already refunded, so an error in our own records must not hide that. */
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
    deps.log.warn({ err: error, orderNumber: purchase.orderNumber }, 'a refund could not be stored yet')
    return { order: purchase, isWritten: false }
  }
}

type RefundAttempt = { purchase: Purchase | undefined; intent: Intent; amount: Cents; wish: RefundRequest }

async function logRefundRequest(
  { db, now }: SettlementDeps,
  { purchase, intent, amount, wish }: RefundAttempt,
): Promise<void> {
  const { by, why } = wish
  const event = { at: now(), kind: 'refund.asked', by, after: { amount: formatPaymentAmount(intent, amount) } } as const
  await db.transaction((tx) =>
    recordEvent(
      tx,
      purchase
        ? { ...event, memberId: purchase.memberId, subject: getLogSubject(purchase), personal: why ? { why } : {} }
        : { ...event, subject: { id: intent.id } },
    ),
  )
}

function describePendingRefund(intent: Intent): string {
  return intent.refunding > 0 ? `: a refund of ${formatPaymentAmount(intent, intent.refunding)} is already pending` : ''
}

/** A bank's part counts, too: nearly all of a payment may end access. */
function assertStaysOpen(intent: Intent, amount: Cents, left: Cents): void {
  const refunded = intent.refunded + intent.refunding + amount
  if (getPaidState({ ...intent, refunded }) !== 'refunded') return
  const what = amount === left ? 'the full' : 'nearly the full'
  throw refundAmountError(
    `${formatPaymentAmount(intent, amount)} is ${what} remaining amount. Refunding it ends access. To do that, choose “Full refund.”`,
  )
}

function refundAmountError(sentence: string): AppError {
  return new AppError('invalid', sentence, { fields: { amount: [sentence] } })
}

function isSame(refund: ProviderRefund, amount: Cents | undefined): boolean {
  return refund.status !== 'failed' && refund.amount === amount
}

/** Requested more than one further time; `next` would be the next number. */
export class RepeatedRefundError extends AppError {
  readonly next: number

  constructor(message: string, next: number) {
    super('invalid', message)
    this.next = next
  }
}

/**
 * One call refunds once. A higher number is a mistake, or means that the caller doesn't know what was already refunded.
 */
function assertNextRefund({ amount, times = 1 }: RefundRequest, payment: Intent, before: number): void {
  if (times === 1) return
  if (amount === undefined) throw new AppError('invalid', 'Nothing was refunded. --times requires --amount.')
  if (times <= before + 1) return
  const given = `${formatPaymentAmount(payment, amount)} has been refunded ${formatTimes(before)} so far`
  throw new RepeatedRefundError(
    `Nothing was refunded now. ${given}. Check its refunds before you refund again.`,
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
  if (!one) throw new AppError('not_found', 'This member has no paid orders.')
  if (others.length === 0) return toPaidPurchase(one)
  const list = purchases
    .map(({ orderNumber, itemName, state }) => `  ${orderNumber}  ${itemName} (${state})`)
    .join('\n')
  throw new AppError('invalid', `This member has several orders. Use one of these order numbers:\n${list}`)
}

function toPaidPurchase(purchase: Purchase): PaidPurchase {
  if (purchase.priceCents === 0)
    throw new AppError('invalid', `Order ${purchase.orderNumber} was free, so there is nothing to refund.`)
  const { paymentIntentId: intentId } = purchase
  if (intentId === null) throw notPaidError(purchase)
  return { purchase, intentId }
}

function assertPaid(purchase: Purchase | undefined, { amountReceived }: Intent): void {
  if (amountReceived > 0) return
  throw purchase
    ? notPaidError(purchase)
    : new AppError('invalid', 'No money was received from this payment, so there is nothing to refund.')
}

function notPaidError({ orderNumber, state }: Purchase): AppError {
  return new AppError('invalid', `Order ${orderNumber} was not paid (it is ${state}). Nothing was refunded.`)
}

/**
 * Money taken or held by the bank can't be refunded. While it is holding any part of a payment, the provider refunds none of it.
 */
function assertNotTakenByBank(intent: Intent, left: number): void {
  const { held, lost } = intent
  if (held > 0) {
    const what = `This payment is disputed, and the bank has withdrawn ${formatPaymentAmount(intent, held)} until the dispute is decided. Respond in the Stripe Dashboard.`
    throw new AppError('invalid', `Nothing was refunded. ${what}`)
  }
  if (lost === 0 || left > 0) return
  const what = `The bank already returned ${formatPaymentAmount(intent, lost)} to the buyer in a lost dispute, and nothing is left to refund.`
  throw new AppError('invalid', `Nothing was refunded. ${what}`)
}

type RefundOutcome = {
  text: string
  /** False when this call refunded nothing. */
  isDone: boolean
  /** What `times` must be to refund the same amount once more, when it was refunded earlier and not now. */
  nextTimes?: number
}

/** Describes the outcome for the operator, with dates in a time zone. */
export function describeRefund(refund: RefundResult, timeZone: string): RefundOutcome {
  const { text, ...outcome } = describeOutcome(refund, timeZone)
  if (refund.isWritten === true) return { text, ...outcome }
  const later =
    refund.isWritten === 'unconfirmed'
      ? ' The order here is unchanged, and the buyer was not emailed, because the payment was started at a different web address. If the academy moved, run this on the server: npm run academy -- confirm-former-address HOST. To find the former host, run: npm run academy -- doctor.'
      : ' The order could not be updated right now. The academy checks Stripe every minute and updates it automatically.'
  return { text: text + later, ...outcome }
}

function describeOutcome(refund: RefundResult, timeZone: string): RefundOutcome {
  const { order, given, before, isWritten } = refund
  const sum = (amount: number) => formatPaymentAmount(refund, amount)
  const name = order ? `Order ${order.orderNumber} (${order.itemName})` : 'The payment'
  const now = order && isWritten === true ? `. It is now ${order.state}` : ''
  if (given?.status === 'failed')
    return {
      text: `${name}: the bank rejected the ${sum(given.amount)}. Nothing was refunded.`,
      isDone: false,
    }
  if (given?.status === 'pending') {
    const text = `${name}: refund of ${sum(given.amount)} started. The bank has not confirmed it yet. The buyer will be notified when it does.`
    return { text, isDone: true }
  }
  if (given) return { text: `${name}: ${sum(given.amount)} refunded${now}.`, isDone: true }
  const [last] = before.same
  if (last) {
    const { length } = before.same
    const text = `${name}: ${sum(last.amount)} was already refunded ${formatTimes(length)}, last on ${formatDate(formatDay(last.createdAt, timeZone), COMMAND_LANGUAGE)}. Nothing more was refunded now.`
    return { text, isDone: false, nextTimes: length + 1 }
  }
  const earlier = before.refunding > 0 ? 'is already being refunded' : 'was already refunded'
  const text = `${name}: ${sum(before.refunded + before.refunding)} ${earlier}. Nothing more was refunded now${now}.`
  return { text, isDone: false }
}
