import { recordEvent, assertActive } from '#features/foundation/audit-log/audit-log.public.ts'
import type { Refund as ProviderRefund } from '#platform/payment-refunds.ts'
import type { Intent } from '#platform/payments.ts'
import { AppError } from '#shared/app-error.ts'
import { isUuid } from '#shared/ids.ts'
import { formatPaymentAmount } from '#shared/format-amount.ts'
import { type Cents, cents } from '#shared/money.ts'
import { hasPermission, permissionDeniedError, type Staff } from '#shared/policy.ts'
import {
  findPurchase,
  findPurchaseByOrderNumber,
  findPurchaseByIntent,
  type Purchase,
  listPaidPurchases,
} from './payments.queries.ts'
import { followUpPayment } from './payment-issue-follow-up.service.ts'
import { findFailedRefund } from './payment-issues.queries.ts'
import { getOwedCents, getRefundableCents } from './payment-issues.rules.ts'
import { readUnprocessedBalance } from './payment-issues.service.ts'
import { getPaidState } from './payments.rules.ts'
import { foreignPaymentError, getPaymentOwnership } from './payment-ownership.service.ts'
import { callProviderAtStage } from './provider-errors.service.ts'
import { formatTimes, type RefundResult } from './refund-outcome.service.ts'
import { getLogSubject } from './reversal-log.service.ts'
import { refreshPurchase, type SettlementDeps } from './settlement.service.ts'

/** An order by its number (or its purchase or payment ID), or a member's purchase. */
export type RefundTarget = { orderNumber: string } | { memberId: string; slug: string | undefined }

type RefundRequest = RefundTarget & {
  by: Staff
  /** Undefined for everything left. `owed`: the amount now owed to the buyer because a refund failed. */
  amount?: Cents | 'owed' | undefined
  /** Stored only in the log, with the buyer's name. Not stored if the payment's purchase is missing. */
  why?: string | undefined
  /**
   * How often this amount should have been refunded in total, by default 1. Allows a request whose response was lost to
   * be repeated without refunding twice.
   */
  times?: number | undefined
  /**
   * The caller expects the buyer to keep access: a partial refund of everything left would end it, so it is rejected.
   */
  staysOpen?: boolean | undefined
  /**
   * The amount may come from an earlier email: after a failed refund, or once the operator settled the payment, more
   * than is owed is rejected.
   */
  isUpToOwed?: boolean | undefined
}

/**
 * Refunds a buyer. First asks the provider what was already refunded, so that an interrupted request can be repeated
 * safely. Logged before the provider is called, so that every request leaves a record. Access ends once everything was
 * actually refunded. Throws `invalid` or `payment_mismatch` if a refund is not possible.
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
      throw new AppError('payment_mismatch', 'Stripe has no record of this payment.')
    }
    if ((await getPaymentOwnership(deps, read)) === 'foreign') throw foreignPaymentError(read)
    return { purchase: found.purchase, intent: read, refunds: await payments.listRefunds(read.id) }
  })
  assertPaid(purchase, intent)

  const left = getRefundableCents(intent)
  const isOwed = wish.amount === 'owed'
  const amount = wish.amount === 'owed' ? await requireOwedCents(deps, intent, refunds) : wish.amount
  const same = isOwed ? [] : refunds.filter((refund) => isSame(refund, amount))
  const isGiven = isOwed ? amount === 0 : same.length >= (wish.times ?? 1)
  assertNotTakenByBank(intent, left)
  if (wish.isUpToOwed && !isOwed && !isGiven) await assertUpToOwed(deps, { purchase, intent, refunds, amount })
  assertNextRefund(wish, intent, same.length)
  const before = { refunded: intent.refunded, refunding: intent.refunding, same }
  if (amount !== undefined && !isGiven && amount > left)
    throw refundAmountError(
      `Only ${formatPaymentAmount(intent, left)} of this payment can still be refunded${describePendingRefund(intent)}.`,
    )
  if (wish.staysOpen && amount !== undefined && !isGiven && purchase?.state !== 'refunded')
    assertStaysOpen(intent, amount, left)

  const given =
    left > 0 && !isGiven
      ? await callProviderAtStage(deps, 'refunding', async () => {
          await logRefundRequest(deps, { purchase, intent, amount: amount ?? left, wish })
          // The idempotency key includes the number of refunds so far, so another refund is a new request but a
          // double-click is not. We count what banks have taken ourselves, because the provider may treat it as part of
          // the remainder.
          const sum = amount ?? (intent.lost > 0 ? left : 'rest')
          return payments.refundIntent(intent.id, { amount: sum, refundsBefore: refunds.length })
        })
      : undefined
  return { ...(await readOrderAfterRefund(deps, purchase)), given, isOwed, currency: intent.currency, before }
}

/** What is owed after these refunds, so that a refund made in the meantime is not repeated; null if unknown. */
function readOwedCents(deps: SettlementDeps, intent: Intent, refunds: ProviderRefund[]): Promise<Cents | null> {
  return callProviderAtStage(deps, 'before_refund', async () => {
    await followUpPayment(deps, intent.id)
    const known = getOwedCents(await findFailedRefund(deps.db, intent.id), intent, refunds)
    const current = getOwedCents(await readUnprocessedBalance(deps, intent, refunds), intent, refunds)
    return known === null || current === null ? null : cents(Math.max(known, current))
  })
}

async function requireOwedCents(deps: SettlementDeps, intent: Intent, refunds: ProviderRefund[]): Promise<Cents> {
  const owed = await readOwedCents(deps, intent, refunds)
  if (owed !== null) return owed
  const what = 'Stripe did not report the amount of the refund that failed. Find it in the Stripe Dashboard'
  throw new AppError('invalid', `Nothing was refunded. ${what}, and refund it with --amount.`)
}

type OwedRefund = {
  purchase: Purchase | undefined
  intent: Intent
  refunds: ProviderRefund[]
  amount: Cents | undefined
}

/** Does not apply to a full refund, unless the operator settled the payment. */
async function assertUpToOwed(deps: SettlementDeps, { purchase, intent, refunds, amount }: OwedRefund): Promise<void> {
  const { isSettledByHand } = intent
  if (!isSettledByHand && (amount === undefined || refunds.every(({ status }) => status !== 'failed'))) return
  const owed = await readOwedCents(deps, intent, refunds)
  if (owed === null || (amount ?? getRefundableCents(intent)) <= owed) return
  const why = isSettledByHand ? 'You marked this payment as settled' : 'A refund of this payment failed earlier'
  const now =
    owed === 0 ? 'you owe the buyer nothing now' : `you owe the buyer ${formatPaymentAmount(intent, owed)} now`
  const exact =
    owed === 0 ? '' : ` To refund that, run: npm run academy -- refund ${purchase?.orderNumber ?? intent.id} --owed`
  throw new AppError(
    'invalid',
    `Nothing was refunded. ${why}, and ${now}. To refund more than you owe, add --beyond-owed.${exact}`,
  )
}

/** The order's current state. The money is already refunded, so an error in our own records must not hide that. */
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

/** What a bank took also counts, since losing nearly all of a payment may end access. */
function assertStaysOpen(intent: Intent, amount: Cents, left: Cents): void {
  const refunded = intent.refunded + intent.refunding + amount
  if (getPaidState({ ...intent, refunded }) !== 'refunded') return
  const what = amount === left ? 'the full' : 'nearly the full'
  throw refundAmountError(
    `${formatPaymentAmount(intent, amount)} is ${what} remaining amount, so refunding it would end access. To refund everything and end access, select “Full refund.”`,
  )
}

function refundAmountError(sentence: string): AppError {
  return new AppError('invalid', sentence, { fields: { amount: [sentence] } })
}

function isSame(refund: ProviderRefund, amount: Cents | undefined): boolean {
  return refund.status !== 'failed' && refund.amount === amount
}

/** The caller skipped a number; `next` would be the correct one. */
export class RepeatedRefundError extends AppError {
  readonly next: number

  constructor(message: string, next: number) {
    super('invalid', message)
    this.next = next
  }
}

/**
 * One request makes one refund. A higher number is a mistake, or means that the caller doesn't know what was already
 * refunded.
 */
function assertNextRefund({ amount, times = 1 }: RefundRequest, payment: Intent, before: number): void {
  if (times === 1 || amount === 'owed') return
  if (amount === undefined) throw new AppError('invalid', 'Nothing was refunded. --times requires --amount.')
  if (times <= before + 1) return
  const given = `${formatPaymentAmount(payment, amount)} has been refunded ${formatTimes(before)} so far`
  throw new RepeatedRefundError(
    `Nothing was refunded this time. ${given}. Check the payment’s refunds before you refund again.`,
    before + 1,
  )
}

type PaidPurchase = { purchase: Purchase | undefined; intentId: string }

async function findPayment(deps: SettlementDeps, wish: RefundTarget): Promise<PaidPurchase> {
  if (!('orderNumber' in wish))
    return requireSinglePurchase(await listPaidPurchases(deps.db, wish.memberId, wish.slug), wish.slug)
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

function requireSinglePurchase(purchases: Purchase[], slug: string | undefined): PaidPurchase {
  const [one, ...others] = purchases
  if (!one)
    throw new AppError(
      'not_found',
      slug === undefined
        ? 'This member has no paid orders.'
        : `This member has no paid order for '${slug}'. Use the last part of the product's web address, or an order number.`,
    )
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
  return new AppError('invalid', `Order ${orderNumber} was not paid (status: ${state}). Nothing was refunded.`)
}

/**
 * Money taken or held by the bank can't be refunded. While the bank is holding any part of a payment, the provider
 * refunds none of it.
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
